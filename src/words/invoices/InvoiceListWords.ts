/** The words of the list of invoices, and of the states that its rows show. */
import type { InvoiceTab } from "../../domain/invoices/InvoiceTabs.ts"
import type { InvoiceSort } from "../../domain/text/Search.ts"

interface EmptyTab {
  readonly text: string
  readonly action: string
}

/** The state of an invoice, as people say it. */
export interface StateWords {
  readonly draft: string
  readonly paid: string
  readonly void: string
  /** Void by credit notes over all that was owed. */
  readonly credited: string
  readonly partlyPaid: string
  readonly notDelivered: string
  readonly dueToday: string
  readonly dueIn: (days: number) => string
  readonly overdue: (days: number) => string
}

export interface InvoiceListWords {
  readonly title: string
  /** The name of the tabs. */
  readonly byState: string
  readonly tabs: Readonly<Record<InvoiceTab, string>>
  readonly search: string
  readonly order: string
  readonly orders: Readonly<Record<InvoiceSort, string>>
  readonly show: string
  /** Before the name of the client or the project that the list is of. */
  readonly ofClient: string
  readonly ofProject: string
  readonly ofAll: string
  readonly csv: string
  readonly newInvoice: string
  readonly columns: Readonly<
    Record<"number" | "client" | "state" | "due" | "total" | "balance", string>
  >
  readonly states: StateWords
  readonly shown: (count: string, all: string) => string
  readonly older: string
  readonly newer: string
  readonly empty: Readonly<Record<InvoiceTab, EmptyTab>>
  readonly noneFound: EmptyTab
  readonly tooBroad: (most: string) => string
}
