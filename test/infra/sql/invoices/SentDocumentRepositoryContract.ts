/** Files of sent invoices, in every storage. */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { SentDocumentRepository } from "../../../../src/app/ports/invoices/SentDocumentRepository.ts"
import { becomeVoid } from "../../../../src/domain/invoices/Invoice.ts"
import { newClient, newOpen, newSent, newWorkspace, now, today } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const file = (text: string) => new TextEncoder().encode(text)

export const sentDocumentRepositoryContract: StorageContract = (it) => {
  it.effect(
    "the first file stays, is found by its content, and is seen by no other workspace",
    () =>
      Effect.gen(function* () {
        const documents = yield* each(SentDocumentRepository)
        const { id: workspaceId } = yield* newWorkspace
        const other = (yield* newWorkspace).id
        const sent = yield* newSent(workspaceId, (yield* newClient(workspaceId)).id)
        const [first, second] = [file(`${sent.id} first`), file(`${sent.id} second`)]
        const xml = { format: "cii", text: "<a>é</a>\n" } as const
        assert.isNull(yield* documents.find(workspaceId, sent.id))
        assert.isNull(yield* documents.findXml(workspaceId, sent.id))
        assert.isTrue(
          yield* yield* documents.insert(workspaceId, sent.id, { content: first, xml }, now)
        )
        assert.isFalse(
          yield* yield* documents.insert(workspaceId, sent.id, { content: second, xml: null }, now)
        )
        assert.deepStrictEqual(yield* documents.find(workspaceId, sent.id), first)
        assert.isNull(yield* documents.find(other, sent.id))
        assert.deepStrictEqual(yield* documents.findXml(workspaceId, sent.id), xml)
        assert.isNull(yield* documents.findXml(other, sent.id))
        const found = { workspaceId, invoiceId: sent.id }
        assert.deepStrictEqual(yield* documents.findByContent(first), found)
        assert.isNull(yield* documents.findByContent(second))
        const view = yield* (yield* InvoiceRepository).view(workspaceId, sent.id, today)
        const sha256 = createHash("sha256").update(first).digest("hex")
        assert.deepStrictEqual(view.invoice.document, { sha256, bytes: first.length })
      })
  )

  it.effect("a void invoice has a file only if it was stored before the void", () =>
    Effect.gen(function* () {
      const documents = yield* each(SentDocumentRepository)
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const voided = Effect.gen(function* () {
        const sent = yield* newOpen(workspaceId, client.id)
        const insert = Effect.flatten(
          documents.insert(workspaceId, sent.id, { content: file(sent.id), xml: null }, now)
        )
        return { insert, end: invoices.save(becomeVoid(sent, null, now), "sent"), id: sent.id }
      })
      const [late, early] = [yield* voided, yield* voided]
      assert.isTrue(yield* early.insert)
      yield* late.end
      yield* early.end
      assert.deepStrictEqual([yield* late.insert, yield* early.insert], [false, false])
      assert.isNull(yield* documents.find(workspaceId, late.id))
      assert.deepStrictEqual(yield* documents.find(workspaceId, early.id), file(early.id))
      assert.isNull(yield* documents.findXml(workspaceId, early.id))
    })
  )
}
