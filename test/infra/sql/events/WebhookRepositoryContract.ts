/** Webhook endpoints, their leases and what they fail with, in every storage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Journal } from "../../../../src/app/Journal.ts"
import { WebhookRepository } from "../../../../src/app/ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import type {
  WebhookDelivery,
  WebhookEndpoint
} from "../../../../src/domain/events/WebhookResource.ts"
import type { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { firstPage, later, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import { clientView, invoiceView } from "../../../support/views.ts"
import { newDelivery, newEndpoint } from "../../../support/webhookRecords.ts"
import type { StorageContract } from "../contracts.ts"

const append = (workspaceId: WorkspaceId, type: "client.created" | "invoice.paid") =>
  Effect.flatMap(Journal, (journal) =>
    type === "invoice.paid"
      ? journal.record(workspaceId, type, null, invoiceView)
      : journal.record(workspaceId, type, null, clientView)
  ).pipe(Effect.provide(Journal.layer))

/** Minutes after the beginning. */
const at = (minutes: number) => DateTime.add(now, { minutes })

const deliver = Effect.fnUntraced(function* (
  endpoint: WebhookEndpoint,
  fields: Partial<WebhookDelivery>
) {
  const delivery = { ...(yield* newDelivery(endpoint)), nextTryAt: null, ...fields }
  yield* (yield* each(WebhookRepository)).insertDelivery(delivery, "{}")
  return delivery
})

const untried = { status: "pending", nextTryAt: now } as const

const failed = (minutes: number) => ({ ...untried, tries: 2, firstTryAt: at(minutes) }) as const

const dead = (minutes: number) => ({ status: "dead", tries: 10, firstTryAt: at(minutes) }) as const

const delivered = { status: "delivered", tries: 1, firstTryAt: now } as const

