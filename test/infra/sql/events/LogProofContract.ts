/** The proof of the log in every storage: ends of chains, and events of a resource by time. */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { EventLog } from "../../../../src/app/ports/events/EventLog.ts"
import { LogProof } from "../../../../src/app/ports/events/LogProof.ts"
import { systemActor } from "../../../../src/domain/access/Actor.ts"
import { eventTypes } from "../../../../src/domain/events/Event.ts"
import { chained, noHash } from "../../../../src/domain/events/LogEntry.ts"
import { eventOf } from "../../../../src/domain/events/LoggedEvent.ts"
import { EventId } from "../../../../src/domain/Ids.ts"
import { later, newClient, newDraft, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const logProofContract: StorageContract = (it) => {
  it.effect("the ends of chains, the newest event of each resource, and that of a moment", () =>
    Effect.gen(function* () {
      const log = yield* each(EventLog)
      const proof = yield* LogProof
      const { id: workspaceId } = yield* newWorkspace
      const none = { sequence: 0, hash: noHash }
      assert.deepStrictEqual(yield* proof.heads(workspaceId), { events: none, audit: none })
      const append = Effect.fnUntraced(function* (id: string, name: string, createdAt = now) {
        yield* log.append({
          id: yield* EventId.next(yield* random),
          workspaceId,
          type: "client.updated",
          createdAt,
          data: { object: { id, name }, previous: null },
          actor: systemActor,
          address: null,
          requestId: null,
          isEvent: true
        })
      })
      yield* append("client_2", "A")
      yield* append("client_1", "B")
      yield* append("client_2", "C", later)
      const all = (yield* log.read(workspaceId, 0, 10, eventTypes)).map(eventOf)
      const [first, other, last] = all
      for (const chain of ["events", "audit"] as const) {
        const entries = yield* proof.links(workspaceId, chain, 1, 10)
        const links = entries.flatMap((entry) => entry[chain] ?? [])
        assert.deepStrictEqual(
          links.map(({ sequence }) => sequence),
          [2, 3]
        )
        for (const { hash, previousHash, canonical } of links) {
          const text = chained(previousHash, canonical)
          assert.strictEqual(createHash("sha256").update(text).digest("hex"), hash)
        }
        assert.lengthOf(yield* proof.links(workspaceId, chain, 0, 2), 2)
      }
      if (first === undefined || other === undefined || last === undefined) return assert.fail("3")
      assert.deepStrictEqual((yield* proof.heads(workspaceId)).events, {
        sequence: 3,
        hash: last.hash
      })
      assert.deepStrictEqual(yield* proof.latest(workspaceId, "", 10, 0), [other, last])
      assert.deepStrictEqual(yield* proof.latest(workspaceId, "", 1, 0), [other])
      assert.deepStrictEqual(yield* proof.latest(workspaceId, "client_1", 10, 0), [last])
      assert.deepStrictEqual(yield* proof.latest(workspaceId, "", 10, 2), [last])
      const asOf = (id: string, at: DateTime.Utc) => proof.asOf(workspaceId, id, at)
      assert.isNull(yield* asOf("client_2", DateTime.subtract(now, { milliseconds: 1 })))
      assert.deepStrictEqual(yield* asOf("client_2", now), first)
      assert.deepStrictEqual(
        yield* asOf("client_2", DateTime.subtract(later, { milliseconds: 1 })),
        first
      )
      assert.deepStrictEqual(yield* asOf("client_2", later), last)
      assert.isNull(yield* asOf("client_3", later))
      assert.isNull(yield* proof.asOf((yield* newWorkspace).id, "client_2", later))
    })
  )

  it.effect("rows that no event tells of, numbers and the ledger", () =>
    Effect.gen(function* () {
      const proof = yield* LogProof
      const { id } = yield* newWorkspace
      assert.isNull(yield* proof.unlogged(id))
      const client = yield* newClient(id)
      assert.strictEqual((yield* proof.unlogged(id))?.id, client.id)
      yield* newDraft(id, client.id)
      yield* newDraft(id, client.id)
      assert.deepStrictEqual(yield* proof.numbers(id), { count: 2, problem: null })
      assert.deepStrictEqual(yield* proof.ledger(id), { count: 0, problem: null })
    })
  )
}
