/** Invoices in memory. */
import { type DateTime, Effect, Layer } from "effect"
import { storedViewOf } from "../../app/invoices/InvoiceViews.ts"
import {
  type InvoiceFilter,
  type InvoiceRef,
  InvoiceRepository,
  newestForRates,
  type StoredInvoiceView
} from "../../app/ports/invoices/InvoiceRepository.ts"
import { searchedText } from "../../domain/clients/Client.ts"
import { InvoiceId, type WorkspaceId } from "../../domain/Ids.ts"
import {
  asOf,
  balanceDue,
  formatInvoiceNumber,
  hasPaymentLink,
  type Invoice,
  isOpen,
  issuedOf,
  type Recipient,
  recipientOf
} from "../../domain/invoices/Invoice.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type {
  InvoiceDelivery,
  InvoiceListItem,
  SentFile
} from "../../domain/invoices/InvoiceResource.ts"
import type { StatusTotal } from "../../domain/invoices/InvoiceTabs.ts"
import { CurrentRehearsal } from "../../domain/Rehearsal.ts"
import { isFoundBy, requireAllUsed, type Search, valueOrder } from "../../domain/text/Search.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { isNewestMail } from "../mail/MailRepositoryMemory.ts"
import { takeNext } from "../store/Counters.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { changedSince, notTooBroad, pageBy, pageOf } from "../store/PageOf.ts"
import { addRow, sha256Of, withRow } from "../store/Rows.ts"

const liveOf = (state: MemoryState, invoice: Invoice): Recipient => {
  const client = state.clients.get(invoice.clientId)
  if (client === undefined) throw new Error(`invoice ${invoice.id} has no client`)
  return recipientOf(client)
}

const documentOf = (state: MemoryState, id: InvoiceId): SentFile | null => {
  const content = state.sentDocuments.get(id)?.content
  return content === undefined ? null : { sha256: sha256Of(content), bytes: content.length }
}

const invoiceViewOf = (
  state: MemoryState,
  stored: Invoice,
  today: CalendarDate
): StoredInvoiceView => {
  const project = stored.projectId === null ? undefined : state.projects.get(stored.projectId)
  const references = {
    recipient: liveOf(state, stored),
    project: project === undefined ? null : { id: project.id, name: project.name },
    document: documentOf(state, stored.id)
  }
  const view = storedViewOf(stored, references, today)
  // The document of a sent invoice shows the project's name from then.
  const shown =
    view.issue === null ? view : { ...view, invoice: { ...view.invoice, project: null } }
  return { ...view, version: JSON.stringify(shown) }
}

const listItemOf = (state: MemoryState, stored: Invoice, today: CalendarDate): InvoiceListItem => {
  const { invoice: view } = invoiceViewOf(state, stored, today)
  return {
    id: view.id,
    number: view.number,
    status: view.status,
    client: { id: view.client.id, name: view.client.name },
    issueDate: view.issueDate,
    dueDate: view.dueDate,
    subtotalMinor: view.subtotalMinor,
    taxMinor: view.taxMinor,
    totalMinor: view.totalMinor,
    amountPaidMinor: view.amountPaidMinor,
    amountCreditedMinor: view.amountCreditedMinor,
    currency: view.currency,
    createdAt: view.createdAt
  }
}

const wasIssued = (invoice: Invoice): boolean => issuedOf(invoice) !== null

const matches = (invoice: Invoice, filter: InvoiceFilter, today: CalendarDate): boolean => {
  const { status, clientId, projectId, purchaseOrder, from, to, issuedOnly, openOnly, ...more } =
    filter
  const { dueFrom, dueTo, currency, ...others } = more
  requireAllUsed(others)
  return (
    (status === undefined || asOf(invoice, today).status === status) &&
    (clientId === undefined || invoice.clientId === clientId) &&
    (projectId === undefined || invoice.projectId === projectId) &&
    (purchaseOrder === undefined || invoice.purchaseOrder === purchaseOrder) &&
    (from === undefined || invoice.issueDate >= from) &&
    (to === undefined || invoice.issueDate <= to) &&
    (dueFrom === undefined || invoice.dueDate >= dueFrom) &&
    (dueTo === undefined || invoice.dueDate <= dueTo) &&
    (currency === undefined || invoice.currency === currency) &&
    (issuedOnly !== true || wasIssued(invoice)) &&
    (openOnly !== true || isOpen(invoice))
  )
}

