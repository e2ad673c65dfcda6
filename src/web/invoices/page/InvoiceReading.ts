/** Reads what the page of one invoice shows: a bounded number of reads, most of them at once. */
import { DateTime, Effect } from "effect"
import { Clients } from "../../../app/clients/Clients.ts"
import { Audit } from "../../../app/events/Audit.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Credits } from "../../../app/payments/Credits.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { numberInputOf } from "../../../domain/money/AmountInput.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { timeFormatsOf } from "../../PageFormats.ts"

/** The words and formats of the reader. */
const readerOf = Effect.fnUntraced(function* (
  { workspace }: SignedIn,
  { language }: BrowserRequest
) {
  const { locale } = textLocaleOf(workspace, language)
  const { invoice: words, invoiceList, frame } = wordsIn(language)
  const times = yield* timeFormatsOf(workspace, locale)
  return {
    ...{ language, locale, words, frame, times },
    states: invoiceList.states,
    listWords: invoiceList,
    formats: formatsOf(locale),
    numbers: numberInputOf(locale),
    today: dayIn(workspace.zone, times.now),
    dayOf: (at: DateTime.Utc) => dayIn(workspace.zone, at)
  }
})

export const makeReadInvoice = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const clients = yield* Clients
  const credits = yield* Credits
  const audit = yield* Audit

  return Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    id: string,
    withCredits: boolean
  ) {
    const { workspace } = signedIn
    const document = yield* invoicing.addressed(workspace, id)
    const { invoice } = document
    const newest = { order: "newest", beyond: null, limit: 100 } as const
    const read = yield* Effect.all(
      {
        reader: readerOf(signedIn, page),
        client: Effect.orDie(clients.get(workspace, invoice.client.id)),
        activity: audit.read(workspace, { objectId: invoice.id }, newest),
        dossier: invoicing.dossier(workspace, invoice.id),
        credits: withCredits
          ? Effect.map(credits.remaining(workspace, invoice.client.id), (items) =>
              items.filter(({ currency }) => currency === invoice.currency)
            )
          : Effect.succeed([])
      },
      { concurrency: "unbounded" }
    )
    const { dossier, ...shown } = read
    const isRemindedToday = dossier.mails.some(
      ({ kind, createdAt }) =>
        kind === "reminder" && dayIn(workspace.zone, createdAt) === shown.reader.today
    )
    return { ...shown, ...dossier, signedIn, page, document, invoice, isRemindedToday }
  })
})
export type ShownInvoice = Effect.Success<ReturnType<Effect.Success<typeof makeReadInvoice>>>

/** The payments that may be reversed, newest first. */
export const standingPayments = ({ payments }: Pick<ShownInvoice, "payments">) =>
  payments
    .filter(({ reverses, reversed }) => reverses === null && !reversed)
    .toSorted((one, other) => DateTime.Order(other.createdAt, one.createdAt))

/** The part that no credit note has credited yet. */
export const leftToCredit = ({
  invoice,
  creditedMinor
}: Pick<ShownInvoice, "invoice" | "creditedMinor">): number => invoice.totalMinor - creditedMinor

export const hasCreditNotes = ({ creditNotes }: Pick<ShownInvoice, "creditNotes">): boolean =>
  creditNotes.length > 0
