/** What a transaction undoes, in every storage. */
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { type MailJob, MailOutbox } from "../../../src/app/ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { systemActor } from "../../../src/domain/Actor.ts"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import { EventId } from "../../../src/domain/Ids.ts"
import {
  firstPage,
  newClient,
  newDraft,
  newWorkspace,
  now,
  random,
  readTime
} from "../../support/records.ts"
import type { StorageContract } from "./contracts.ts"

export const unitOfWorkContract: StorageContract = (it) => {
  it.effect("a transaction that fails leaves nothing: rows, numbers, events, mails", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const invoices = yield* InvoiceRepository
      const events = yield* EventLog
      const outbox = yield* MailOutbox
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const work = (end: Effect.Effect<void, string>) =>
        transact(
          Effect.gen(function* () {
            const draft = yield* newDraft(workspace.id, client.id)
            yield* events.append({
              id: yield* EventId.next(yield* random),
              workspaceId: workspace.id,
              type: "invoice.created",
              createdAt: now,
              data: { object: { number: draft.number }, previous: null },
              actor: systemActor,
              address: null,
              requestId: null,
              isTold: true
            })
            yield* outbox.offer({
              kind: "invoice",
              workspaceId: workspace.id,
              invoiceId: draft.id,
              message: draft.number
            })
            yield* end
            return draft
          })
        )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.fail("no")))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.die("defect")))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.interrupt))))
      const kept = yield* work(Effect.void)
      assert.strictEqual(kept.number, "INV-1")
      const list = yield* invoices.list(workspace.id, {}, firstPage, readTime)
      assert.strictEqual(list.total, 1)
      const log = yield* events.read(workspace.id, 0, 10, eventTypes)
      assert.deepStrictEqual(
        log.map(({ sequence, data }) => [sequence, data.object]),
        [[1, { number: "INV-1" }]]
      )
      const jobs: MailJob[] = []
      yield* outbox.take((job) => Effect.sync(() => void jobs.push(job)))
      assert.strictEqual(jobs[0]?.kind === "invoice" && jobs[0].message, "INV-1")
      assert.deepStrictEqual(yield* events.read(workspace.id, 1, 10, eventTypes), [])
    })
  )

  it.effect("a nested transaction is undone alone", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const workspace = yield* newWorkspace
      yield* transact(
        Effect.gen(function* () {
          yield* newClient(workspace.id, "kept")
          const inner = newClient(workspace.id, "undone").pipe(Effect.andThen(Effect.fail("no")))
          yield* Effect.exit(transact(inner))
        })
      )
      const list = yield* (yield* ClientRepository).list(workspace.id, firstPage)
      assert.deepStrictEqual(
        list.items.map((item) => item.name),
        ["kept"]
      )
    })
  )
}