const collectedOf = (state: MemoryState, id: InvoiceId, since: DateTime.Utc): number =>
  state.payments
    .filter(
      ({ invoiceId, paidAt, collected }) =>
        collected && invoiceId === id && paidAt.epochMilliseconds >= since.epochMilliseconds
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const sumsOf = (state: MemoryState, invoices: ReadonlyArray<Invoice>, yearStart: DateTime.Utc) =>
  [...new Set(invoices.map(({ currency }) => currency))].sort().map((currency) => {
    const own = invoices.filter((invoice) => invoice.currency === currency)
    return {
      currency,
      totalOutstandingMinor: own
        .filter(isOpen)
        .reduce((sum, invoice) => sum + balanceDue(invoice), 0),
      totalCollectedYtdMinor: own.reduce(
        (sum, { id }) => sum + collectedOf(state, id, yearStart),
        0
      )
    }
  })

const withDelivery = (invoice: Invoice, delivery: InvoiceDelivery): Invoice => {
  if (invoice.status === "draft") return invoice
  if (invoice.status !== "void") return { ...invoice, delivery }
  return invoice.issued === null ? invoice : { ...invoice, issued: { ...invoice.issued, delivery } }
}

type Repository = InvoiceRepository["Service"]
type Store = MemoryStore["Service"]

const makeLookups = (
  store: Store
): Pick<
  Repository,
  "findByNumber" | "linkSalts" | "textLocales" | "endingIn" | "sentDueBefore" | "openDueOn"
> => ({
  findByNumber: (workspaceId, number) =>
    Effect.map(
      store.state,
      ({ invoices }) =>
        [...invoices.values()].find(
          (invoice) => invoice.workspaceId === workspaceId && invoice.number === number
        )?.id ?? null
    ),
  linkSalts: (workspaceId, ids) =>
    Effect.map(store.state, ({ invoices }) =>
      ids.flatMap((id) => {
        const invoice = invoices.get(id)
        return invoice?.workspaceId === workspaceId && hasPaymentLink(invoice.status)
          ? [{ id, paymentLinkSalt: invoice.paymentLinkSalt }]
          : []
      })
    ),
  textLocales: (workspaceId, ids) =>
    Effect.map(
      store.state,
      ({ invoices }) =>
        new Map(
          ids.flatMap((id) => {
            const invoice = invoices.get(id)
            const issued = invoice?.workspaceId === workspaceId ? issuedOf(invoice) : null
            return issued === null
              ? []
              : [[id, { language: issued.seller.language, locale: issued.seller.locale }]]
          })
        )
    ),
  endingIn: (digits) =>
    Effect.map(store.state, ({ invoices }) =>
      [...invoices.values()]
        .filter((one) => wasIssued(one) && InvoiceId.toUuid(one.id).slice(-8) === digits)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ workspaceId, id, paymentLinkSalt }) => ({ workspaceId, id, paymentLinkSalt }))
    ),
  sentDueBefore: (day, after, limit) =>
    Effect.map(store.state, ({ invoices }) => {
      const keyOf = (ref: InvoiceRef) => `${ref.workspaceId} ${ref.id}`
      return [...invoices.values()]
        .filter((invoice) => invoice.status === "sent" && invoice.dueDate < day)
        .filter((invoice) => after === null || keyOf(invoice) > keyOf(after))
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .slice(0, limit)
        .map(({ workspaceId, id, dueDate }) => ({ workspaceId, id, dueDate }))
    }),
  openDueOn: (workspaceId, day, { today, scheduledDays }) =>
    Effect.map(store.state, ({ invoices, reminders }) =>
      [...invoices.values()].flatMap((invoice) =>
        invoice.workspaceId === workspaceId &&
        isOpen(invoice) &&
        invoice.dueDate === day &&
        !reminders.some(
          (reminder) =>
            reminder.invoiceId === invoice.id &&
            (reminder.day === today || reminder.scheduledDays === scheduledDays)
        )
          ? [invoice.id]
          : []
      )
    )
})

