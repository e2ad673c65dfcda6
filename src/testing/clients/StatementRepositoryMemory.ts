/** Statements in memory: every change of what a client owes is posted, and then summed. */
import { DateTime, Effect, Layer } from "effect"
import { StatementRepository } from "../../app/ports/clients/StatementRepository.ts"
import { type MovementKind, movementKinds } from "../../domain/clients/Statement.ts"
import type { ClientId, WorkspaceId } from "../../domain/Ids.ts"
import { issuedOf } from "../../domain/invoices/Invoice.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"

/** A change of what an invoice or a credit leaves to pay. */
interface Posting {
  readonly day: CalendarDate
  /** Credit that pays an invoice posts to both accounts. */
  readonly kind: MovementKind | "applied"
  readonly source: string
  readonly currency: CurrencyCode
  readonly number: string
  readonly reference: string | null
  readonly account: string
  readonly amountMinor: number
}

const invoicesOf = ({ invoices }: MemoryState, workspaceId: WorkspaceId, clientId: ClientId) =>
  [...invoices.values()].filter(
    (invoice) => invoice.workspaceId === workspaceId && invoice.clientId === clientId
  )

type Keys = readonly [WorkspaceId, ClientId]

const notesOf = (
  state: MemoryState,
  [workspaceId, clientId]: Keys,
  credits: MemoryState["credits"]
): ReadonlyArray<Posting> =>
  [...state.creditNotes.values()].flatMap((note): ReadonlyArray<Posting> => {
    if (note.workspaceId !== workspaceId || note.clientId !== clientId) return []
    const { id, issueDate: day, currency, number, invoiceId, creditId, totalMinor } = note
    const credit = credits.find((one) => one.id === creditId)
    const creditMinor = credit?.amountMinor ?? 0
    const at = { day, kind: "credit_note" as const, source: id, currency, number, reference: null }
    return [
      { ...at, account: invoiceId, amountMinor: creditMinor - totalMinor },
      ...(credit === undefined ? [] : [{ ...at, account: credit.id, amountMinor: -creditMinor }])
    ]
  })

const postingsOf = (
  state: MemoryState,
  [workspaceId, clientId]: Keys,
  dayOf: (at: DateTime.Utc) => CalendarDate
): ReadonlyArray<Posting> => {
  const all = invoicesOf(state, workspaceId, clientId)
  const own = all.filter((invoice) => issuedOf(invoice) !== null)
  // A payment of a draft is a credit of the client.
  const numbers = new Map<string, string>(all.map(({ id, number }) => [id, number]))
  const credits = state.credits.filter(({ invoiceId }) => numbers.has(invoiceId))
  const numberOf = (invoiceId: string) => numbers.get(invoiceId) ?? ""
  const none = { reference: null }
  const issued = own.map((invoice): Posting => {
    const { id, issueDate: day, currency, number, totalMinor: amountMinor } = invoice
    return { day, kind: "invoice", source: id, currency, number, ...none, account: id, amountMinor }
  })
  const voided = own.flatMap((invoice): ReadonlyArray<Posting> => {
    if (invoice.status !== "void") return []
    const { id, currency, number, voidedAt, totalMinor, amountCreditedMinor } = invoice
    const amountMinor = amountCreditedMinor - totalMinor
    const at = { day: dayOf(voidedAt), kind: "void" as const, source: id, currency, number }
    return amountMinor === 0 ? [] : [{ ...at, ...none, account: id, amountMinor }]
  })
  const paid = state.payments.flatMap((payment): ReadonlyArray<Posting> => {
    const { id, invoiceId, creditId, reverses, reference, currency, amountMinor } = payment
    if (!numbers.has(invoiceId)) return []
    const day = dayOf(reverses === null ? payment.paidAt : payment.createdAt)
    const at = { day, source: id, currency, number: numberOf(invoiceId) }
    if (creditId !== null) {
      return [
        { ...at, ...none, kind: "applied", account: invoiceId, amountMinor: -amountMinor },
        { ...at, ...none, kind: "applied", account: creditId, amountMinor }
      ]
    }
    const kind = reverses === null ? "payment" : "reversal"
    const posted = {
      ...at,
      kind,
      reference,
      account: invoiceId,
      amountMinor: -amountMinor
    } as const
    const excess = credits.find(({ paymentId }) => paymentId !== null && paymentId === reverses)
    return excess === undefined
      ? [posted]
      : [posted, { ...posted, account: excess.id, amountMinor: excess.amountMinor }]
  })
  const received = credits.flatMap((credit): ReadonlyArray<Posting> => {
    const { id, source, paymentId, currency, amountMinor, processorReference } = credit
    if (source !== "payment") return []
    const day = dayOf(credit.receivedAt)
    const at = { day, kind: "payment" as const, source: paymentId ?? id, currency }
    const number = numberOf(credit.invoiceId)
    const reference = processorReference
    return [{ ...at, number, reference, account: id, amountMinor: -amountMinor }]
  })
  const refunds = state.refunds.flatMap((refund): ReadonlyArray<Posting> => {
    const credit = credits.find(({ id }) => id === refund.creditId)
    if (credit === undefined) return []
    const { id: account, currency, invoiceId } = credit
    const { id: source, amountMinor, reference } = refund
    const at = { day: dayOf(refund.refundedAt), kind: "refund" as const, source, currency }
    return [{ ...at, number: numberOf(invoiceId), reference, account, amountMinor }]
  })
  const notes = notesOf(state, [workspaceId, clientId], credits)
  return [...issued, ...voided, ...paid, ...received, ...notes, ...refunds]
}

