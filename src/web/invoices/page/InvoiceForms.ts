/** Reads the forms of the panels and calls the use cases of the API; no rule stands here alone. */
import { Effect, Option, Result, Schema } from "effect"
import { CreditNotes } from "../../../app/creditnotes/CreditNotes.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Reminders } from "../../../app/invoices/reminders/Reminders.ts"
import { Payments } from "../../../app/payments/Payments.ts"
import { CreditId } from "../../../domain/Ids.ts"
import type { NumberProblem } from "../../../domain/money/AmountInput.ts"
import type { PaymentInput } from "../../../domain/payments/PaymentResource.ts"
import { EmailAddress } from "../../../domain/text/Text.ts"
import { CalendarDate, startOfDay } from "../../../domain/time/CalendarDate.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problem, Problems } from "../../forms/Forms.ts"
import { listPath } from "../InvoiceListQuery.ts"
import { type ShownInvoice, standingPayments } from "./InvoiceReading.ts"

type Read<A> = Result.Result<A, Problems>

const wrong = (field: string, message: string): Result.Result<never, Problems> =>
  Result.fail([{ field, message }])

const isDay = Schema.is(CalendarDate)
const isEmail = Schema.is(EmailAddress)

const textOrNull = (form: Form, name: string): string | null => form.text(name) || null

/** A text of at most `most` characters. */
const textOf = (
  shown: ShownInvoice,
  form: Form,
  name: string,
  most: number
): Read<string | null> =>
  [...form.text(name)].length > most
    ? wrong(name, shown.reader.words.problems.tooLong)
    : Result.succeed(textOrNull(form, name))

const requiredText = (shown: ShownInvoice, form: Form, name: string, most: number): Read<string> =>
  Result.flatMap(textOf(shown, form, name, most), (text) =>
    text === null ? wrong(name, shown.reader.words.problems.required) : Result.succeed(text)
  )

const numberOf = (
  { reader }: ShownInvoice,
  name: string,
  parsed: Result.Result<number, NumberProblem>
): Read<number> => {
  const { problems } = reader.words
  if (Result.isFailure(parsed)) return wrong(name, problems[parsed.failure])
  return parsed.success > 0 ? Result.succeed(parsed.success) : wrong(name, problems.notPositive)
}

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

interface MailInput {
  readonly email: string
  readonly message: string | null
}

const mailOf = (shown: ShownInvoice, form: Form): Read<MailInput> => {
  const email = form.text("email") || shown.document.recipient.email
  if (!isEmail(email)) return wrong("email", shown.reader.words.problems.email)
  return Result.map(textOf(shown, form, "message", 5000), (message) => ({ email, message }))
}

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

/** The refusals of the panels' use cases. */
type Refusal = Effect.Error<
  | ReturnType<Payments["Service"]["record"] | Payments["Service"]["reverse"]>
  | ReturnType<Reminders["Service"]["remind"]>
  | ReturnType<Invoicing["Service"]["send"] | Invoicing["Service"]["resend"]>
  | ReturnType<Invoicing["Service"]["requestSend"]>
  | ReturnType<Invoicing["Service"]["void"] | Invoicing["Service"]["duplicate"]>
  | ReturnType<CreditNotes["Service"]["create"]>
>

/** The changes of the panels: each reads its form, acts, and returns the path to go to. */
export const makeInvoiceChanges = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const payments = yield* Payments
  const reminders = yield* Reminders
  const notes = yield* CreditNotes

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
        return Result.map(textOf(shown, form, "reason", 500), (reason) =>
          done(invoicing.void(workspace, invoice.id, reason))
        )
      case "reverse":
        return Result.map(requiredText(shown, form, "reason", 500), (reason) => {
          const [last] = standingPayments(shown)
          const payment = form.text("payment_id") || (last?.id ?? "")
          return done(payments.reverse(workspace, invoice.id, payment, reason))
        })
      case "credit":
        return Result.flatMap(requiredText(shown, form, "reason", 500), (reason) =>
          Result.map(creditLines(shown, form), (lines) =>
            done(
              notes.create(workspace, invoice.id, {
                reason,
                ...(lines === undefined ? {} : { lines })
              })
            )
          )
        )
      case "duplicate":
        return Result.succeed(
          Effect.map(invoicing.duplicate(workspace, invoice.id), ({ id }) => at(id))
        )
    }
  }
})
