/**
 * An endpoint that is created or removed while other transactions use it, on a real PostgreSQL.
 * Each waits for the other, and none fails.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Webhooks } from "../../../../src/app/events/webhooks/Webhooks.ts"
import { Journal } from "../../../../src/app/Journal.ts"
import { WebhookRepository } from "../../../../src/app/ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { scopes } from "../../../../src/domain/access/Scope.ts"
import { WebhookEndpointId, type WorkspaceId } from "../../../../src/domain/Ids.ts"
import { WebhookSenderMemory } from "../../../../src/testing/events/WebhookSenderMemory.ts"
import { VaultMemory } from "../../../../src/testing/VaultMemory.ts"
import { firstPage, newWorkspace } from "../../../support/records.ts"
import { layerPostgres, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"
import { clientView } from "../../../support/views.ts"

const onPostgres = Webhooks.layer.pipe(
  Layer.provideMerge(Journal.layer),
  Layer.provideMerge(onDatabase(layerPostgres)),
  Layer.provide([VaultMemory, WebhookSenderMemory])
)

const append = (workspaceId: WorkspaceId) =>
  Effect.flatMap(Journal, (journal) =>
    journal.record(workspaceId, "client.created", null, clientView)
  )

/** Polls until a statement of this database waits for a lock. */
const someoneWaits: Effect.Effect<void, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = yield* sql`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = ${"Lock"}`
  if (waiting.length === 0) yield* Effect.andThen(Effect.sleep("5 millis"), someoneWaits)
}).pipe(Effect.orDie)

/** Begins the change, and leaves its transaction open until `commit`. */
const held = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
  const { transact } = yield* UnitOfWork
  const sql = yield* SqlClient.SqlClient
  const done = yield* Deferred.make<void>()
  const mayCommit = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkChild(
    transact(
      change.pipe(
        // This read sends the writes so far: the transaction holds their locks from here on.
        Effect.tap(() => sql`SELECT 1`),
        Effect.tap(() => Deferred.succeed(done, undefined)),
        Effect.tap(() => Deferred.await(mayCommit))
      )
    )
  )
  yield* Effect.raceFirst(Deferred.await(done), Effect.asVoid(Fiber.join(fiber)))
  return {
    commit: Effect.andThen(Deferred.succeed(mayCommit, undefined), Fiber.join(fiber))
  }
})

const setUp = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const workspace = yield* newWorkspace
  const create = Effect.map(
    webhooks.create(workspace, new Set(scopes), { url: "https://x.example/hook" }),
    ({ endpoint }) => endpoint
  )
  const repository = yield* WebhookRepository
  const deliveries = (id: WebhookEndpointId) =>
    Effect.map(repository.deliveries(workspace.id, id, firstPage), ({ items }) => items)
  return { webhooks, workspace, create, deliveries }
})

layer(onPostgres, { excludeTestServices: true })(
  "a webhook endpoint that is made or removed",
  (it) => {
    it.effect("is left out by a concurrent event, which reaches the others", () =>
      Effect.gen(function* () {
        const { webhooks, workspace, create, deliveries } = yield* setUp
        const { transact } = yield* UnitOfWork
        const gone = yield* create
        const stays = yield* create
        const removal = yield* held(webhooks.remove(workspace, gone.id))
        const event = yield* Effect.forkChild(transact(append(workspace.id)))
        yield* someoneWaits
        yield* removal.commit
        yield* Fiber.join(event)
        assert.lengthOf(yield* deliveries(stays.id), 1)
        assert.lengthOf(yield* deliveries(gone.id), 0)
        const missing = yield* Effect.flip(webhooks.get(workspace, gone.id))
        assert.strictEqual(missing._tag, "WebhookEndpointNotFound")
      })
    )

    it.effect("receives an event that waited for the counter while it was made", () =>
      Effect.gen(function* () {
        const { workspace, create, deliveries } = yield* setUp
        const { transact } = yield* UnitOfWork
        const made = yield* held(create)
        const event = yield* Effect.forkChild(transact(append(workspace.id)))
        yield* someoneWaits
        const { id } = yield* made.commit
        yield* Fiber.join(event)
        assert.lengthOf(yield* deliveries(id), 1)
      })
    )

    it.effect("is not found by a concurrent test of it", () =>
      Effect.gen(function* () {
        const { webhooks, workspace, create } = yield* setUp
        const gone = yield* create
        const removal = yield* held(webhooks.remove(workspace, gone.id))
        const tested = yield* Effect.forkChild(Effect.flip(webhooks.test(workspace, gone.id)))
        yield* someoneWaits
        yield* removal.commit
        assert.strictEqual((yield* Fiber.join(tested))._tag, "WebhookEndpointNotFound")
      })
    )

    it.effect("goes with the deliveries of an event that came first", () =>
      Effect.gen(function* () {
        const { webhooks, workspace, create } = yield* setUp
        const sql = yield* SqlClient.SqlClient
        const gone = yield* create
        const event = yield* held(append(workspace.id))
        const removal = yield* Effect.forkChild(webhooks.remove(workspace, gone.id))
        yield* someoneWaits
        yield* event.commit
        yield* Fiber.join(removal)
        const left = yield* sql`SELECT id FROM webhook_deliveries
        WHERE endpoint_id = ${WebhookEndpointId.toUuid(gone.id)}`
        assert.lengthOf(left, 0)
      })
    )

    it.effect("and one that stays is claimed and settled beside an open transaction's event", () =>
      Effect.gen(function* () {
        const { webhooks, workspace, create } = yield* setUp
        const repository = yield* each(WebhookRepository)
        const { transact } = yield* UnitOfWork
        const { id } = yield* create
        yield* webhooks.test(workspace, id)
        const event = yield* held(append(workspace.id))
        const now = yield* DateTime.now
        const until = DateTime.add(now, { minutes: 1 })
        const claimed = yield* yield* repository.claim(now, until, 1000)
        const claims = claimed.filter((one) => one.id === id)
        assert.lengthOf(claims, 1)
        assert.isNotNull(yield* transact(repository.getForUpdate(workspace.id, id)))
        for (const claim of claims) assert.isTrue(yield* yield* repository.releaseLease(claim))
        yield* event.commit
      })
    )
  }
)
