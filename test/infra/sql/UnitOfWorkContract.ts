/** Rollback in every storage. */
import { assert } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { type MailJob, MailOutbox } from "../../../src/app/ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { systemActor } from "../../../src/domain/access/Actor.ts"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import { eventOf } from "../../../src/domain/events/LoggedEvent.ts"
import { EventId, type InvoiceId, type WorkspaceId } from "../../../src/domain/Ids.ts"
import { rehearse } from "../../../src/domain/Rehearsal.ts"
import {
  draftOf,
  firstPage,
  newClient,
  newWorkspace,
  now,
  random,
  readTime
} from "../../support/records.ts"
import type { StorageContract } from "./contracts.ts"

const namesOf = ({ items }: { readonly items: ReadonlyArray<{ readonly name: string }> }) =>
  items.map(({ name }) => name)

const mailOf = (workspaceId: WorkspaceId, invoiceId: InvoiceId) => ({
  workspaceId,
  invoiceId,
  message: null
})

const messagesOf = (cause: Cause.Cause<unknown>) =>
  Cause.prettyErrors(cause).map(({ message }) => message)

export const unitOfWorkContract: StorageContract = (it) => {
  it.effect("a rehearsal leaves nothing: rows, numbers, events, mails", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const invoices = yield* InvoiceRepository
      const events = yield* EventLog
      const outbox = yield* MailOutbox
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const create = transact(
        Effect.gen(function* () {
          const draft = yield* draftOf(workspace.id, client.id)
          const { standIn, number } = yield* invoices.nextNumber(workspace.id)
          yield* invoices.insert({ ...draft, number: standIn })
          yield* events.append({
            id: yield* EventId.next(yield* random),
            workspaceId: workspace.id,
            type: "invoice.created",
            createdAt: now,
            data: { object: { number: standIn }, previous: null },
            actor: systemActor,
            address: null,
            requestId: null,
            isEvent: true
          })
          yield* outbox.offer({ kind: "invoice", ...mailOf(workspace.id, draft.id) })
          return { invoiceId: draft.id, number }
        })
      )
      const left = Effect.gen(function* () {
        const { total } = yield* invoices.list(workspace.id, {}, firstPage, readTime)
        return { total, log: (yield* events.read(workspace.id, 0, 10, eventTypes)).length }
      })
      const shown = yield* rehearse(create, ({ invoiceId }, hide) => hide({ id: invoiceId }))
      assert.deepStrictEqual(shown, { id: null })
      assert.deepStrictEqual(yield* left, { total: 0, log: 0 })
      const { invoiceId, number } = yield* create
      assert.strictEqual(yield* number, "INV-0001")
      assert.deepStrictEqual(yield* left, { total: 1, log: 1 })
      // The mail of the rehearsal would come first.
      const taken: Array<MailJob> = []
      yield* outbox.take((job) => Effect.sync(() => void taken.push(job)))
      assert.deepInclude(taken, { kind: "invoice", ...mailOf(workspace.id, invoiceId) })
    })
  )

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
            const draft = yield* draftOf(workspace.id, client.id)
            // The number is decided with the commit: a stand-in is written until then.
            const { standIn, number } = yield* invoices.nextNumber(workspace.id)
            yield* invoices.insert({ ...draft, number: standIn })
            yield* events.append({
              id: yield* EventId.next(yield* random),
              workspaceId: workspace.id,
              type: "invoice.created",
              createdAt: now,
              data: { object: { number: standIn }, previous: null },
              actor: systemActor,
              address: null,
              requestId: null,
              isEvent: true
            })
            yield* outbox.offer({
              kind: "invoice",
              workspaceId: workspace.id,
              invoiceId: draft.id,
              message: standIn
            })
            yield* end
            return number
          })
        )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.fail("no")))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.die("defect")))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.interrupt))))
      assert.strictEqual(yield* yield* work(Effect.void), "INV-0001")
      const list = yield* invoices.list(workspace.id, {}, firstPage, readTime)
      assert.deepStrictEqual(
        list.items.map((item) => item.number),
        ["INV-0001"]
      )
      assert.strictEqual(list.total, 1)
      const log = yield* events.read(workspace.id, 0, 10, eventTypes)
      assert.deepStrictEqual(
        log.map(eventOf).map(({ sequence, data }) => [sequence, data.object]),
        [[1, { number: "INV-0001" }]]
      )
      const jobs: MailJob[] = []
      yield* outbox.take((job) => Effect.sync(() => void jobs.push(job)))
      assert.strictEqual(jobs[0]?.kind === "invoice" && jobs[0].message, "INV-0001")
      assert.deepStrictEqual(yield* events.read(workspace.id, 1, 10, eventTypes), [])
    })
  )

  it.effect("a nested transaction commits with the one around it, and sees its writes", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const clients = yield* ClientRepository
      const workspace = yield* newWorkspace
      const committed = yield* transact(
        Effect.gen(function* () {
          yield* newClient(workspace.id, "outer")
          return yield* transact(
            Effect.andThen(newClient(workspace.id, "inner"), clients.list(workspace.id, firstPage))
          )
        })
      )
      const list = yield* clients.list(workspace.id, firstPage)
      assert.deepStrictEqual(namesOf(list), ["inner", "outer"])
      assert.deepStrictEqual(namesOf(committed), ["inner", "outer"])
    })
  )

  it.effect("a nested transaction that fails undoes the whole one, which cannot go on", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const clients = yield* ClientRepository
      const workspace = yield* newWorkspace
      const inner = transact(
        Effect.andThen(newClient(workspace.id, "inner"), Effect.fail("no" as const))
      )
      const outer = (then: Effect.Effect<unknown, "no", Effect.Services<typeof inner>>) =>
        transact(Effect.andThen(newClient(workspace.id, "outer"), then))
      assert.strictEqual(yield* Effect.flip(outer(inner)), "no")
      const goingOn = yield* Effect.exit(outer(Effect.exit(inner)))
      assert.deepStrictEqual(Exit.isFailure(goingOn) && messagesOf(goingOn.cause), [
        "A unit of work goes on after one inside of it failed"
      ])
      assert.deepStrictEqual(namesOf(yield* clients.list(workspace.id, firstPage)), [])
    })
  )
}
