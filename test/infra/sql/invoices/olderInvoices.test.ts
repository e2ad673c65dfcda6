/**
 * Invoices that the previous release wrote: version 1 of the amounts, lines of four fields, and in
 * the columns of taxes nothing or what the draft had before that release changed it.
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId } from "../../../../src/domain/Ids.ts"
import { reviseInvoice } from "../../../../src/domain/invoices/InvoiceDraft.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { recipientWith, sellerWith } from "../../../support/parties.ts"
import {
  later,
  newClient,
  newDraft,
  newSent,
  newWorkspace,
  recipient,
  today
} from "../../../support/records.ts"
import { layerPglite, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"

const olderDraft = Effect.fnUntraced(function* (taxRate: number | null, stale: string | null) {
  const sql = yield* MaintenanceClient
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const draft = yield* newDraft(workspace.id, client.id, { taxRate, discountMinor: 51 })
  yield* sql`UPDATE invoices SET money_version = 1, tax_category = ${stale}, taxes = NULL,
      line_items = (SELECT jsonb_agg(item - 'unit' - 'taxRate' - 'taxCategory' - 'exemptionReason')
        FROM jsonb_array_elements(line_items) item)
    WHERE id = ${InvoiceId.toUuid(draft.id)}`
  return draft
})

layer(onDatabase(layerPglite), { excludeTestServices: true })("an older invoice", (it) => {
  for (const [taxRate, stale] of [
    [0.19, null],
    [0, "AE"],
    [null, "S"]
  ] as const) {
    it.effect(`shows the taxes of its rate ${taxRate}, whatever the columns hold`, () =>
      Effect.gen(function* () {
        const invoices = yield* each(InvoiceRepository)
        const draft = yield* olderDraft(taxRate, stale)
        const read = yield* invoices.getForUpdate(draft.workspaceId, draft.id)
        assert.deepStrictEqual(read, { ...draft, moneyVersion: 1 })
        const { invoice } = yield* (yield* InvoiceRepository).view(
          draft.workspaceId,
          draft.id,
          today
        )
        assert.deepInclude(invoice, {
          taxCategory: draft.taxCategory,
          taxes: draft.taxes,
          lineItems: draft.lineItems
        })
      })
    )
  }

  it.effect("becomes one of version 2 with its next change", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { workspaceId, id } = yield* olderDraft(0.19, null)
      const read = yield* invoices.getForUpdate(workspaceId, id)
      if (read.status !== "draft") return assert.fail("not a draft")
      const revised = Result.getOrThrow(reviseInvoice(read, { notes: "n" }, later))
      yield* invoices.save(revised, "draft")
      const stored = yield* invoices.getForUpdate(workspaceId, id)
      assert.deepStrictEqual(stored, { ...read, notes: "n", moneyVersion: 2, updatedAt: later })
    })
  )

  it.effect("has null where its send did not store a detail of seller and buyer", () =>
    Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      const { id: workspaceId } = yield* newWorkspace
      const sent = yield* newSent(workspaceId, (yield* newClient(workspaceId)).id)
      const seller = {
        name: "Agency then",
        address: "Weg 1\nBerlin",
        vatId: "DE1",
        email: null,
        colour: null,
        logoHash: null,
        locale: "de",
        timeZone: "UTC"
      }
      yield* sql`UPDATE invoices SET recipient_details = NULL,
          seller = ${PgTypes.jsonb(seller)} WHERE id = ${InvoiceId.toUuid(sent.id)}`
      const invoices = yield* each(InvoiceRepository)
      const read = yield* invoices.getForUpdate(workspaceId, sent.id)
      if (read.status === "draft" || read.status === "void") return assert.fail("not sent")
      const { address: addressText, ...same } = seller
      assert.deepStrictEqual(
        read.seller,
        sellerWith({ ...same, addressText, tradingName: null, eInvoice: null })
      )
      const { name, email } = recipient
      assert.deepStrictEqual(read.recipient, recipientWith({ name, email, eInvoice: null }))
      const view = yield* invoices.view(workspaceId, sent.id, today)
      assert.deepStrictEqual(view.recipient, read.recipient)
      assert.deepStrictEqual(
        yield* invoices.textLocales(workspaceId, [sent.id]),
        new Map([[sent.id, { language: "en", locale: "de" }]])
      )
    })
  )
})
