/** The request that a step of a random ledger is in given books. */
import {
  type BookedCredit,
  type BookedInvoice,
  type BookedPayment,
  type Books,
  remainingOf,
  restOf
} from "./ledgerBooks.ts"
import { type CreditLine, type LedgerLine, sumOf, worthOf } from "./ledgerMoney.ts"
import type { Row, Step } from "./ledgerSteps.ts"

/** References to what an app made, by their places in the books. */
export interface Ids {
  readonly clients: Array<string>
  readonly projects: Array<string>
  readonly invoices: Array<string>
  readonly payments: Array<string>
  readonly credits: Array<string>
}

/** A request, and whether it has to succeed, which changes the books. */
export interface Planned {
  readonly path: (ids: Ids) => string
  readonly body: (ids: Ids) => object
  readonly succeeds: () => boolean
}

interface Moment {
  readonly now: number
  readonly today: string
}

const day = 86_400_000
const iso = (millis: number): string => new Date(millis).toISOString()
export const addDays = (date: string, days: number): string =>
  iso(Date.parse(date) + days * day).slice(0, 10)

/** The share of an amount, at least 1. */
const partOf = (amount: number, percent: number): number =>
  Math.max(1, Math.ceil((amount * percent) / 100))

const lineItemOf = ({ units, price, rate }: LedgerLine, at: number) => ({
  description: `Line ${at}`,
  quantity: units / 10_000,
  unit_price: price,
  ...(rate === null ? {} : { tax_rate: rate / 1_000_000 })
})

/** The place of the chosen row; -1 where there is none. */
const pick = <A>(
  list: ReadonlyArray<A>,
  { at, isFitting }: Row,
  fits: (one: A) => boolean
): number => {
  const all = [...list.keys()]
  const fitting = all.filter((place) => {
    const one = list[place]
    return one !== undefined && fits(one)
  })
  const from = isFitting ? fitting : all
  return from[at % Math.max(1, from.length)] ?? -1
}

const fitsCredit = (invoice: BookedInvoice | undefined, credit: BookedCredit): boolean =>
  remainingOf(credit) > 0 &&
  credit.client === invoice?.client &&
  credit.currency === invoice.currency

/** The invoices in which the step can succeed, as a rule. */
const fitsInvoice =
  (books: Books, step: Step) =>
  (invoice: BookedInvoice): boolean => {
    const { state, figures, credits } = invoice
    const left = sumOf(figures.totals) - sumOf(credits.map(({ amount }) => amount))
    if (step.do === "send") return state === "draft"
    if (step.do === "credit") return (state === "open" || state === "paid") && left !== 0
    if (step.do === "void") return state === "open" && invoice.paid === 0
    if (step.do !== "useCredit") return state === "open"
    return state === "open" && books.credits.some((credit) => fitsCredit(invoice, credit))
  }

/** The invoice of a step. */
export const invoiceOf = (books: Books, step: Step): number =>
  "invoice" in step ? pick(books.invoices, step.invoice, fitsInvoice(books, step)) : -1

type Of<Name extends Step["do"]> = Extract<Step, { readonly do: Name }>

const planCreate = (books: Books, made: Of<"create">, { today }: Moment): Planned => {
  const lines = made.lines.map((one) => (made.isTaxed ? one : { ...one, rate: null }))
  const subtotal = sumOf(lines.map(({ units, price }) => worthOf(units, price)))
  const discount = Math.floor((Math.max(0, subtotal) * made.discount) / 100)
  const project = made.hasProject ? made.client : null
  const { client, currency } = made
  const dates = { issueDate: today, dueDate: addDays(today, made.days) }
  return {
    path: () => "/v1/invoices",
    body: ({ clients, projects }) => ({
      client_id: clients[client],
      project_id: project === null ? null : projects[project],
      currency,
      due_date: dates.dueDate,
      discount,
      tax_rate: null,
      line_items: lines.map(lineItemOf)
    }),
    succeeds: () => books.create({ client, project, currency, ...dates }, lines, discount)
  }
}

