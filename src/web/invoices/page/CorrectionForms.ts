/** Reads the forms of the panels that correct an invoice, and calls their use cases. */
import { Effect, Result } from "effect"
import { CreditNotes } from "../../../app/creditnotes/CreditNotes.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Payments } from "../../../app/payments/Payments.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problem } from "../../forms/Forms.ts"
import { listPath } from "../InvoiceListQuery.ts"
import { type ShownInvoice, standingPayments } from "./InvoiceReading.ts"
import { mailOf, numberOf, type Read, requiredText, textOf } from "./PanelInput.ts"

interface CreditLine {
  readonly line: number
  readonly quantity?: number
  readonly amountMinor?: number
}

/** Undefined: all that is left of the invoice. */
const creditLines = (
  shown: ShownInvoice,
  form: Form
): Read<ReadonlyArray<CreditLine> | undefined> => {
  const { reader, invoice } = shown
  const lines: CreditLine[] = []
  const found: Problem[] = []
  invoice.lineItems.forEach(({ totalMinor }, line) => {
    const names = { quantity: `line.${line}.quantity`, amount: `line.${line}.amount` }
    const [quantity, amount] = [form.text(names.quantity), form.text(names.amount)]
    if (quantity !== "") {
      const parsed = numberOf(shown, names.quantity, reader.numbers.parseQuantity(quantity))
      if (Result.isFailure(parsed)) found.push(...parsed.failure)
      else lines.push({ line, quantity: parsed.success })
    } else if (amount !== "") {
      const minor = reader.numbers.parseAmount(amount, invoice.currency)
      const parsed = numberOf(shown, names.amount, minor)
      if (Result.isFailure(parsed)) found.push(...parsed.failure)
      else lines.push({ line, amountMinor: totalMinor < 0 ? -parsed.success : parsed.success })
    }
  })
  if (found.length > 0) return Result.fail(found)
  return Result.succeed(lines.length === 0 ? undefined : lines)
}

/** The panels that take something back. */
type CorrectionName = "void" | "reverse" | "credit" | "correct" | "note"

export type CorrectionRefusal = Effect.Error<
  | ReturnType<Payments["Service"]["reverse"]>
  | ReturnType<Invoicing["Service"]["void"]>
  | ReturnType<CreditNotes["Service"]["create" | "correct" | "resend"]>
>

export const makeCorrections = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const payments = yield* Payments
  const notes = yield* CreditNotes

  return (
    shown: ShownInvoice,
    name: CorrectionName,
    form: Form
  ): Read<Effect.Effect<string, CorrectionRefusal>> => {
    const { invoice, signedIn } = shown
    const { workspace } = signedIn
    const done = <A, E>(change: Effect.Effect<A, E>) =>
      Effect.as(change, `${listPath}/${invoice.id}?done=${name}`)
    if (name === "void") {
      return Result.map(textOf(shown, form, "reason", 500), (reason) =>
        done(invoicing.void(workspace, invoice.id, reason))
      )
    }
    if (name === "note") {
      return Result.map(mailOf(shown, form), (input) =>
        done(notes.resend(workspace, form.text("credit_note"), input))
      )
    }
    return Result.flatMap(
      requiredText(shown, form, "reason", 500),
      (reason): Read<Effect.Effect<string, CorrectionRefusal>> => {
        if (name === "reverse") {
          const [last] = standingPayments(shown)
          const payment = form.text("payment_id") || (last?.id ?? "")
          return Result.succeed(done(payments.reverse(workspace, invoice.id, payment, reason)))
        }
        if (name === "correct") {
          const copy = notes.correct(workspace, invoice.id, reason)
          return Result.succeed(Effect.map(copy, ({ id }) => `${listPath}/${id}/edit?done=${name}`))
        }
        return Result.map(creditLines(shown, form), (lines) =>
          done(
            notes.create(workspace, invoice.id, {
              reason,
              ...(lines === undefined ? {} : { lines })
            })
          )
        )
      }
    )
  }
})
