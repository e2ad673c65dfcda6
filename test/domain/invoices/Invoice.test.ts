/** Transitions of an invoice: the fields that each writes, and the states that allow it. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import * as fc from "fast-check"
import {
  applyPayment,
  asOf,
  balanceDue,
  becomeOverdue,
  becomeVoid,
  hasPaymentLink,
  type Invoice,
  isOpen,
  type OpenInvoice,
  replacePaymentLink,
  requireDraft,
  requireLinked,
  requirePayable,
  requireRemindable,
  requireVoidable,
  send
} from "../../../src/domain/invoices/Invoice.ts"
import { invoiceStatuses } from "../../../src/domain/invoices/InvoiceTransitions.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { draftOf, invoiceIn, issue, now, pricedDraft, sentOf } from "../../support/invoices.ts"

const notCredited = { amountCreditedMinor: 0, creditNotesTotalMinor: 0, creditNotesNetMinor: 0 }

const later = DateTime.add(now, { hours: 1 })
const latest = DateTime.add(now, { hours: 2 })

const allowing = <A, E>(require: (invoice: Invoice) => Result.Result<A, E>) =>
  invoiceStatuses.filter((status) => Result.isSuccess(require(invoiceIn[status]())))

describe("sending", () => {
  it("adds the parties of the document and the delivery, and changes nothing else", () => {
    const draft = draftOf()
    assert.deepStrictEqual(send(draft, issue, later), {
      ...draft,
      ...issue,
      status: "sent",
      sentAt: later,
      amountPaidMinor: 0,
      ...notCredited,
      delivery: { status: "queued", attempts: 0, lastError: null },
      updatedAt: later
    })
  })

  it("pays a total of 0 at once", () => {
    assert.deepInclude(send(pricedDraft(0), issue, later), { status: "paid", paidAt: later })
  })
})

describe("paying", () => {
  it("leaves the balance open until the last part closes the invoice", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(parts, fc.boolean(), (amounts, isLate) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0)
        const sent = sentOf(total)
        let invoice: Invoice = isLate ? becomeOverdue(sent) : sent
        const open = invoice.status
        for (const [index, amount] of amounts.entries()) {
          const payable: OpenInvoice = Result.getOrThrow(requirePayable(invoice))
          assert.strictEqual(payable.status, open)
          invoice = applyPayment(payable, amount, later, latest)
          const paid = amounts.slice(0, index + 1).reduce((sum, part) => sum + part, 0)
          assert.deepInclude(invoice, { amountPaidMinor: paid, updatedAt: latest })
          assert.strictEqual(balanceDue({ ...sent, amountPaidMinor: paid }), total - paid)
        }
        assert.deepInclude(invoice, { status: "paid", paidAt: later, amountPaidMinor: total })
        assert.isTrue(Result.isFailure(requirePayable(invoice)))
      })
    )
  })
})

describe("voiding", () => {
  it("a draft has no fields of a send", () => {
    const draft = draftOf()
    assert.deepStrictEqual(becomeVoid(draft, "a mistake", later), {
      ...draft,
      ...notCredited,
      status: "void",
      voidedAt: later,
      voidReason: "a mistake",
      updatedAt: later,
      issued: null
    })
  })

  it("a sent invoice stores its issue apart, without a paid amount", () => {
    const { sentAt, delivery, amountPaidMinor, recipient, seller, projectName, ...fields } =
      sentOf()
    assert.deepStrictEqual(becomeVoid(sentOf(), null, later), {
      ...fields,
      status: "void",
      voidedAt: later,
      voidReason: null,
      updatedAt: later,
      issued: {
        sentAt,
        recipient,
        seller,
        projectName,
        delivery: {
          ...delivery,
          status: "failed",
          lastError: "The invoice was voided before the mail went out"
        }
      }
    })
  })

  it("a void invoice is unchanged", () => {
    const voided = invoiceIn.void()
    assert.strictEqual(Result.getOrThrow(requireVoidable(voided)), voided)
  })

  it("is refused with the amount that was paid", () => {
    const partly = applyPayment(sentOf(), 1, now, now)
    assert.deepInclude(Result.getOrThrow(Result.flip(requireVoidable(partly))), {
      number: "INV-0001",
      status: "sent",
      amountPaidMinor: 1
    })
  })
})

describe("the due day", () => {
  it("makes only a sent invoice overdue, when the day is over", () => {
    const after = CalendarDate.make("2026-03-16")
    for (const status of invoiceStatuses) {
      const invoice = invoiceIn[status]()
      assert.strictEqual(asOf(invoice, invoice.dueDate), invoice)
      if (status === "sent") assert.deepStrictEqual(asOf(invoice, after), invoiceIn.overdue())
      else assert.strictEqual(asOf(invoice, after), invoice)
    }
  })
})

describe("what a state allows", () => {
  it("a change or a send: only a draft", () => {
    assert.deepStrictEqual(
      allowing((invoice) => requireDraft(invoice, "update")),
      ["draft"]
    )
  })

  it("a payment or a reminder: only a sent invoice with a balance", () => {
    assert.deepStrictEqual(allowing(requirePayable), ["sent", "overdue"])
    assert.deepStrictEqual(allowing(requireRemindable), ["sent", "overdue"])
    assert.deepStrictEqual(
      invoiceStatuses.filter((status) => isOpen({ status })),
      ["sent", "overdue"]
    )
  })

  it("a payment link: a sent invoice that is not void", () => {
    assert.deepStrictEqual(allowing(requireLinked), ["sent", "paid", "overdue"])
    assert.deepStrictEqual(invoiceStatuses.filter(hasPaymentLink), ["sent", "paid", "overdue"])
  })

  it("a refusal names the refused action", () => {
    const messageOf = (action: "update" | "send") =>
      Result.getOrThrow(Result.flip(requireDraft(sentOf(), action))).message
    assert.include(messageOf("update"), "cannot be updated;")
    assert.include(messageOf("send"), "cannot be sent;")
  })

  it("another payment link changes the salt and the time, nothing else", () => {
    const sent = sentOf()
    assert.deepStrictEqual(replacePaymentLink(sent, "salt", later), {
      ...sent,
      paymentLinkSalt: "salt",
      updatedAt: later
    })
  })
})