export const webhookRepositoryContract: StorageContract = (it) => {
  it.effect("an event is queued for every endpoint that chose its kind, in its transaction", () =>
    Effect.gen(function* () {
      const repository = yield* each(WebhookRepository)
      const { transact } = yield* UnitOfWork
      const workspace = yield* newWorkspace
      const all = yield* newEndpoint(workspace.id)
      const some = yield* newEndpoint(workspace.id, { events: ["invoice.*"] })
      const off = yield* newEndpoint(workspace.id, { enabled: false })
      const foreign = yield* newEndpoint((yield* newWorkspace).id)
      yield* Effect.exit(
        transact(Effect.andThen(append(workspace.id, "invoice.paid"), Effect.fail("undone")))
      )
      yield* transact(append(workspace.id, "client.created"))
      yield* transact(append(workspace.id, "invoice.paid"))
      const typesOf = (endpoint: WebhookEndpoint) =>
        Effect.map(
          repository.deliveries(endpoint.workspaceId, endpoint.id, firstPage),
          ({ items }) => items.map(({ eventType }) => eventType)
        )
      assert.deepStrictEqual(yield* typesOf(all), ["invoice.paid", "client.created"])
      assert.deepStrictEqual(yield* typesOf(some), ["invoice.paid"])
      assert.deepStrictEqual(yield* typesOf(off), [])
      assert.deepStrictEqual(yield* typesOf(foreign), [])
      const list = yield* repository.list(workspace.id, firstPage)
      assert.deepStrictEqual(
        list.items.map(({ id }) => id),
        [off.id, some.id, all.id]
      )
      assert.isNull(yield* repository.find(foreign.workspaceId, all.id))
      yield* repository.remove(workspace.id, all.id)
      assert.isNull(yield* repository.find(workspace.id, all.id))
    })
  )

  it.effect(
    "an endpoint is to be disabled if too many events are pending, or one after a long failure",
    () =>
      Effect.gen(function* () {
        const repository = yield* each(WebhookRepository)
        const { id: workspaceId } = yield* newWorkspace
        const endpoint = yield* newEndpoint(workspaceId)
        for (let count = 0; count < 3; count++) yield* deliver(endpoint, untried)
        yield* deliver(endpoint, { status: "delivered", nextTryAt: null })
        const isFound = (maxPending: number) =>
          Effect.map(
            repository.endpointsToDisable({ maxPending, failingSince: at(0), failedAfter: at(60) }),
            (all) => all.some(({ id }) => id === endpoint.id)
          )
        assert.isTrue(yield* isFound(2))
        assert.isFalse(yield* isFound(3))
        yield* repository.save({ ...endpoint, enabled: false })
        assert.isFalse(yield* isFound(2))
        // One pending delivery is enough if the endpoint has failed for that long, and recently.
        for (const [failingSince, failedAt, expected] of [
          [at(0), at(61), true],
          [at(1), at(61), false],
          [at(0), at(60), false]
        ] as const) {
          yield* repository.save({ ...endpoint, failingSince, failedAt })
          assert.strictEqual(yield* isFound(3), expected)
        }
      })
  )

  it.effect("what another clock planned too late is planned anew, with its pause", () =>
    Effect.gen(function* () {
      const repository = yield* each(WebhookRepository)
      const { id: workspaceId } = yield* newWorkspace
      const endpoint = yield* newEndpoint(workspaceId)
      const planned = (tries: number, minutes: number) =>
        deliver(endpoint, { status: "pending", tries, nextTryAt: at(minutes) })
      // After two tries the pause is 295 s.
      const right = yield* planned(2, 5)
      const late = yield* planned(2, 7)
      const days = yield* planned(9, 3 * 24 * 60)
      const untouched = yield* planned(0, 0)
      yield* repository.rescheduleLate(now)
      const nextOf = ({ id }: WebhookDelivery) =>
        Effect.map(repository.findDelivery(workspaceId, endpoint.id, id), (found) =>
          found?.nextTryAt === null || found === null
            ? null
            : (found.nextTryAt.epochMilliseconds - now.epochMilliseconds) / 1000
        )
      assert.strictEqual(yield* nextOf(right), 300)
      assert.strictEqual(yield* nextOf(late), 295)
      assert.strictEqual(yield* nextOf(days), 14_400)
      assert.strictEqual(yield* nextOf(untouched), 0)
    })
  )

  it.effect("an endpoint is claimed by one, until its lease ends or is given back", () =>
    Effect.gen(function* () {
      const repository = yield* each(WebhookRepository)
      const workspace = yield* newWorkspace
      const endpoint = yield* newEndpoint(workspace.id)
      const delivery = yield* newDelivery(endpoint)
      yield* repository.insertDelivery(delivery, "{}")
      assert.strictEqual(yield* repository.messageOf(delivery), "{}")
      const ref = { workspaceId: workspace.id, id: endpoint.id }
      const claimAt = (at: DateTime.Utc) =>
        Effect.map(
          Effect.flatten(repository.claim(at, DateTime.add(at, { minutes: 1 }), 1000)),
          (all) => all.find(({ id }) => id === endpoint.id)
        )
      const required = Effect.filterOrElse(
        claimAt(now),
        (claim) => claim !== undefined,
        () => Effect.die("nothing was claimed")
      )
      assert.isUndefined(yield* claimAt(DateTime.subtract(now, { seconds: 1 })))
      const first = yield* required
      assert.deepStrictEqual(first, { ...ref, until: DateTime.add(now, { minutes: 1 }) })
      assert.isUndefined(yield* claimAt(now))
      assert.isTrue(yield* yield* repository.renewLease(first, later))
      const kept = { ...first, until: later }
      assert.isUndefined(yield* claimAt(DateTime.subtract(later, { seconds: 1 })))
      // A worker with an expired lease can neither extend nor release that of another.
      const second = yield* claimAt(later)
      assert.isDefined(second)
      assert.isFalse(yield* yield* repository.renewLease(kept, now))
      assert.isFalse(yield* yield* repository.releaseLease(kept))
      assert.isUndefined(yield* claimAt(later))
      assert.isTrue(yield* yield* repository.releaseLease(second ?? kept))
      const third = yield* required
      assert.deepStrictEqual(yield* repository.nextDue(ref, now), delivery)
      const attempt = { at: now, statusCode: 500, error: null, durationMs: 12 }
      const tried = {
        ...delivery,
        tries: 1,
        firstTryAt: now,
        nextTryAt: later,
        attempts: [attempt]
      }
      yield* repository.saveDelivery(tried)
      assert.isNull(yield* repository.nextDue(ref, now))
      assert.deepStrictEqual(
        yield* repository.findDelivery(workspace.id, endpoint.id, delivery.id),
        tried
      )
      const rotated = {
        ...endpoint,
        secret: "new",
        previousSecret: "old",
        previousExpiresAt: later,
        events: ["invoice.paid" as const],
        enabled: false
      }
      yield* repository.save(rotated)
      assert.deepStrictEqual(yield* repository.getForUpdate(workspace.id, endpoint.id), rotated)
      assert.isTrue(yield* yield* repository.releaseLease(third))
      assert.isUndefined(yield* claimAt(later))
      yield* repository.remove(workspace.id, endpoint.id)
      assert.isFalse(yield* yield* repository.renewLease(third, later))
    })
  )

  it.effect(
    "an endpoint fails with what is tried again, and what was given up since it took one",
    () =>
      Effect.gen(function* () {
        const repository = yield* each(WebhookRepository)
        const workspace = yield* newWorkspace
        const endpoint = yield* newEndpoint(workspace.id)
        const calm = yield* newEndpoint(workspace.id)
        const foreign = yield* newEndpoint((yield* newWorkspace).id)
        yield* deliver(foreign, failed(0))
        yield* deliver(calm, untried)
        yield* deliver(calm, delivered)
        const failing = Effect.map(repository.failing(workspace.id), (all) => [...all])
        assert.deepStrictEqual(yield* failing, [])
        yield* deliver(endpoint, dead(1))
        yield* deliver(endpoint, dead(2))
        assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(1), deliveries: 2 }]])
        // It takes messages again: what was given up before is over.
        yield* deliver(endpoint, delivered)
        assert.deepStrictEqual(yield* failing, [])
        const waiting = yield* deliver(endpoint, failed(5))
        yield* deliver(endpoint, dead(4))
        assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(4), deliveries: 2 }]])
        yield* deliver(endpoint, delivered)
        assert.deepStrictEqual(yield* failing, [[endpoint.id, { since: at(5), deliveries: 1 }]])
        yield* repository.saveDelivery({ ...waiting, ...delivered, nextTryAt: null })
        assert.deepStrictEqual(yield* failing, [])
      })
  )
}
