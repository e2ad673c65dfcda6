/** Files of sent invoices and the logos they show, in every storage. */
import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer } from "effect"
import { Housekeeping } from "../../../src/app/ports/Housekeeping.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { SentDocumentRepository } from "../../../src/app/ports/invoices/SentDocumentRepository.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CalendarDate } from "../../../src/domain/CalendarDate.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import {
  issue,
  newClient,
  newDraft,
  newSent,
  newWorkspace,
  type StoragePorts
} from "./storageContract.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const today = CalendarDate.make("2026-03-01")
const file = (text: string) => new TextEncoder().encode(text)

export const documentContract = <E, R>(
  name: string,
  storage: Layer.Layer<StoragePorts | Housekeeping | SentDocumentRepository | R, E>
): void => {
  layer(storage, { excludeTestServices: true })(name, (it) => {
    it.effect("the first file is kept, found by its content, and seen by no other workspace", () =>
      Effect.gen(function* () {
        const documents = yield* SentDocumentRepository
        const { id: workspaceId } = yield* newWorkspace
        const other = (yield* newWorkspace).id
        const sent = yield* newSent(workspaceId, (yield* newClient(workspaceId)).id)
        const [first, second] = [file(`${sent.id} first`), file(`${sent.id} second`)]
        assert.isNull(yield* documents.find(workspaceId, sent.id))
        assert.deepStrictEqual(yield* documents.keep(workspaceId, sent.id, first, now), first)
        assert.deepStrictEqual(yield* documents.keep(workspaceId, sent.id, second, now), first)
        assert.deepStrictEqual(yield* documents.find(workspaceId, sent.id), first)
        assert.isNull(yield* documents.find(other, sent.id))
        const found = { workspaceId, invoiceId: sent.id }
        assert.deepStrictEqual(yield* documents.findByContent(first), found)
        assert.isNull(yield* documents.findByContent(second))
        const view = yield* (yield* InvoiceRepository).view(workspaceId, sent.id, today)
        const sha256 = createHash("sha256").update(first).digest("hex")
        assert.deepStrictEqual(view.document, { sha256, bytes: first.length })
      })
    )

    it.effect("an invoice keeps what its document shows from the day it was sent", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const { id: workspaceId } = yield* newWorkspace
        const client = yield* newClient(workspaceId)
        const draft = yield* newDraft(workspaceId, client.id)
        assert.isNull((yield* invoices.view(workspaceId, draft.id, today)).issue)
        const sent = yield* newSent(workspaceId, client.id)
        assert.deepStrictEqual((yield* invoices.view(workspaceId, sent.id, today)).issue, issue)
        assert.deepStrictEqual(yield* invoices.getForUpdate(workspaceId, sent.id), sent)
        if (sent.status !== "sent") throw new Error("expected a sent invoice")
        yield* invoices.save(Invoice.voidInvoice(sent, null, now), "sent")
        assert.deepStrictEqual((yield* invoices.view(workspaceId, sent.id, today)).issue, issue)
      })
    )

    it.effect("a logo that an issued invoice shows outlives its replacement", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const workspaces = yield* WorkspaceRepository
        const { id } = yield* newWorkspace
        const logo = (byte: number) =>
          ({ type: "image/png", bytes: new Uint8Array([byte, 255]) }) as const
        yield* workspaces.saveLogo(id, logo(1))
        const logoHash = (yield* workspaces.find(id))?.logoHash ?? ""
        const draft = yield* newDraft(id, (yield* newClient(id)).id)
        const seller = { ...issue.seller, logoHash }
        yield* invoices.save(Invoice.send(draft, { ...issue, seller }, now), "draft")
        yield* workspaces.saveLogo(id, logo(2))
        assert.deepStrictEqual(yield* workspaces.logo(id), logo(2))
        assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
        const replaced = (yield* workspaces.find(id))?.logoHash ?? ""
        yield* workspaces.saveLogo(id, null)
        assert.isNull(yield* workspaces.logo(id))
        // A day later nobody can be sending an invoice with it any more.
        assert.deepStrictEqual(yield* workspaces.logoByHash(id, replaced), logo(2))
        yield* (yield* Housekeeping).purge(DateTime.add(yield* DateTime.now, { days: 2 }))
        assert.isNull(yield* workspaces.logoByHash(id, replaced))
        assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
      })
    )
  })
}
