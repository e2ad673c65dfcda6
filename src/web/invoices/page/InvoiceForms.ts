/** Reads the forms of the panels and calls the use cases of the API; no rule stands here alone. */
import { Effect, Option, Result, Schema } from "effect"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Reminders } from "../../../app/invoices/reminders/Reminders.ts"
import { LinkReplacements } from "../../../app/payments/links/LinkReplacements.ts"
import { Payments } from "../../../app/payments/Payments.ts"
import { CreditId } from "../../../domain/Ids.ts"
import type { PaymentInput } from "../../../domain/payments/PaymentResource.ts"
import { CalendarDate, startOfDay } from "../../../domain/time/CalendarDate.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problem } from "../../forms/Forms.ts"
import { listPath } from "../InvoiceListQuery.ts"
import { type CorrectionRefusal, makeCorrections } from "./CorrectionForms.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"
import { mailOf, numberOf, type Read, textOf, textOrNull } from "./PanelInput.ts"

const isDay = Schema.is(CalendarDate)

const paymentOf = (shown: ShownInvoice, form: Form): Read<PaymentInput> => {
  const { reader, invoice, signedIn } = shown
  const { problems } = reader.words
  const amount = numberOf(
    shown,
    "amount",
    reader.numbers.parseAmount(form.text("amount"), invoice.currency)
  )
  const day = form.text("paid_at")
  const found: Problem[] = Result.isFailure(amount) ? [...amount.failure] : []
  if (!isDay(day)) found.push({ field: "paid_at", message: problems.noDay })
  else if (day > reader.today) found.push({ field: "paid_at", message: problems.future })
  for (const [name, most] of [
    ["reference", 255],
    ["method", 64]
  ] as const) {
    const text = textOf(shown, form, name, most)
    if (Result.isFailure(text)) found.push(...text.failure)
  }
  if (found.length > 0 || Result.isFailure(amount) || !isDay(day)) return Result.fail(found)
  const creditId = Option.getOrNull(CreditId.parse(form.text("credit_id")))
  return Result.succeed({
    amountMinor: amount.success,
    reference: textOrNull(form, "reference"),
    // Today's money came in now; that of an earlier day when the day began.
    ...(day === reader.today ? {} : { paidAt: startOfDay(signedIn.workspace.zone, day) }),
    ...(creditId === null ? { method: textOrNull(form, "method") } : { creditId }),
    ...(form.text("excess") === "credit" && creditId === null ? { excess: "credit" as const } : {})
  })
}

/** The refusals of the panels' use cases. */
type Refusal =
  | CorrectionRefusal
  | Effect.Error<
      | ReturnType<Payments["Service"]["record"]>
      | ReturnType<Reminders["Service"]["remind"]>
      | ReturnType<Invoicing["Service"]["send"] | Invoicing["Service"]["resend"]>
      | ReturnType<Invoicing["Service"]["requestSend"]>
      | ReturnType<Invoicing["Service"]["duplicate"]>
      | ReturnType<LinkReplacements["Service"]["replace"]>
    >

/** The changes of the panels: each reads its form, acts, and returns the path to go to. */
export const makeInvoiceChanges = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const payments = yield* Payments
  const reminders = yield* Reminders
  const links = yield* LinkReplacements
  const corrections = yield* makeCorrections

  return (
    shown: ShownInvoice,
    name: PanelName,
    form: Form
  ): Read<Effect.Effect<string, Refusal>> => {
    const { invoice, signedIn } = shown
    const { workspace } = signedIn
    const at = (id: string) => `${listPath}/${id}?done=${name}`
    const done = <A, E>(change: Effect.Effect<A, E>) => Effect.as(change, at(invoice.id))
    switch (name) {
      case "pay":
        return Result.map(paymentOf(shown, form), (input) =>
          done(payments.record(workspace, invoice.id, input))
        )
      case "remind":
        return Result.map(textOf(shown, form, "message", 5000), (message) =>
          done(reminders.remind(workspace, invoice.id, message))
        )
      case "send":
        return Result.map(mailOf(shown, form), ({ email, message }) =>
          done(invoicing.send(workspace, invoice.id, message, email))
        )
      case "ask":
        return Result.succeed(done(invoicing.requestSend(workspace, invoice.id)))
      case "again":
        return Result.map(mailOf(shown, form), (input) =>
          done(invoicing.resend(workspace, invoice.id, input))
        )
      case "void":
      case "reverse":
      case "credit":
      case "correct":
      case "note":
        return corrections(shown, name, form)
      case "link":
        return Result.succeed(done(links.replace(workspace, invoice.id)))
      case "duplicate":
        return Result.succeed(
          Effect.map(invoicing.duplicate(workspace, invoice.id), ({ id }) => at(id))
        )
    }
  }
})
