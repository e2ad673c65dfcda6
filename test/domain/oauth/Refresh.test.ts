/** Refresh tokens by their generation and by time. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Result } from "effect"
import * as fc from "fast-check"
import { scopes } from "../../../src/domain/access/Scope.ts"
import { refreshGrace, refreshLifetime } from "../../../src/domain/oauth/OAuth.ts"
import { narrowedScopes, refreshVerdict } from "../../../src/domain/oauth/Refresh.ts"

const issuedAt = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const expiresAt = DateTime.addDuration(issuedAt, refreshLifetime)
const later = (millis: number) => DateTime.add(issuedAt, { milliseconds: millis })
const grace = Duration.toMillis(refreshGrace)
const family = { generation: 5, rotatedAt: issuedAt, revokedAt: null }
const verdict = (generation: number, millis: number, grant = family) =>
  refreshVerdict(grant, { generation, expiresAt }, later(millis))

describe("a refresh token", () => {
  it("that is the newest is good until it expires, and not at that instant", () => {
    const end = Duration.toMillis(refreshLifetime)
    assert.strictEqual(verdict(5, 0), "good")
    assert.strictEqual(verdict(5, end - 1), "good")
    assert.strictEqual(verdict(5, end), "dead")
  })

  it("that was just replaced is good as long as the answer may have been lost", () => {
    assert.strictEqual(verdict(4, grace), "good")
    assert.strictEqual(verdict(4, grace + 1), "reused")
    assert.strictEqual(verdict(3, 0), "reused")
  })

  it("of a grant that ended is dead, whatever its place: it ends nothing more", () => {
    for (const generation of [3, 4, 5]) {
      const ended = { ...family, revokedAt: later(1) }
      assert.strictEqual(refreshVerdict(ended, { generation, expiresAt }, later(2)), "dead")
    }
  })

  it("never is good where it is neither the newest nor the one before", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 0, max: 120_000 }), (generation, millis) => {
        const isNear = generation === 5 || (generation === 4 && millis <= grace)
        assert.strictEqual(verdict(generation, millis), isNear ? "good" : "reused")
      })
    )
  })
})

describe("the scopes of a refresh", () => {
  const some = fc.subarray([...scopes], { minLength: 1 })

  it("are those of the grant where none are named, in whatever order they are named else", () => {
    fc.assert(
      fc.property(some, (granted) => {
        const named = [...granted].reverse().join(" ")
        assert.deepStrictEqual(
          narrowedScopes({ scopes: granted }, undefined),
          Result.succeed(granted)
        )
        assert.deepStrictEqual(narrowedScopes({ scopes: granted }, named), Result.succeed(granted))
      })
    )
  })

  it("never are more than were granted", () => {
    fc.assert(
      fc.property(some, some, (granted, asked) => {
        const isWithin = asked.every((scope) => granted.includes(scope))
        const found = narrowedScopes({ scopes: granted }, asked.join(" "))
        assert.deepStrictEqual(Result.isSuccess(found) ? found.success : [], isWithin ? asked : [])
        if (Result.isFailure(found)) assert.strictEqual(found.failure.code, "invalid_scope")
      })
    )
  })
})