const isNamed = (state: MemoryState, invoice: Invoice, q: string | undefined): boolean => {
  const client = state.clients.get(invoice.clientId)
  return (
    q === undefined ||
    isFoundBy(invoice.number, q) ||
    (client !== undefined && isFoundBy(searchedText(client), q))
  )
}

const makeTotals = (store: Store): Pick<Repository, "totals" | "sums" | "listDetails"> => {
  const inScope = Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    { q, ...filter }: InvoiceFilter & Search,
    today: CalendarDate
  ) {
    const state = yield* store.state
    const matching = [...state.invoices.values()].filter(
      (invoice) =>
        invoice.workspaceId === workspaceId &&
        matches(invoice, filter, today) &&
        isNamed(state, invoice, q)
    )
    const found = q === undefined ? matching : yield* notTooBroad(matching)
    return found.map((invoice) => asOf(invoice, today))
  })
  return {
    totals: (workspaceId, scope, today) =>
      Effect.map(inScope(workspaceId, scope, today), (found) => {
        const totals = new Map<string, StatusTotal>()
        for (const invoice of found) {
          const { status, currency } = invoice
          const before = totals.get(`${status} ${currency}`)
          totals.set(`${status} ${currency}`, {
            status,
            currency,
            invoices: (before?.invoices ?? 0) + 1,
            restMinor: (before?.restMinor ?? 0) + (isOpen(invoice) ? balanceDue(invoice) : 0)
          })
        }
        return [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
      }),
    sums: (workspaceId, scope, today) =>
      Effect.map(inScope(workspaceId, scope, today), (found) =>
        [...new Set(found.map(({ currency }) => currency))].sort().map((currency) => ({
          currency,
          amountMinor: found
            .filter((invoice) => invoice.currency === currency)
            .reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        }))
      ),
    listDetails: (workspaceId, ids) =>
      Effect.map(store.state, (state) =>
        ids.flatMap((id) => {
          const invoice = state.invoices.get(id)
          if (invoice?.workspaceId !== workspaceId) return []
          const issued = issuedOf(invoice)
          const { company } = issued?.recipient ?? liveOf(state, invoice)
          return [{ id, company, delivery: issued?.delivery.status ?? null }]
        })
      )
  }
}
const makeWaiting = (store: Store): Pick<Repository, "waiting" | "recentRates"> => ({
  recentRates: (workspaceId) =>
    Effect.map(store.state, ({ invoices }) => {
      const rates = [...invoices.values()]
        .filter((invoice) => invoice.workspaceId === workspaceId)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, newestForRates)
        .flatMap(({ taxRate }) => (taxRate === null ? [] : [taxRate]))
      return [...new Set(rates)].sort((a, b) => a - b)
    }),
  waiting: (workspaceId, today) =>
    Effect.map(store.state, ({ invoices }) => {
      const states = [...invoices.values()]
        .filter((invoice) => invoice.workspaceId === workspaceId)
        .map((invoice) => asOf(invoice, today).status)
      const count = (status: Invoice["status"]) => states.filter((one) => one === status).length
      return { drafts: count("draft"), overdue: count("overdue") }
    })
})