const planPayment = (
  books: Books,
  step: Of<"pay"> | Of<"useCredit">,
  at: number,
  { now }: Moment
): Planned => {
  const path = ({ invoices }: Ids) => `/v1/invoices/${invoices[at]}/payments`
  const invoice = books.invoices[at]
  const rest = invoice === undefined ? 0 : restOf(invoice)
  if (step.do === "pay") {
    const { hasExcess } = step
    const [amount, paidAt] = [partOf(rest, step.share), now - step.daysAgo * day]
    const body = { amount, paid_at: iso(paidAt), ...(hasExcess ? { excess: "credit" } : {}) }
    return { path, body: () => body, succeeds: () => books.pay(at, amount, paidAt, hasExcess) }
  }
  const place = pick(books.credits, step.credit, (credit) => fitsCredit(invoice, credit))
  const credit = books.credits[place]
  const amount =
    credit === undefined || step.share === null ? null : partOf(remainingOf(credit), step.share)
  return {
    path,
    body: ({ credits }) => ({
      credit_id: credits[place] ?? "credit_01h2xcejqtf2nbrexx3vqjhp41",
      ...(amount === null ? {} : { amount })
    }),
    succeeds: () => books.useCredit(at, place, amount, now)
  }
}

const planCredit = (books: Books, { lines }: Of<"credit">, at: number, { today }: Moment) => {
  const { lines: all = [], figures } = books.invoices[at] ?? {}
  const wanted =
    lines?.map(({ line, by, share }): CreditLine => {
      // Sometimes a line that is not there.
      const at = line === 7 ? all.length : line % Math.max(1, all.length)
      const { units = 1 } = all[at] ?? {}
      if (by === "units") return { line: at, units: partOf(units, share) }
      const total = figures?.totals[at] ?? 0
      return by === "amount"
        ? { line: at, amount: Math.trunc((total * share) / 100) }
        : { line: at }
    }) ?? null
  const body = {
    reason: "Wrong",
    ...(wanted === null
      ? {}
      : {
          lines: wanted.map(({ units, ...one }) => ({
            ...one,
            ...(units === undefined ? {} : { quantity: units / 10_000 })
          }))
        })
  }
  return {
    path: ({ invoices }: Ids) => `/v1/invoices/${invoices[at]}/credit_notes`,
    body: () => body,
    succeeds: () => books.credit(at, wanted, today)
  }
}

const planReverse = (books: Books, at: number): Planned => ({
  path: ({ invoices, payments }) =>
    `/v1/invoices/${invoices[books.payments[at]?.invoice ?? 0]}/payments/${payments[at]}/reverse`,
  body: () => ({ reason: "Wrong account" }),
  succeeds: () => books.reverse(at)
})

const planRefund = (books: Books, share: number | null, at: number, { now }: Moment): Planned => {
  const credit = books.credits[at]
  const amount = share === null || credit === undefined ? null : partOf(remainingOf(credit), share)
  return {
    path: ({ credits }) => `/v1/credits/${credits[at]}/refund`,
    body: () => (amount === null ? {} : { amount }),
    succeeds: () => books.refund(at, amount, now)
  }
}

/** Null where the books have nothing that the step could refer to. */
export const plan = (books: Books, step: Step, moment: Moment): Planned | null => {
  if (step.do === "create") return planCreate(books, step, moment)
  if (step.do === "reverse") {
    const isStanding = ({ reverses, reversed, byProcessor }: BookedPayment) =>
      reverses === null && !reversed && !byProcessor
    const at = pick(books.payments, step.payment, isStanding)
    return at < 0 ? null : planReverse(books, at)
  }
  if (step.do === "refund") {
    const at = pick(books.credits, step.credit, (credit) => remainingOf(credit) > 0)
    return at < 0 ? null : planRefund(books, step.share, at, moment)
  }
  const at = invoiceOf(books, step)
  const invoice = books.invoices[at]
  if (invoice === undefined) return null
  if (step.do === "pay" || step.do === "useCredit") return planPayment(books, step, at, moment)
  if (step.do === "credit") return planCredit(books, step, at, moment)
  if (step.do !== "send" && step.do !== "void") return null
  return {
    path: ({ invoices }) => `/v1/invoices/${invoices[at]}/${step.do}`,
    body: () => ({}),
    succeeds: () => (step.do === "send" ? books.send(invoice) : books.void(invoice))
  }
}
