/** Every cell of the transition table, walked on real invoices of every state. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { CalendarDate } from "../../../src/domain/CalendarDate.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import { reviseInvoice } from "../../../src/domain/invoices/InvoiceDraft.ts"
import {
  type InvoiceAction,
  type InvoiceStatus,
  invoiceActions,
  invoiceStatuses,
  type TransitionOutcome,
  transitions
} from "../../../src/domain/invoices/InvoiceTransitions.ts"
import { invoiceIn, issue, now, pricedDraft, sentOf } from "../../support/invoices.ts"

const pay = (invoice: Invoice.Invoice, amount: number) =>
  Result.map(Invoice.requirePayable(invoice), (open) =>
    Invoice.applyPayment(open, amount, now, now)
  )

const act: Record<InvoiceAction, (i: Invoice.Invoice) => Result.Result<Invoice.Invoice, unknown>> =
  {
    update: (invoice) =>
      Result.flatMap(Invoice.requireDraft(invoice, "update"), (draft) =>
        reviseInvoice(draft, { notes: "x" }, now)
      ),
    send: (invoice) =>
      Result.map(Invoice.requireDraft(invoice, "send"), (draft) => Invoice.send(draft, issue, now)),
    void: (invoice) =>
      Result.map(Invoice.requireVoidable(invoice), (voidable) =>
        voidable.status === "void" ? voidable : Invoice.becomeVoid(voidable, null, now)
      ),
    "record a partial payment": (invoice) => pay(invoice, 400),
    "record the closing payment": (invoice) => pay(invoice, 1000),
    "become overdue": (invoice) =>
      Result.succeed(Invoice.asOf(invoice, CalendarDate.make("2026-03-16")))
  }

const expected = (status: InvoiceStatus, outcome: TransitionOutcome): InvoiceStatus | "refused" =>
  outcome === "refused" ? "refused" : outcome === "never" ? status : outcome.to

describe("the table", () => {
  const cells = invoiceStatuses.flatMap((status) =>
    invoiceActions.map((action) => [status, action] as const)
  )
  it.each(cells)("%s: %s", (status, action) => {
    const result = act[action](invoiceIn[status]())
    const found = Result.match(result, { onSuccess: (i) => i.status, onFailure: () => "refused" })
    assert.strictEqual(found, expected(status, transitions[status][action]))
  })

  it("a draft that asks for nothing is paid at send", () => {
    const sent = Invoice.send(pricedDraft(0), issue, now)
    assert.strictEqual(sent.status, "paid")
    const outcome = transitions.draft.send
    assert.isTrue(typeof outcome === "object" && "orIfTotalIsZero" in outcome)
  })

  it.each([sentOf(), Invoice.becomeOverdue(sentOf())])(
    "is not voided once paid in part",
    (open) => {
      const partly = Invoice.applyPayment(open, 1, now, now)
      const refused = Result.flip(Invoice.requireVoidable(partly))
      const message = Result.getOrThrow(refused).message
      assert.include(message, "INV-0001")
      assert.include(message, open.status)
    }
  )

  it("a refusal names the invoice, its status and what is allowed", () => {
    const refused = Result.getOrThrow(Result.flip(Invoice.requireDraft(sentOf(), "send")))
    assert.strictEqual(
      refused.message,
      "Invoice INV-0001 is sent and cannot be sent; it can be voided or paid"
    )
  })

  it("overdue begins on the day after the due date", () => {
    const sent = sentOf()
    assert.strictEqual(Invoice.asOf(sent, sent.dueDate).status, "sent")
    assert.strictEqual(Invoice.asOf(sent, CalendarDate.make("2026-03-16")).status, "overdue")
  })

  it("gives up a queued mail with the void, and keeps a delivered one", () => {
    const queued = Invoice.becomeVoid(sentOf(), "mistake", now)
    assert.strictEqual(queued.issued?.delivery.status, "failed")
    const delivered = {
      ...sentOf(),
      delivery: { status: "sent", attempts: 1, lastError: null } as const
    }
    assert.strictEqual(Invoice.becomeVoid(delivered, null, now).issued?.delivery.status, "sent")
  })
})
