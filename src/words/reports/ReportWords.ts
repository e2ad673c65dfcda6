/** The words of the reports, in the reader's language. */
import type { Interval } from "../../domain/analytics/Periods.ts"
import type { TaxCategory } from "../../domain/money/Money.ts"
import type { ProjectStatus } from "../../domain/projects/ProjectResource.ts"

/** The reports, in the order of their tabs. */
export const reportNames = ["revenue", "receivables", "projects", "taxes", "clients"] as const
export type ReportName = (typeof reportNames)[number]

export interface ReportWords {
  readonly title: string
  readonly shows: Readonly<Record<ReportName, string>>
  /** The name of the tabs. */
  readonly byReport: string
  readonly from: string
  readonly to: string
  readonly interval: string
  readonly intervals: Readonly<Record<Interval, string>>
  readonly currency: string
  readonly apply: string
  readonly csv: string
  readonly period: string
  readonly billed: string
  readonly collected: string
  readonly credited: string
  readonly refunded: string
  readonly total: string
  readonly quarter: (quarter: string, year: string) => string
  readonly ages: Readonly<Record<"notDue" | "upTo30" | "upTo60" | "upTo90" | "older", string>>
  readonly asOf: (day: string) => string
  readonly project: string
  readonly status: string
  readonly budget: string
  readonly spent: string
  readonly used: string
  readonly tasks: string
  readonly over: (amount: string) => string
  readonly noBudget: string
  readonly statuses: Readonly<Record<ProjectStatus, string>>
  readonly category: string
  readonly rate: string
  readonly base: string
  readonly tax: string
  readonly categories: Readonly<Record<TaxCategory | "none", string>>
  readonly client: string
  readonly owed: string
  readonly taxNote: string
  readonly revenueNote: string
  readonly clientsNote: string
  readonly chart: (currency: string, most: string) => string
  readonly taxChart: (currency: string, most: string) => string
  readonly share: (percent: string) => string
  readonly ofBudget: (percent: string) => string
  readonly nothing: string
  readonly noProjects: string
  readonly shown: (count: string, all: string) => string
  readonly older: string
  readonly newer: string
  readonly badRange: string
  readonly tooLong: string
  readonly badDate: string
  readonly others: (count: number) => string
}
