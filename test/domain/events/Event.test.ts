/**
 * The types of events that a subscription covers, and the scopes that it takes to read or receive
 * them.
 */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Scope, scopes, writeScopes } from "../../../src/domain/access/Scope.ts"
import {
  chooses,
  type EventChoice,
  EventChoice as EventChoices,
  eventFamilies,
  eventScopes,
  eventTypes,
  familyOf,
  scopesOfChoice,
  visibleTypes,
  wholeFamily
} from "../../../src/domain/events/Event.ts"

const someChoices: fc.Arbitrary<ReadonlyArray<EventChoice>> = fc.subarray(
  [...EventChoices.literals],
  { minLength: 1 }
)
const someScopes: fc.Arbitrary<ReadonlyArray<Scope>> = fc.subarray([...scopes])

describe("the families of events", () => {
  it("each kind is of one family, a kind that is in no log of none", () => {
    for (const type of eventTypes) assert.strictEqual(familyOf(type), type.split(".")[0])
    for (const type of ["webhook.test", "invoices.sent", "invoice", ""]) {
      assert.isUndefined(familyOf(type))
    }
  })

  it("each can be chosen as a whole, beside every kind", () => {
    assert.deepStrictEqual(
      [...EventChoices.literals],
      [
        ...eventTypes,
        "project.*",
        "client.*",
        "invoice.*",
        "credit.*",
        "credit_note.*",
        "file.*",
        "task.*",
        "milestone.*",
        "webhook_endpoint.*"
      ]
    )
  })
})

describe("a choice", () => {
  it("of a family is each of its kinds and no other", () => {
    for (const family of eventFamilies) {
      const chosen = eventTypes.filter((type) => chooses([wholeFamily(family)], type))
      assert.isNotEmpty(chosen)
      assert.deepStrictEqual(
        chosen,
        eventTypes.filter((type) => type.startsWith(`${family}.`))
      )
    }
  })

  it("null is every kind, also one that is in no log; nothing else chooses that", () => {
    assert.isTrue(chooses(null, "webhook.test"))
    assert.isFalse(chooses([...EventChoices.literals], "webhook.test"))
  })

  it("of kinds means these alone", () => {
    for (const chosen of eventTypes) {
      assert.deepStrictEqual(
        eventTypes.filter((type) => chooses([chosen], type)),
        [chosen]
      )
    }
  })
})

/** Credits and credit notes belong to invoices, milestones to projects. */
const subjectOf = (type: string) =>
  familyOf(type)
    ?.replace(/^credit(_note)?$/, "invoice")
    .replace("milestone", "project")

describe("scopes", () => {
  it("show the types of their families, and endpoints to an API key with every write scope", () => {
    assert.deepStrictEqual(eventScopes, [
      "projects:read",
      "clients:read",
      "invoices:read",
      "files:read",
      "tasks:read"
    ])
    fc.assert(
      fc.property(someScopes, fc.constantFrom(null, "owner", "admin", "member"), (given, role) => {
        const managesWebhooks = role === null && writeScopes.every((scope) => given.includes(scope))
        const expected = eventTypes.filter((type) =>
          familyOf(type) === "webhook_endpoint"
            ? managesWebhooks
            : given.some((scope) => scope === `${subjectOf(type)}s:read`)
        )
        assert.deepStrictEqual(visibleTypes({ scopes: new Set(given), role }), expected)
      })
    )
  })

  it("those of a choice show all that it chooses, and each of them is needed", () => {
    fc.assert(
      fc.property(fc.option(someChoices), (choices) => {
        const chosen = eventTypes.filter((type) => chooses(choices, type))
        const needed = scopesOfChoice(choices)
        const seenWith = (scopes: ReadonlyArray<Scope>) =>
          visibleTypes({ scopes: new Set([...scopes, ...writeScopes]), role: null })
        assert.includeMembers([...seenWith(needed)], chosen)
        for (const left of needed) {
          const seen = seenWith(needed.filter((scope) => scope !== left))
          assert.isFalse(chosen.every((type) => seen.includes(type)))
        }
      })
    )
  })
})
