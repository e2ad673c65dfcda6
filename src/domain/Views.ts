/**
 * The resources as everyone outside sees them (SPEC §2): what a get answers, what events carry.
 * `toWire` gives their JSON.
 */
import type { DateTime } from "effect"
import type { CalendarDate } from "./CalendarDate.ts"
import type { Client } from "./Client.ts"
import type { CurrencyCode } from "./Currency.ts"
import type { ClientId, InvoiceId, MilestoneId, ProjectId, TaskId, UserId } from "./Ids.ts"
import type { Delivery, LineItem } from "./Invoice.ts"
import type { InvoiceStatus } from "./InvoiceTransitions.ts"
import type { MilestoneStatus } from "./Milestone.ts"
import type { ProjectStatus } from "./Project.ts"
import type { TaskStatus } from "./Task.ts"

export interface ProjectView {
  readonly id: ProjectId
  readonly name: string
  readonly description: string | null
  readonly status: ProjectStatus
  readonly startDate: CalendarDate | null
  readonly endDate: CalendarDate | null
  readonly budgetMinor: number | null
  readonly budgetSpentMinor: number
  readonly client: { readonly id: ClientId; readonly name: string } | null
  readonly teamLead: { readonly id: UserId; readonly name: string } | null
  readonly taskCount: number
  readonly completedTaskCount: number
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface InvoiceView {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly client: { readonly id: ClientId; readonly name: string; readonly email: string }
  readonly project: { readonly id: ProjectId; readonly name: string } | null
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly currency: CurrencyCode
  readonly lineItems: ReadonlyArray<LineItem>
  readonly subtotalMinor: number
  readonly taxRate: number | null
  readonly taxMinor: number
  readonly discountMinor: number
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly notes: string | null
  readonly processorPaymentUrl: string | null
  readonly paidAt: DateTime.Utc | null
  readonly delivery: Delivery | null
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface InvoiceListItem {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly client: { readonly id: ClientId; readonly name: string }
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly subtotalMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly currency: CurrencyCode
  readonly createdAt: DateTime.Utc
}

/** Sums over invoices of one currency. */
export interface InvoiceSums {
  readonly totalOutstandingMinor: number
  readonly totalCollectedYtdMinor: number
}

interface ClientSums {
  readonly totalBilledMinor: number
  readonly outstandingBalanceMinor: number
  readonly activeProjects: number
}

export type ClientView = Omit<Client, "workspaceId" | "createdAt" | "updatedAt"> &
  ClientSums & { readonly createdAt: DateTime.Utc; readonly updatedAt: DateTime.Utc }

export type ClientListItem = Pick<
  ClientView,
  | "id"
  | "name"
  | "email"
  | "company"
  | "portalAccess"
  | "portalLastSeen"
  | keyof ClientSums
  | "createdAt"
>

export interface TaskView {
  readonly id: TaskId
  readonly projectId: ProjectId
  readonly title: string
  readonly description: string | null
  readonly status: TaskStatus
  readonly assignee: { readonly id: UserId; readonly name: string } | null
  readonly dueDate: CalendarDate | null
  readonly completedAt: DateTime.Utc | null
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface MilestoneView {
  readonly id: MilestoneId
  readonly projectId: ProjectId
  readonly name: string
  readonly description: string | null
  readonly dueDate: CalendarDate | null
  readonly status: MilestoneStatus
  readonly completedAt: DateTime.Utc | null
  readonly amountMinor: number | null
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** One page of a list, newest first; `next` is the id after which the next page begins. */
export interface Page<Item, Id> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly next: Id | null
}
