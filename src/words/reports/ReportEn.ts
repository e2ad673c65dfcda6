/** The words of the reports in English. */
import { counted } from "../work/FrameWords.ts"
import type { ReportWords } from "./ReportWords.ts"

export const reportEn: ReportWords = {
  title: "Reports",
  shows: {
    revenue: "Revenue",
    receivables: "Receivables",
    projects: "Projects",
    taxes: "Tax",
    clients: "Clients"
  },
  byReport: "Reports by subject",
  from: "From",
  to: "To",
  interval: "By",
  intervals: {
    month: "month",
    quarter: "quarter",
    year: "year"
  },
  currency: "Currency",
  apply: "Show",
  csv: "CSV",
  period: "Period",
  billed: "Billed",
  collected: "Collected",
  credited: "Credited",
  refunded: "Refunded",
  total: "Total",
  quarter: (quarter, year) => `Q${quarter} ${year}`,
  ages: {
    notDue: "Not due",
    upTo30: "1–30 days",
    upTo60: "31–60 days",
    upTo90: "61–90 days",
    older: "Over 90 days"
  },
  asOf: (day) => `Balance due on ${day}, by days overdue`,
  project: "Project",
  status: "Status",
  budget: "Budget",
  spent: "Spent",
  used: "Used",
  tasks: "Tasks",
  over: (amount) => `over by ${amount}`,
  noBudget: "No budget",
  statuses: {
    planning: "Planning",
    in_progress: "In progress",
    review: "In review",
    completed: "Completed",
    archived: "Archived"
  },
  category: "Tax",
  rate: "Rate",
  base: "Net",
  tax: "Tax amount",
  categories: {
    S: "Standard",
    Z: "Zero rate",
    E: "Exempt",
    AE: "Reverse charge",
    K: "Intra-Community supply",
    G: "Export",
    O: "Outside the scope",
    none: "Not taxed"
  },
  client: "Client",
  owed: "Balance due now",
  taxNote: "By issue date: invoices that were sent, less credit notes.",
  revenueNote: "Billed and credited by issue date, collected and refunded by the day of payment.",
  clientsNote:
    "Billed and credited by issue date, collected by the day of payment; the balance is today’s.",
  chart: (currency, most) =>
    `Billed and collected by period in ${currency}. The highest is ${most}. The table below has all figures.`,
  taxChart: (currency, most) =>
    `Tax by period in ${currency}. The highest is ${most}. The table below has all figures.`,
  share: (percent) => `${percent} of the largest`,
  ofBudget: (percent) => `${percent} of the budget`,
  nothing: "There is nothing in this range.",
  noProjects: "There is no project yet.",
  shown: (count, all) => `${count} of ${all}`,
  older: "Older",
  newer: "Newest",
  badRange: "The first day must not be after the last one.",
  tooLong: "A report has at most 120 periods: choose a longer interval or fewer days.",
  badDate: "Enter a day as year-month-day.",
  others: counted("en", { one: (n) => `${n} other client`, other: (n) => `${n} other clients` })
}
