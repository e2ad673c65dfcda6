/** The words of the list of invoices in English. */
import { counted } from "../work/FrameWords.ts"
import type { InvoiceListWords } from "./InvoiceListWords.ts"

const showAll = "Show all invoices"
const newInvoice = "New invoice"

export const invoiceListEn: InvoiceListWords = {
  title: "Invoices",
  byState: "Invoices by state",
  tabs: {
    open: "Open",
    overdue: "Overdue",
    draft: "Drafts",
    paid: "Paid",
    void: "Void",
    all: "All"
  },
  search: "Number or client",
  order: "Order",
  orders: {
    "-created_at": "Newest first",
    created_at: "Oldest first",
    due_date: "Due first",
    "-due_date": "Due last",
    "-total": "Largest first",
    total: "Smallest first"
  },
  show: "Show",
  ofClient: "Client:",
  ofProject: "Project:",
  ofAll: "show all",
  csv: "CSV",
  newInvoice,
  columns: {
    number: "Number",
    client: "Client",
    state: "State",
    due: "Due",
    total: "Total",
    balance: "Balance due"
  },
  states: {
    draft: "Draft",
    paid: "Paid",
    void: "Void",
    credited: "Credited",
    partlyPaid: "Partly paid",
    notDelivered: "Not delivered",
    dueToday: "due today",
    dueIn: counted("en", { one: (n) => `due in ${n} day`, other: (n) => `due in ${n} days` }),
    overdue: counted("en", { one: (n) => `${n} day overdue`, other: (n) => `${n} days overdue` })
  },
  shown: (count, all) => `${count} of ${all}`,
  older: "Older",
  newer: "Newer",
  empty: {
    open: { text: "Nothing is open: every invoice that was sent is settled.", action: newInvoice },
    overdue: { text: "Nothing is overdue.", action: "Show open invoices" },
    draft: { text: "There is no draft.", action: newInvoice },
    paid: { text: "No invoice is paid yet.", action: "Show open invoices" },
    void: { text: "No invoice is void.", action: showAll },
    all: { text: "There is no invoice yet.", action: newInvoice }
  },
  noneFound: { text: "No invoice of this state matches.", action: showAll },
  tooBroad: (most) => `More than ${most} invoices match. Add a word, or choose a client.`
}
