/** Reads the forms of the panels and calls the use cases of the API; no rule stands here alone. */
import { Effect, Option, Result, Schema } from "effect"
import { Clients } from "../../../app/clients/Clients.ts"
import { Credits } from "../../../app/payments/Credits.ts"
import { Payments } from "../../../app/payments/Payments.ts"
import { InvoiceId, ProjectId } from "../../../domain/Ids.ts"
import { CreditExceeded } from "../../../domain/payments/Credit.ts"
import type { CreditView, RefundInput } from "../../../domain/payments/CreditResource.ts"
import { addDays, CalendarDate, startOfDay } from "../../../domain/time/CalendarDate.ts"
import type { ClientPanel } from "../../../words/clients/ClientWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problem, Problems } from "../../forms/Forms.ts"
import { clientPath } from "./ClientHead.ts"
import { creditOf } from "./ClientPanels.ts"
import type { ShownClient } from "./ClientReading.ts"

type Read<A> = Result.Result<A, Problems>

const wrong = (field: string, message: string): Result.Result<never, Problems> =>
  Result.fail([{ field, message }])

const isDay = Schema.is(CalendarDate)

/** The day from which the link is invalid. */
const expiryOf = ({ reader, signedIn }: ShownClient, form: Form) => {
  const day = form.text("until")
  const { problems } = reader.words
  if (!isDay(day) || day <= reader.today || day > addDays(reader.today, 90)) {
    return wrong("until", problems.until)
  }
  // The day is the last one: its end is the beginning of the next, but never beyond the bound.
  const end = day === addDays(reader.today, 90) ? day : addDays(day, 1)
  return Result.succeed(startOfDay(signedIn.workspace.zone, end))
}

const invitationOf = (shown: ShownClient, form: Form) => {
  const { problems } = shown.reader.words
  const expiresAt = expiryOf(shown, form)
  const message = form.text("message")
  const projectIds = form.all("projects").flatMap((text) => Option.toArray(ProjectId.parse(text)))
  const found: Problem[] = Result.isFailure(expiresAt) ? [...expiresAt.failure] : []
  if ([...message].length > 5000) found.push({ field: "message", message: problems.message })
  if (projectIds.length > 100) found.push({ field: "projects", message: problems.projects })
  if (found.length > 0 || Result.isFailure(expiresAt)) return Result.fail<Problems>(found)
  return Result.succeed({
    projectIds,
    message: message === "" ? null : message,
    expiresAt: expiresAt.success
  })
}

/** Whether so much is left is the use case's to say: a resent form may have taken it itself. */
const amountOf = ({ reader }: ShownClient, form: Form, { currency }: CreditView): Read<number> => {
  const { problems } = reader.invoiceWords
  const parsed = reader.numbers.parseAmount(form.text("amount"), currency)
  if (Result.isFailure(parsed)) return wrong("amount", problems[parsed.failure])
  return parsed.success > 0 ? Result.succeed(parsed.success) : wrong("amount", problems.notPositive)
}

const refundOf = (shown: ShownClient, form: Form, credit: CreditView) => {
  const { reader, signedIn } = shown
  const { problems } = reader.invoiceWords
  const amount = amountOf(shown, form, credit)
  const found: Problem[] = Result.isFailure(amount) ? [...amount.failure] : []
  const day = form.text("refunded_at")
  const reference = form.text("reference")
  if (!isDay(day)) found.push({ field: "refunded_at", message: problems.noDay })
  else if (day > reader.today) found.push({ field: "refunded_at", message: problems.future })
  if ([...reference].length > 255) found.push({ field: "reference", message: problems.tooLong })
  if (found.length > 0 || Result.isFailure(amount) || !isDay(day))
    return Result.fail<Problems>(found)
  return Result.succeed({
    amountMinor: amount.success,
    reference: reference === "" ? null : reference,
    ...(day === reader.today ? {} : { refundedAt: startOfDay(signedIn.workspace.zone, day) })
  })
}

/** The refusals of the panels' use cases. */
type Refusal = Effect.Error<
  | ReturnType<Clients["Service"]["invite"] | Clients["Service"]["update"]>
  | ReturnType<Payments["Service"]["record"] | Credits["Service"]["refund"]>
>

/** The change, which gives the path to redirect to; or what is wrong with the form. */
type ClientChange = Read<Effect.Effect<string, Refusal>>

export const makeClientChanges = Effect.gen(function* () {
  const clients = yield* Clients
  const payments = yield* Payments
  const credits = yield* Credits

  const access = ({ signedIn, client }: ShownClient, portalAccess: boolean) =>
    Result.succeed(
      clients.update(signedIn.workspace, client.id, { portalAccess }, { role: signedIn.user.role })
    )

  /** A refund is decided by the balance that the page showed. */
  const refund = Effect.fnUntraced(function* (
    { signedIn: { workspace } }: ShownClient,
    form: Form,
    { id }: CreditView,
    input: RefundInput
  ) {
    const now = yield* credits.get(workspace, id)
    if (form.text("seen") !== String(now.remainingMinor)) return yield* new CreditExceeded(now)
    return yield* credits.refund(workspace, id, input)
  })

  const changes = {
    invite: (shown: ShownClient, form: Form) =>
      Result.map(invitationOf(shown, form), (input) =>
        clients.invite(shown.signedIn.workspace, shown.client.id, input)
      ),
    open: (shown: ShownClient) => access(shown, true),
    close: (shown: ShownClient) => access(shown, false),
    apply: (shown: ShownClient, form: Form) => {
      const credit = creditOf(shown)
      if (credit === undefined) return wrong("amount", shown.reader.words.creditUsed)
      const invoice = Option.getOrUndefined(InvoiceId.parse(form.text("invoice_id")))
      if (invoice === undefined) return wrong("invoice_id", shown.reader.words.problems.invoice)
      return Result.map(amountOf(shown, form, credit), (amountMinor) =>
        payments.record(shown.signedIn.workspace, invoice, { creditId: credit.id, amountMinor })
      )
    },
    refund: (shown: ShownClient, form: Form) => {
      const credit = creditOf(shown)
      if (credit === undefined) return wrong("amount", shown.reader.words.creditUsed)
      return Result.map(refundOf(shown, form, credit), (input) =>
        refund(shown, form, credit, input)
      )
    }
  } satisfies Record<ClientPanel, unknown>

  return (shown: ShownClient, name: ClientPanel, form: Form): ClientChange => {
    const show = name === "apply" || name === "refund" ? { show: "credit" } : {}
    const to = clientPath(shown, { ...show, done: name })
    const as = <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.as(change, to)
    switch (name) {
      case "invite":
        return Result.map(changes.invite(shown, form), as)
      case "open":
        return Result.map(changes.open(shown), as)
      case "close":
        return Result.map(changes.close(shown), as)
      case "apply":
        return Result.map(changes.apply(shown, form), as)
      case "refund":
        return Result.map(changes.refund(shown, form), as)
    }
  }
})
