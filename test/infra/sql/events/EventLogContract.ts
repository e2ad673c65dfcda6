/** Stored events in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Journal } from "../../../../src/app/Journal.ts"
import {
  type AuditFilter,
  type AuditPage,
  EventLog
} from "../../../../src/app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../../../src/app/ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import {
  type Actor,
  appActor,
  systemActor,
  userActor
} from "../../../../src/domain/access/Actor.ts"
import { AuditResource } from "../../../../src/domain/events/AuditResource.ts"
import { EventResource, eventTypes } from "../../../../src/domain/events/Event.ts"
import { changeOf, type LogEntry } from "../../../../src/domain/events/LogEntry.ts"
import { eventOf, eventText, lineOf, lineText } from "../../../../src/domain/events/LoggedEvent.ts"
import { EventId, RequestId, WebhookEndpointId } from "../../../../src/domain/Ids.ts"
import { InvoiceResource } from "../../../../src/domain/invoices/InvoiceResource.ts"
import { assertChained } from "../../../support/chains.ts"
import { firstPage, later, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import { invoiceView } from "../../../support/views.ts"
import type { StorageContract } from "../contracts.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"

export const eventLogContract: StorageContract = (it) => {
  it.effect("an event is stored once and without links, whatever refers to it", () =>
    Effect.gen(function* () {
      const events = yield* EventLog
      const webhooks = yield* each(WebhookRepository)
      const { transact } = yield* UnitOfWork
      const { id: workspaceId } = yield* newWorkspace
      const endpoint = {
        id: yield* WebhookEndpointId.next(yield* random),
        workspaceId,
        url: "https://receiver.example",
        events: null,
        description: null,
        enabled: true,
        secret: "encrypted",
        previousSecret: null,
        previousExpiresAt: null,
        failingSince: null,
        failedAt: null,
        createdAt: now,
        updatedAt: now
      }
      yield* webhooks.insert(endpoint)
      const second = { ...endpoint, id: yield* WebhookEndpointId.next(yield* random) }
      yield* webhooks.insert(second)
      const resource = (processorPaymentUrl: string | null) => ({
        ...invoiceView,
        processorPaymentUrl,
        notes: '"processor_payment_url":"kept"'
      })
      const before = resource("https://x.example/pay/old")
      const after = resource("https://x.example/pay/live")
      yield* transact(
        Effect.flatMap(Journal, (journal) =>
          journal.record(workspaceId, "invoice.updated", before, after)
        ).pipe(Effect.provide(Journal.layer))
      )
      const [logged] = yield* events.read(workspaceId, 0, 10, ["invoice.updated"])
      const event = logged && eventOf(logged)
      const data = {
        object: InvoiceResource.toWire(resource(null)),
        previous: InvoiceResource.toWire(resource(null))
      }
      assert.deepStrictEqual(event?.data, data)
      const { items } = yield* webhooks.deliveries(workspaceId, endpoint.id, firstPage)
      assert.lengthOf(items, 1)
      const others = yield* webhooks.deliveries(workspaceId, second.id, firstPage)
      assert.notStrictEqual(others.items[0]?.id, items[0]?.id)
      for (const delivery of [...items, ...others.items]) {
        assert.deepStrictEqual(yield* events.find(workspaceId, delivery.eventId), logged)
      }
      const { id: other } = yield* newWorkspace
      assert.isNull(yield* events.find(other, event?.id ?? EventId.fromUuid(uuid)))
    })
  )

  it.effect("events and lines of the audit log are a chain each, of the same entries", () =>
    Effect.gen(function* () {
      const log = yield* each(EventLog)
      const { id: workspaceId } = yield* newWorkspace
      const { id: other } = yield* newWorkspace
      const uma = userActor({ id: "user_1", name: "Uma" })
      const app = appActor({ id: "app_1", name: "App" }, { id: "user_1", name: "Uma" })
      const append = Effect.fnUntraced(function* (
        type: string,
        actor: Actor,
        object: { readonly id: string },
        fields: Partial<LogEntry> = {}
      ) {
        yield* log.append({
          id: yield* EventId.next(yield* random),
          workspaceId,
          type,
          createdAt: now,
          data: { object, previous: null },
          actor,
          address: "2001:db8::1",
          requestId: RequestId.fromUuid("0190a5b0-0000-7000-8000-00000000000f"),
          isEvent: true,
          ...fields
        })
      })
      const hostile = {
        id: "client_1",
        name: "\\x41 {} \u2028 \ud83d\ude00 '\"$1",
        rate: 0.000001,
        "1": []
      }
      yield* append("client.created", uma, hostile)
      yield* append(
        "api_key.created",
        systemActor,
        { id: "key_1" },
        { isEvent: false, address: null }
      )
      yield* append("client.updated", app, hostile, {
        data: { object: { ...hostile, name: "B" }, previous: hostile },
        createdAt: later
      })
      yield* append("client.created", uma, { id: "client_2" }, { workspaceId: other })
      yield* append("client.invited", uma, hostile)

      const events = yield* log.read(workspaceId, 0, 10, eventTypes)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["client.created", "client.updated", "client.invited"]
      )
      assertChained(events.map((event) => EventResource.toWire(eventOf(event))))
      // The text equals that of the shape.
      for (const event of events) {
        const text = JSON.stringify(EventResource.toWire(eventOf(event)))
        assert.strictEqual(eventText(event, new Map()), text)
      }
      const all = { order: "oldest", beyond: null, limit: 10 } as const
      const lines = yield* log.audit(workspaceId, {}, all)
      assert.deepStrictEqual(
        lines.map(({ action }) => action),
        ["client.created", "api_key.created", "client.updated", "client.invited"]
      )
      assert.deepStrictEqual(
        lines.map(({ objectName }) => objectName),
        [hostile.name, null, "B", hostile.name]
      )
      const wire = lines.map((line) => AuditResource.toWire(lineOf(line)))
      assertChained(wire)
      assert.deepStrictEqual(
        lines.map(lineText),
        wire.map((line) => JSON.stringify(line))
      )
      assert.deepInclude(lines[2], { actor: app, after: '{"name":"B"}' })

      const found = (filter: AuditFilter, page: Partial<AuditPage> = {}) =>
        Effect.map(log.audit(workspaceId, filter, { ...all, ...page }), (some) =>
          some.map(({ sequence }) => sequence)
        )
      // Also what was done in the user's name.
      assert.deepStrictEqual(yield* found({ actorId: "user_1" }), [1, 3, 4])
      assert.deepStrictEqual(yield* found({ actorId: "app_1" }), [3])
      assert.deepStrictEqual(yield* found({ objectId: "key_1" }), [2])
      assert.deepStrictEqual(yield* found({ objectId: "client_2" }), [])
      assert.deepStrictEqual(yield* found({ family: "client" }), [1, 3, 4])
      assert.deepStrictEqual(yield* found({ family: "api_key" }), [2])
      assert.deepStrictEqual(yield* found({ family: "api" }), [])
      assert.deepStrictEqual(yield* found({ family: "%" }), [])
      assert.deepStrictEqual(yield* found({ from: later }), [3])
      assert.deepStrictEqual(yield* found({ until: later }), [1, 2, 4])
      assert.deepStrictEqual(yield* found({}, { beyond: 2 }), [3, 4])
      assert.deepStrictEqual(yield* found({}, { limit: 2 }), [1, 2])
      assert.deepStrictEqual(yield* found({}, { order: "newest", limit: 3 }), [4, 3, 2])
      assert.deepStrictEqual(yield* found({}, { order: "newest", beyond: 2 }), [1])
    })
  )

  it.effect("a page ends at its limit or at 1 MiB, with one entry at least", () =>
    Effect.gen(function* () {
      const log = yield* each(EventLog)
      const { id: workspaceId } = yield* newWorkspace
      const append = Effect.fnUntraced(function* (length: number) {
        // Two bytes each: the bound is in bytes, not in characters.
        const object = { id: "client_1", notes: "é".repeat(length / 2) }
        yield* log.append({
          id: yield* EventId.next(yield* random),
          workspaceId,
          type: "client.created",
          createdAt: now,
          data: { object, previous: null },
          actor: systemActor,
          address: null,
          requestId: null,
          isEvent: true
        })
      })
      const sizes = [400_000, 400_000, 400_000, 1_300_000, 1_300_000, 1000, 1000]
      for (const size of sizes) yield* append(size)
      const events = (after: number, limit = 100) =>
        Effect.map(log.read(workspaceId, after, limit, eventTypes), (all) =>
          all.map(({ sequence }) => sequence)
        )
      const lines = (order: AuditPage["order"], beyond: number | null, limit = 100) =>
        Effect.map(log.audit(workspaceId, {}, { order, beyond, limit }), (all) =>
          all.map(({ sequence }) => sequence)
        )
      for (const [after, expected] of [
        [0, [1, 2]],
        [1, [2, 3]],
        [2, [3]],
        [3, [4]],
        [4, [5]],
        [5, [6, 7]],
        [7, []]
      ] satisfies ReadonlyArray<[number, Array<number>]>) {
        assert.deepStrictEqual(yield* events(after), expected)
        assert.deepStrictEqual(yield* lines("oldest", after), expected)
      }
      assert.deepStrictEqual(yield* events(0, 1), [1])
      assert.deepStrictEqual(yield* events(5, 1), [6])
      assert.deepStrictEqual(yield* lines("newest", null), [7, 6])
      assert.deepStrictEqual(yield* lines("newest", 6), [5])
      assert.deepStrictEqual(yield* lines("newest", 4), [3, 2])
    })
  )

  it.effect("a line of the audit log has what changed alone, as the domain says it", () =>
    Effect.gen(function* () {
      const log = yield* each(EventLog)
      const { id: workspaceId } = yield* newWorkspace
      const cases: ReadonlyArray<readonly [type: string, object: unknown, previous: unknown]> = [
        ["client.updated", { id: "c", a: 1, b: [1], c: null }, { id: "c", a: 2, b: [1], d: null }],
        ["client.updated", { id: "c", a: { x: 1 } }, { id: "c", a: { x: 1 }, gone: "x" }],
        ["client.updated", { id: "c" }, null],
        ["client.created", { id: "c" }, { id: "c" }],
        ["client.deleted", { id: "c", a: 1 }, null],
        ["client.deleted", { id: "c", a: 1 }, { id: "c", a: 2 }],
        ["client.updated", [], { id: "c" }]
      ]
      for (const [type, object, previous] of cases) {
        yield* log.append({
          id: yield* EventId.next(yield* random),
          workspaceId,
          type,
          createdAt: now,
          data: { object, previous },
          actor: systemActor,
          address: null,
          requestId: null,
          isEvent: true
        })
      }
      const all = { order: "oldest", beyond: null, limit: 100 } as const
      const found = (yield* log.audit(workspaceId, {}, all)).map(lineOf)
      assert.deepStrictEqual(
        found.map(({ before, after }) => ({ before, after })),
        cases.map(([type, object, previous]) => changeOf(type, { object, previous }))
      )
    })
  )
}