const makeLists = (store: Store): Pick<Repository, "list" | "search"> => ({
  list: (workspaceId, filter, page, at) =>
    Effect.map(store.state, (state) => {
      const found = [...state.invoices.values()].filter(
        (invoice) => invoice.workspaceId === workspaceId && matches(invoice, filter, at.today)
      )
      const items = found.map((invoice) => listItemOf(state, invoice, at.today))
      return { ...pageOf(items, page), sums: sumsOf(state, found, at.yearStart) }
    }),
  search: Effect.fnUntraced(function* (
    workspaceId,
    { q, updatedSince, sort, ...filter },
    page,
    at
  ) {
    const state = yield* store.state
    const found = yield* notTooBroad(
      [...state.invoices.values()].filter(
        (invoice) =>
          invoice.workspaceId === workspaceId &&
          matches(invoice, filter, at.today) &&
          changedSince(invoice.updatedAt, { updatedSince }) &&
          isNamed(state, invoice, q)
      )
    )
    const items = found.map((invoice) => listItemOf(state, invoice, at.today))
    const by = valueOrder(sort)
    const paged =
      by === undefined
        ? pageOf(items, page)
        : pageBy(items, { ...by, valueOf: (item) => item[by.field] }, page)
    return { ...paged, sums: sumsOf(state, found, at.yearStart) }
  })
})

export const InvoiceRepositoryMemory = Layer.effect(
  InvoiceRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const put = (invoice: Invoice) =>
      store.update((state) => ({
        ...state,
        invoices: withRow(state.invoices, invoice.id, invoice)
      }))
    const require = (workspaceId: WorkspaceId, id: InvoiceId) =>
      Effect.flatMap(store.state, ({ invoices }) => {
        const invoice = invoices.get(id)
        return invoice?.workspaceId === workspaceId
          ? Effect.succeed(invoice)
          : Effect.fail(new InvoiceNotFound({ id }))
      })
    return InvoiceRepository.of({
      nextNumber: Effect.fnUntraced(function* (workspaceId) {
        const sequence = yield* store.modify((state) =>
          takeNext(state, workspaceId, "invoice_number")
        )
        const { workspaces } = yield* store.state
        const prefix = workspaces.get(workspaceId)?.invoicePrefix ?? ""
        const number = formatInvoiceNumber(prefix, sequence)
        return { standIn: number, number: Effect.succeed(number) }
      }),
      insert: (invoice) =>
        store.update((state) => ({
          ...state,
          invoices: addRow("invoices", state.invoices, invoice.id, invoice)
        })),
      getShownForUpdate: Effect.fnUntraced(function* (workspaceId, id, today) {
        const invoice = yield* require(workspaceId, id)
        return { invoice, view: invoiceViewOf(yield* store.state, invoice, today) }
      }),
      getForUpdate: require,
      save: Effect.fnUntraced(function* (invoice, from) {
        const stored = yield* Effect.orDie(require(invoice.workspaceId, invoice.id))
        // A rehearsal does not store that the due day has passed: the status may still be sent.
        const isOther = stored.status !== from && (yield* CurrentRehearsal) === null
        if (isOther) yield* Effect.die(new Error(`invoice ${invoice.id} was no longer ${from}`))
        yield* put(invoice)
      }),
      saveDelivery: Effect.fnUntraced(function* (workspaceId, id, delivery, mail) {
        const stored = yield* Effect.orDie(require(workspaceId, id))
        const isOpen = stored.status !== "void" || delivery.status === "sent"
        const about = { kind: "invoice", invoiceId: id } as const
        const isNewest = isNewestMail(yield* store.state, about, mail)
        if (isOpen && isNewest) yield* put(withDelivery(stored, delivery))
      }),
      view: Effect.fnUntraced(function* (workspaceId, id, today) {
        return invoiceViewOf(yield* store.state, yield* require(workspaceId, id), today)
      }),
      documentState: Effect.fnUntraced(function* (workspaceId, id, today) {
        const stored = yield* require(workspaceId, id)
        const view = invoiceViewOf(yield* store.state, stored, today)
        return {
          id,
          number: view.invoice.number,
          status: view.invoice.status,
          clientId: view.invoice.client.id,
          wasSent: view.issue !== null,
          paymentLinkSalt: view.paymentLinkSalt,
          version: view.version
        }
      }),
      ...makeLookups(store),
      ...makeLists(store),
      ...makeTotals(store),
      ...makeWaiting(store)
    })
  })
)