/** The postings with one key, as one. */
const summed = <A extends { readonly amountMinor: number }>(
  all: ReadonlyArray<A>,
  keyOf: (one: A) => string
): ReadonlyArray<A> => {
  const sums = new Map<string, A>()
  for (const one of all) {
    const before = sums.get(keyOf(one))
    sums.set(
      keyOf(one),
      before === undefined ? one : { ...before, amountMinor: before.amountMinor + one.amountMinor }
    )
  }
  return [...sums.values()]
}

const by = (...keys: ReadonlyArray<readonly [one: string | number, other: string | number]>) => {
  const [one, other] = keys.find(([a, b]) => a !== b) ?? [0, 0]
  return one < other ? -1 : one > other ? 1 : 0
}

const rankOf = ({ kind }: Posting): number =>
  kind === "applied" ? -1 : movementKinds.indexOf(kind)

export const StatementRepositoryMemory = Layer.effect(
  StatementRepository,
  Effect.map(MemoryStore, (store) =>
    StatementRepository.of({
      read: (workspaceId, clientId, { from, to, timeZone, limit }) =>
        Effect.map(store.state, (state) => {
          const zone = DateTime.zoneMakeNamedUnsafe(timeZone)
          const all = postingsOf(state, [workspaceId, clientId], (at) => dayIn(zone, at))
          const before = summed(
            all.filter(({ day }) => day < from),
            ({ currency }) => currency
          )
          const rests = summed(
            all.filter(({ day }) => day <= to),
            ({ account }) => account
          )
          const open = rests.flatMap(({ account, amountMinor }) => {
            const invoice = [...state.invoices.values()].find(({ id }) => id === account)
            if (invoice === undefined || amountMinor <= 0) return []
            const { currency, dueDate } = invoice
            return [{ currency, dueDate, amountMinor }]
          })
          const movements = summed(
            all.filter(({ day, kind }) => day >= from && day <= to && kind !== "applied"),
            ({ day, kind, source, currency }) => [day, kind, source, currency].join(" ")
          ).toSorted((a, b) => by([a.day, b.day], [rankOf(a), rankOf(b)], [a.source, b.source]))
          return {
            opening: before
              .filter(({ amountMinor }) => amountMinor !== 0)
              .map(({ currency, amountMinor }) => ({ currency, amountMinor }))
              .toSorted((a, b) => by([a.currency, b.currency])),
            movements: movements
              .slice(0, limit)
              .flatMap(({ kind, source, account, ...rest }) =>
                kind === "applied" ? [] : [{ kind, ...rest }]
              ),
            open: summed(open, ({ currency, dueDate }) => `${currency} ${dueDate}`)
              .map(({ amountMinor, ...rest }) => ({ ...rest, restMinor: amountMinor }))
              .toSorted((a, b) => by([a.currency, b.currency], [a.dueDate, b.dueDate]))
          }
        })
    })
  )
)
