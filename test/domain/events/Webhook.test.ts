/** The states of a delivery, the secrets that sign it, and the allowed addresses. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import * as fc from "fast-check"
import {
  afterTry,
  isAccepted,
  lastTryOf,
  missingForChoice,
  newDelivery,
  replay,
  rotationOverlap,
  signingSecrets,
  type TryOutcome,
  webhookUrlProblem
} from "../../../src/domain/events/Webhook.ts"
import type { WebhookDelivery } from "../../../src/domain/events/WebhookResource.ts"
import { DeliveryId, EventId, WebhookEndpointId, WorkspaceId } from "../../../src/domain/Ids.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const start = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const later = (seconds: number) => DateTime.add(start, { seconds })
const secondsOf = (at: DateTime.Utc | null) =>
  at === null ? null : (at.epochMilliseconds - start.epochMilliseconds) / 1000

const fresh = newDelivery({
  id: EventId.fromUuid(uuid),
  workspaceId: WorkspaceId.fromUuid(uuid),
  type: "client.created",
  createdAt: start
})(DeliveryId.fromUuid(uuid), WebhookEndpointId.fromUuid(uuid))

const answered = (statusCode: number | null, at: DateTime.Utc): TryOutcome => ({
  attempt: { at, statusCode, error: null, durationMs: 1 },
  gone: statusCode === 410
})

/** Tries that fail, each made when it is due; the deliveries after each. */
const failures = (count: number, chance: number): ReadonlyArray<WebhookDelivery> => {
  const all: WebhookDelivery[] = []
  let delivery = fresh
  for (let i = 0; i < count; i++) {
    delivery = afterTry(delivery, answered(500, delivery.nextTryAt ?? start), chance)
    all.push(delivery)
  }
  return all
}

/** docs/spec.md: after the first try, in seconds. */
const plan = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

describe("a delivery that is not taken", () => {
  it("is tried ten times over a day, then dead", () => {
    const all = failures(10, 0)
    assert.deepStrictEqual(
      all.map(({ nextTryAt }) => secondsOf(nextTryAt)),
      [...plan, null]
    )
    assert.deepStrictEqual(
      all.map(({ status }) => status),
      [...plan.map(() => "pending"), "dead"]
    )
    assert.strictEqual(all.at(-1)?.attempts.length, 10)
  })

  it("is tried no sooner than planned, and late by less than a tenth of the wait", () => {
    const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(chances, (chance) => {
        failures(9, chance).forEach(({ nextTryAt }, index) => {
          const planned = plan[index] ?? 0
          const late = (secondsOf(nextTryAt) ?? 0) - planned
          assert.isAtLeast(late, 0)
          assert.isAtMost(late, 0.1 * (planned - (plan[index - 1] ?? 0)))
        })
      })
    )
    const most = failures(9, 0.999).map(({ nextTryAt }) => secondsOf(nextTryAt) ?? 0)
    assert.isTrue(most.every((seconds, index) => seconds > (plan[index] ?? 0)))
  })

  it("has the planned pauses after an outage, however late a try is", () => {
    const outage = 200_000
    let delivery = failures(1, 0)[0] ?? fresh
    const gaps: number[] = []
    let at = outage
    while (delivery.status === "pending") {
      delivery = afterTry(delivery, answered(null, later(at)), 0)
      const next = secondsOf(delivery.nextTryAt)
      if (next === null) break
      gaps.push(next - at)
      at = next
    }
    const pauses = plan.map((seconds, index) => seconds - (plan[index - 1] ?? 0))
    assert.deepStrictEqual(gaps, pauses.slice(1))
    assert.strictEqual(secondsOf(delivery.firstTryAt), 0)
  })

  it("has the planned pauses if the clock is set back", () => {
    const [first = fresh] = failures(1, 0)
    const early = afterTry(first, answered(null, later(-90_000)), 0)
    assert.strictEqual(secondsOf(early.nextTryAt), -90_000 + 295)
  })

  it("is dead at once where the receiver says that it is gone", () => {
    const gone = afterTry(fresh, answered(410, start), 0)
    assert.deepInclude(gone, { status: "dead", nextTryAt: null, tries: 1 })
  })
})

