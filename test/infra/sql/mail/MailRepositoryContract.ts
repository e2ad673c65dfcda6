/**
 * Records of mails in every storage: found by object, kind and status; counted by address and time;
 * purged.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Housekeeping, mailRecords } from "../../../../src/app/ports/Housekeeping.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { MailRepository } from "../../../../src/app/ports/mail/MailRepository.ts"
import { MailId, type WorkspaceId } from "../../../../src/domain/Ids.ts"
import type { MailStored } from "../../../../src/domain/mail/MailResource.ts"
import {
  firstPage,
  newClient,
  newSent,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const everything = {}

export const newMail = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  about: Partial<MailStored>
) {
  const mail: MailStored = {
    id: yield* MailId.next(yield* random),
    workspaceId,
    kind: "invitation",
    recipient: "ada@x.example",
    invoiceId: null,
    creditNoteId: null,
    clientId: null,
    userId: null,
    status: "queued",
    attempts: 0,
    lastError: null,
    createdAt: now,
    sentAt: null,
    counted: true,
    job: "{}",
    ...about
  }
  yield* (yield* each(MailRepository)).insert(mail)
  return mail
})

export const mailRepositoryContract: StorageContract = (it) => {
  it.effect("an invoice has the delivery of its newest mail", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const { id } = yield* newSent(workspaceId, client.id)
      const save = Effect.fnUntraced(function* (attempts: number, mail?: MailStored) {
        const delivery = { status: "queued", attempts, lastError: null } as const
        yield* invoices.saveDelivery(workspaceId, id, delivery, mail?.id)
        const found = yield* Effect.orDie(invoices.getForUpdate(workspaceId, id))
        return "delivery" in found ? found.delivery.attempts : null
      })
      const about = { kind: "invoice", invoiceId: id } as const
      const first = yield* newMail(workspaceId, about)
      yield* newMail(workspaceId, { ...about, kind: "reminder" })
      const other = yield* newSent(workspaceId, client.id)
      yield* newMail(workspaceId, { ...about, invoiceId: other.id })
      assert.strictEqual(yield* save(1, first), 1)
      const second = yield* newMail(workspaceId, about)
      assert.strictEqual(yield* save(2, first), 1)
      assert.strictEqual(yield* save(3, second), 3)
      assert.strictEqual(yield* save(4), 4)
    })
  )

  it.effect("a mail is found with its result, and in its own workspace alone", () =>
    Effect.gen(function* () {
      const mails = yield* each(MailRepository)
      const [{ id: workspaceId }, { id: other }] = [yield* newWorkspace, yield* newWorkspace]
      const client = yield* newClient(workspaceId)
      const mail = yield* newMail(workspaceId, { clientId: client.id })
      assert.deepStrictEqual(yield* mails.find(workspaceId, mail.id), mail)
      assert.isNull(yield* mails.find(other, mail.id))
      const failed = { status: "failed", attempts: 1, lastError: "550 no", sentAt: null } as const
      yield* mails.saveResult(other, mail.id, failed)
      assert.deepStrictEqual(yield* mails.find(workspaceId, mail.id), mail)
      yield* mails.saveResult(workspaceId, mail.id, { ...failed, counted: false })
      assert.deepStrictEqual(yield* mails.find(workspaceId, mail.id), {
        ...mail,
        ...failed,
        counted: false
      })
      const sent = { status: "sent", attempts: 2, lastError: null, sentAt: now } as const
      yield* mails.saveResult(workspaceId, mail.id, { ...sent, recipient: "b@x.example" })
      assert.deepStrictEqual((yield* mails.find(workspaceId, mail.id))?.recipient, "b@x.example")
    })
  )

  it.effect("lists the newest first, by kind, status and object", () =>
    Effect.gen(function* () {
      const mails = yield* each(MailRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const invoice = yield* newSent(workspaceId, client.id)
      const invited = yield* newMail(workspaceId, { clientId: client.id })
      const billed = yield* newMail(workspaceId, { kind: "invoice", invoiceId: invoice.id })
      const reminded = yield* newMail(workspaceId, {
        kind: "reminder",
        invoiceId: invoice.id,
        status: "failed"
      })
      const all = yield* mails.list(workspaceId, everything, firstPage)
      assert.deepStrictEqual(
        all.items.map(({ objectName }) => objectName),
        [invoice.number, invoice.number, client.name]
      )
      const list = (filter: object, page: object = {}) =>
        Effect.map(
          mails.list(workspaceId, { ...everything, ...filter }, { ...firstPage, ...page }),
          ({ items, total, next }) => [items.map(({ id }) => id), total, next]
        )
      assert.deepStrictEqual(yield* list({}), [[reminded.id, billed.id, invited.id], 3, null])
      assert.deepStrictEqual(yield* list({}, { limit: 1 }), [[reminded.id], 3, reminded.id])
      assert.deepStrictEqual(yield* list({}, { after: billed.id }), [[invited.id], 3, null])
      assert.deepStrictEqual(yield* list({ kind: "invoice" }), [[billed.id], 1, null])
      assert.deepStrictEqual(yield* list({ objects: ["invoice"] }), [
        [reminded.id, billed.id],
        2,
        null
      ])
      assert.deepStrictEqual(yield* list({ objects: ["client", "user"] }), [[invited.id], 1, null])
      assert.deepStrictEqual(yield* list({ objects: [] }), [[], 0, null])
      assert.deepStrictEqual(yield* list({ status: "failed" }), [[reminded.id], 1, null])
      assert.deepStrictEqual(yield* list({ object: client.id }), [[invited.id], 1, null])
      assert.deepStrictEqual(yield* list({ object: invoice.id }), [
        [reminded.id, billed.id],
        2,
        null
      ])
      const unknown = `user_${client.id.slice("client_".length)}`
      assert.deepStrictEqual(yield* list({ object: unknown }), [[], 0, null])
      const creditNote = `cn_${client.id.slice("client_".length)}`
      assert.deepStrictEqual(yield* list({ object: creditNote }), [[], 0, null])
      const other = yield* newWorkspace
      assert.deepStrictEqual((yield* mails.list(other.id, everything, firstPage)).items, [])
    })
  )

  it.effect("counts what counts, by address in any case, after a time and before a mail", () =>
    Effect.gen(function* () {
      const mails = yield* each(MailRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const at = (hours: number) => DateTime.add(now, { hours })
      const about = { clientId: client.id }
      yield* newMail(workspaceId, { ...about, createdAt: at(0) })
      yield* newMail(workspaceId, { ...about, createdAt: at(1), recipient: "Ada@X.example" })
      yield* newMail(workspaceId, { ...about, createdAt: at(2), counted: false })
      const other = yield* newMail(workspaceId, {
        ...about,
        createdAt: at(3),
        recipient: "eve@x.example"
      })
      const nth = (n: number, of: object) =>
        mails.createdAtOf(workspaceId, n, { recipient: null, after: at(-1), before: null, ...of })
      const toAda = { recipient: "ADA@x.example" }
      assert.deepStrictEqual(yield* nth(1, toAda), at(1))
      assert.deepStrictEqual(yield* nth(2, toAda), at(0))
      assert.isNull(yield* nth(3, toAda))
      assert.isNull(yield* nth(2, { ...toAda, after: at(0) }))
      assert.deepStrictEqual(yield* nth(1, {}), at(3))
      assert.deepStrictEqual(yield* nth(3, {}), at(0))
      assert.deepStrictEqual(yield* nth(1, { before: other.id }), at(1))
      const elsewhere = yield* newWorkspace
      assert.isNull(
        yield* mails.createdAtOf(elsewhere.id, 1, { recipient: null, after: at(-9), before: null })
      )
    })
  )

  it.effect("the record of a mail is purged after 90 days", () =>
    Effect.gen(function* () {
      const mails = yield* each(MailRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const old = yield* newMail(workspaceId, { clientId: client.id })
      const ended = DateTime.add(DateTime.addDuration(now, mailRecords), { seconds: 1 })
      const young = yield* newMail(workspaceId, { clientId: client.id, createdAt: ended })
      const { purge } = yield* Housekeeping
      yield* purge(DateTime.subtract(ended, { seconds: 2 }))
      assert.isNotNull(yield* mails.find(workspaceId, old.id))
      yield* purge(ended)
      assert.isNull(yield* mails.find(workspaceId, old.id))
      assert.isNotNull(yield* mails.find(workspaceId, young.id))
    })
  )
}
