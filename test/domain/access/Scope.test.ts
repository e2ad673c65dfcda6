/** The scopes that a credential lacks for an operation. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { missingFor, type Scope, scopes, writeScopes } from "../../../src/domain/access/Scope.ts"

const someScopes: fc.Arbitrary<ReadonlyArray<Scope>> = fc.subarray([...scopes], { minLength: 1 })

describe("what is missing", () => {
  it("for one of several scopes: nothing where one is given, whoever asks", () => {
    fc.assert(
      fc.property(someScopes, someScopes, fc.boolean(), (needed, given, isApiKey) => {
        const missing = missingFor({ kind: "any", scopes: needed }, new Set(given), isApiKey)
        const isEnough = needed.some((scope) => given.includes(scope))
        assert.strictEqual(missing, isEnough ? undefined : `the scope ${needed.join(" or ")}`)
      })
    )
  })

  it("for all of a key: nothing where an API key has every one of them", () => {
    fc.assert(
      fc.property(someScopes, someScopes, fc.boolean(), (needed, given, isApiKey) => {
        const missing = missingFor(
          { kind: "all of a key", scopes: needed },
          new Set(given),
          isApiKey
        )
        const isEnough = isApiKey && needed.every((scope) => given.includes(scope))
        assert.strictEqual(
          missing,
          isEnough ? undefined : `an API key with the scopes ${needed.join(", ")}`
        )
      })
    )
  })

  it("write does not imply read", () => {
    const rule = { kind: "any", scopes: ["invoices:read"] } as const
    assert.strictEqual(
      missingFor(rule, new Set<Scope>(["invoices:write"]), true),
      "the scope invoices:read"
    )
  })
})

describe("the scopes that change something", () => {
  it("are named one by one here, so that a new one is decided on", () => {
    assert.deepStrictEqual(writeScopes, [
      "projects:write",
      "tasks:write",
      "clients:write",
      "invoices:write"
    ])
  })
})