describe("a delivery that is taken", () => {
  it("is delivered by any status of success and by no other", () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 100, max: 599 })), (statusCode) => {
        const isSuccess = statusCode !== null && Math.floor(statusCode / 100) === 2
        assert.strictEqual(isAccepted({ statusCode }), isSuccess)
        const { status, nextTryAt } = afterTry(fresh, answered(statusCode, start), 0)
        assert.strictEqual(status === "delivered", isSuccess)
        if (isSuccess) assert.isNull(nextTryAt)
      })
    )
  })

  it("stays as it ended, whatever a late worker says; that it said it is kept", () => {
    const delivered = afterTry(fresh, answered(200, start), 0)
    const after = afterTry(delivered, answered(500, later(9)), 0)
    assert.deepStrictEqual(after, { ...delivered, attempts: after.attempts })
    assert.lengthOf(after.attempts, 2)
  })
})

describe("a delivery", () => {
  it("keeps its last 30 tries", () => {
    let delivery = fresh
    for (let i = 0; i < 35; i++) {
      delivery = afterTry(replay(delivery, later(i)), answered(500, later(i)), 0)
    }
    assert.deepStrictEqual(
      delivery.attempts.map(({ at }) => secondsOf(at)),
      Array.from({ length: 30 }, (_, index) => index + 5)
    )
    assert.strictEqual(lastTryOf(delivery), "2026-03-01T12:00:34.000Z")
    assert.strictEqual(lastTryOf(fresh), "")
  })

  it("that is replayed begins anew, with its tries remembered", () => {
    const dead = failures(10, 0).at(-1) ?? fresh
    const again = replay(dead, later(90_000))
    assert.deepInclude(again, { status: "pending", tries: 0, firstTryAt: null })
    assert.strictEqual(secondsOf(again.nextTryAt), 90_000)
    assert.deepStrictEqual(again.attempts, dead.attempts)
    const tried = afterTry(again, answered(500, later(90_000)), 0)
    assert.strictEqual(secondsOf(tried.nextTryAt), 90_005)
  })

  it("is due at once", () => {
    assert.deepInclude(fresh, { status: "pending", tries: 0, nextTryAt: start })
  })
})

describe("secrets that sign", () => {
  const rotated = {
    secret: "new",
    previousSecret: "old",
    previousExpiresAt: DateTime.addDuration(start, rotationOverlap)
  }

  it("the old one does for a day after the rotation, and not at its end", () => {
    assert.deepStrictEqual(signingSecrets(rotated, start), ["new", "old"])
    assert.deepStrictEqual(signingSecrets(rotated, later(86_399)), ["new", "old"])
    assert.deepStrictEqual(signingSecrets(rotated, later(86_400)), ["new"])
  })

  it("one alone does before any rotation", () => {
    const never = { secret: "one", previousSecret: null, previousExpiresAt: null }
    assert.deepStrictEqual(signingSecrets(never, start), ["one"])
  })
})

describe("an address", () => {
  it.each([
    ["https://x.example/hook?a=1", undefined],
    ["http://x.example", undefined],
    ["ftp://x.example", "must be an http or https URL"],
    ["/hook", "must be an http or https URL"],
    ["", "must be an http or https URL"],
    ["https://u@x.example", "must not carry a user or password"],
    ["https://:p@x.example", "must not carry a user or password"],
    ["https://x.example/#part", "must not have a fragment"],
    ["https://x.example/\u0000", "must not contain control characters"],
    ["https://x.example/\r\n", "must not contain control characters"],
    ["https://x.example/\u0085", "must not contain control characters"],
    ["https://x.example/\uD800", "must not contain a lone surrogate"],
    ["https://x.example/".padEnd(2000, "a"), undefined],
    ["https://x.example/".padEnd(2001, "a"), "must be at most 2000 characters"]
  ])("%s", (url, problem) => assert.strictEqual(webhookUrlProblem(url), problem))
})

describe("whoever has an endpoint told events", () => {
  it("needs the scope of each kind, and is told which are missing", () => {
    const given = new Set(["invoices:read"] as const)
    assert.isUndefined(missingForChoice(["invoice.*"], given))
    const missing = missingForChoice(["invoice.paid", "client.created"], given)
    assert.deepStrictEqual(missing?.scopes, ["clients:read"])
    assert.deepStrictEqual(missingForChoice(null, given)?.scopes, [
      "projects:read",
      "clients:read",
      "files:read",
      "tasks:read"
    ])
  })
})
