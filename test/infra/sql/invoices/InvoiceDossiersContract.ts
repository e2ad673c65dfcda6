/** The dossier of an invoice in every storage: what belongs to it alone, the newest first. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CreditNoteRepository } from "../../../../src/app/ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceDossiers } from "../../../../src/app/ports/invoices/InvoiceDossiers.ts"
import { newClient, newSent, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"
import { creditOnce } from "../creditnotes/CreditNoteRepositoryContract.ts"
import { newFile } from "../files/FileRepositoryContract.ts"
import { newMail } from "../mail/MailRepositoryContract.ts"

const part = (amountMinor: number) => ({ lines: [{ line: 0, amountMinor }], reason: "Too much" })

export const invoiceDossiersContract: StorageContract = (it) => {
  it.effect("has nothing at first", () =>
    Effect.gen(function* () {
      const dossiers = yield* InvoiceDossiers
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const { id } = yield* newSent(workspaceId, client.id)
      assert.deepStrictEqual(yield* dossiers.read(workspaceId, id, 10), {
        creditedMinor: 0,
        creditNotes: [],
        files: [],
        mails: []
      })
    })
  )

  it.effect("has its credit notes, files and mails, and none of another invoice", () =>
    Effect.gen(function* () {
      const dossiers = yield* InvoiceDossiers
      const notes = yield* each(CreditNoteRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const { id } = yield* newSent(workspaceId, client.id)
      const other = yield* newSent(workspaceId, client.id)
      const first = yield* creditOnce(workspaceId, id, part(100))
      const second = yield* creditOnce(workspaceId, id, part(50))
      yield* creditOnce(workspaceId, other.id, part(70))
      if (first === null || second === null) return assert.fail("refused")
      const failed = { status: "failed", attempts: 3, lastError: "550 no" } as const
      yield* notes.saveDelivery(workspaceId, first.id, failed)
      const sent = { content: new Uint8Array([1]), xml: { format: "cii", text: "<x/>" } } as const
      yield* notes.insertDocument(workspaceId, second.id, sent, now)
      const about = { invoiceId: id, kind: "invoice" } as const
      yield* newMail(workspaceId, { ...about, status: "sent", sentAt: now })
      yield* newMail(workspaceId, { ...about, kind: "reminder", lastError: "try later" })
      yield* newMail(workspaceId, { ...about, invoiceId: other.id })
      yield* newMail(workspaceId, { creditNoteId: first.id, kind: "credit_note" })
      const file = yield* newFile(workspaceId, { invoiceId: id })
      yield* newFile(workspaceId, { invoiceId: other.id })
      const dossier = yield* dossiers.read(workspaceId, id, 10)
      assert.deepStrictEqual(dossier, {
        creditedMinor: first.totalMinor + second.totalMinor,
        creditNotes: [
          {
            id: second.id,
            number: second.number,
            issueDate: second.issueDate,
            totalMinor: second.totalMinor,
            deliveryStatus: "queued",
            deliveryError: null,
            xmlFormat: "cii"
          },
          {
            id: first.id,
            number: first.number,
            issueDate: first.issueDate,
            totalMinor: first.totalMinor,
            deliveryStatus: "failed",
            deliveryError: "550 no",
            xmlFormat: null
          }
        ],
        files: [{ id: file.id, name: file.name, size: file.size }],
        mails: [
          { kind: "reminder", status: "queued", lastError: "try later", createdAt: now },
          { kind: "invoice", status: "sent", lastError: null, createdAt: now }
        ]
      })
      const few = yield* dossiers.read(workspaceId, id, 1)
      assert.deepStrictEqual(
        [few.creditNotes.length, few.mails.length, few.creditedMinor],
        [1, 1, dossier.creditedMinor]
      )
      const { id: stranger } = yield* newWorkspace
      const foreign = yield* dossiers.read(stranger, id, 10)
      assert.deepStrictEqual(
        [foreign.creditedMinor, foreign.creditNotes, foreign.files, foreign.mails],
        [0, [], [], []]
      )
    })
  )
}
