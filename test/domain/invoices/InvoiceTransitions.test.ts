/** Every cell of the transition table, walked on real invoices of every state. */
import { assert, describe, it } from "@effect/vitest"
import { Record, Result } from "effect"
import {
  type InvoiceAllowed,
  invoiceIn as refusalIn
} from "../../../src/api/errors/ErrorMessage.ts"
import { credit, issueCreditNote } from "../../../src/domain/creditnotes/CreditNote.ts"
import { CreditNoteId } from "../../../src/domain/Ids.ts"
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
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { invoiceIn, issue, now, pricedDraft, sentOf } from "../../support/invoices.ts"

const pay = (invoice: Invoice.Invoice, amount: number) =>
  Result.map(Invoice.requirePayable(invoice), (open) =>
    Invoice.applyPayment(open, amount, now, now)
  )

/** A part that is smaller than every rest. */
const part = { lines: [{ line: 0, amountMinor: 1 }], reason: "Too much" }
const context = {
  id: CreditNoteId.schema.make("cn_01h2xcejqtf2nbrexx3vqjhp41"),
  today: CalendarDate.make("2026-03-10"),
  now
}

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
    "issue a credit note": (invoice) =>
      Result.flatMap(Invoice.requireCreditable(invoice), (creditable) =>
        Result.map(issueCreditNote(creditable, [], part, context), (note) =>
          credit(creditable, note, now)
        )
      ),
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

  it("a draft with a total of 0 is paid at send", () => {
    const sent = Invoice.send(pricedDraft(0), issue, now)
    assert.strictEqual(sent.status, "paid")
    const outcome = transitions.draft.send
    assert.isTrue(typeof outcome === "object" && "orIfTotalIsZero" in outcome)
  })

  const partly = [sentOf(), Invoice.becomeOverdue(sentOf())].flatMap((open) =>
    [1, 400, 999].map((amount) => Invoice.applyPayment(open, amount, now, now))
  )
  const every = [...invoiceStatuses.map((status) => invoiceIn[status]()), ...partly]
  const told = every.map((invoice) => {
    const paid = "amountPaidMinor" in invoice ? invoice.amountPaidMinor : 0
    return [invoice.status, paid, invoice] as const
  })

  it.each(told)(
    "a refusal by one that is %s with %d paid names what succeeds",
    (_, __, invoice) => {
      const rest = "amountPaidMinor" in invoice ? Invoice.balanceDue(invoice) : 1
      const tries: Readonly<Record<InvoiceAllowed, Result.Result<unknown, unknown>>> = {
        update: act.update(invoice),
        send: act.send(invoice),
        void: act.void(invoice),
        pay: pay(invoice, rest),
        credit: act["issue a credit note"](invoice)
      }
      // Voiding a void invoice has no effect.
      const able = Record.keys(tries).filter(
        (action) => Result.isSuccess(tries[action]) && invoice.status !== "void"
      )
      const messageOf = <E extends Error>(tried: Result.Result<unknown, E>) =>
        Result.isFailure(tried) ? [tried.failure.message] : []
      const messages = [
        ...messageOf(Invoice.requireDraft(invoice, "update")),
        ...messageOf(Invoice.requireDraft(invoice, "send")),
        ...messageOf(Invoice.requireVoidable(invoice)),
        ...messageOf(Invoice.requirePayable(invoice)),
        ...messageOf(Invoice.requireCreditable(invoice))
      ]
      assert.isNotEmpty(messages)
      for (const message of messages) {
        const { number, status } = invoice
        assert.deepStrictEqual(refusalIn(message), { number, status, allowed: able }, message)
      }
    }
  )

  it("a partly paid invoice is not voided, and the refusal names the paid amount", () => {
    for (const [currency, amount] of [
      ["EUR", "4.00 EUR"],
      ["JPY", "400 JPY"],
      ["KWD", "0.400 KWD"]
    ] as const) {
      const sent = { ...sentOf(), currency: CurrencyCode.make(currency) }
      const open = Invoice.applyPayment(sent, 400, now, now)
      assert.strictEqual(
        Result.getOrThrow(Result.flip(Invoice.requireVoidable(open))).message,
        `Invoice INV-0001 is sent and cannot be voided, because ${amount} was paid; it can be paid or credited`
      )
    }
  })

  it("an invoice that credit notes lowered is paid by its rest, and is not voided", () => {
    const sent = { ...sentOf(), amountCreditedMinor: 400, creditNotesTotalMinor: 400 }
    assert.strictEqual(Invoice.balanceDue(sent), 600)
    assert.strictEqual(Invoice.applyPayment(sent, 599, now, now).status, "sent")
    const paid = Invoice.applyPayment(sent, 600, now, now)
    assert.deepInclude(paid, { status: "paid", amountPaidMinor: 600 })
    const refused = (invoice: Invoice.Invoice) =>
      Result.getOrThrow(Result.flip(Invoice.requireVoidable(invoice))).message
    assert.include(refused(sent), "voided, because credit notes lowered it by 4.00 EUR; it can be")
    assert.include(
      refused(Invoice.applyPayment(sent, 1, now, now)),
      "because 0.01 EUR was paid and credit notes lowered it by 4.00 EUR; it can be paid"
    )
  })

  it("a refusal names the invoice, its status and what is allowed", () => {
    const refused = Result.getOrThrow(Result.flip(Invoice.requireDraft(sentOf(), "send")))
    assert.strictEqual(
      refused.message,
      "Invoice INV-0001 is sent and cannot be sent; it can be voided or paid or credited"
    )
  })

  it("overdue begins on the day after the due date", () => {
    const sent = sentOf()
    assert.strictEqual(Invoice.asOf(sent, sent.dueDate).status, "sent")
    assert.strictEqual(Invoice.asOf(sent, CalendarDate.make("2026-03-16")).status, "overdue")
  })

  it("the void cancels a queued mail and leaves a delivered one unchanged", () => {
    const queued = Invoice.becomeVoid(sentOf(), "mistake", now)
    assert.strictEqual(queued.issued?.delivery.status, "failed")
    const delivered = {
      ...sentOf(),
      delivery: { status: "sent", attempts: 1, lastError: null } as const
    }
    assert.strictEqual(Invoice.becomeVoid(delivered, null, now).issued?.delivery.status, "sent")
  })
})
