/** The lifetime of an invitation, and the reasons why its link is refused. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { invitationExpiry, invitationProblem } from "../../../src/domain/clients/Invitation.ts"

const now = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")
const ahead = (parts: Parameters<typeof DateTime.add>[1]) => DateTime.add(now, parts)

describe("the expiry of an invitation", () => {
  it("is a week ahead where none was given", () => {
    assert.deepStrictEqual(invitationExpiry(undefined, now), Result.succeed(ahead({ days: 7 })))
  })

  it("is what was given, up to 90 days ahead", () => {
    for (const given of [ahead({ milliseconds: 1 }), ahead({ days: 90 })]) {
      assert.deepStrictEqual(invitationExpiry(given, now), Result.succeed(given))
    }
  })

  it("is neither of now, nor past, nor further ahead", () => {
    const messageOf = (given: DateTime.Utc) => {
      const refused = invitationExpiry(given, now)
      return Result.isFailure(refused) ? refused.failure.problems : undefined
    }
    const path = "expires_at"
    for (const given of [now, ahead({ milliseconds: -1 })]) {
      assert.deepStrictEqual(messageOf(given), [{ path, message: "must be in the future" }])
    }
    assert.deepStrictEqual(messageOf(ahead({ days: 90, milliseconds: 1 })), [
      { path, message: "must be at most 90 days ahead" }
    ])
  })
})

describe("the link of an invitation", () => {
  const fresh = { usedAt: null, revokedAt: null, expiresAt: ahead({ milliseconds: 1 }) }
  const client = { portalAccess: true }

  it("opens the portal until it is used, replaced or expired", () => {
    assert.isUndefined(invitationProblem(fresh, client, now))
    assert.strictEqual(invitationProblem({ ...fresh, usedAt: now }, client, now), "used")
    assert.strictEqual(invitationProblem({ ...fresh, revokedAt: now }, client, now), "replaced")
    assert.strictEqual(invitationProblem({ ...fresh, expiresAt: now }, client, now), "expired")
  })

  it("opens nothing for a client without access, whatever else is wrong with it", () => {
    const over = { usedAt: now, revokedAt: now, expiresAt: now }
    for (const one of [fresh, over]) {
      assert.strictEqual(invitationProblem(one, { portalAccess: false }, now), "closed")
    }
    // A used invitation answers "used", also after it was replaced or has expired.
    assert.strictEqual(invitationProblem(over, client, now), "used")
  })
})
