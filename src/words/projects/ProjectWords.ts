/** The words of the page of one project: budget, tasks, milestones, and what is said of them. */
import type { TaskStatus } from "../../domain/projects/TaskResource.ts"

/** What a form of the page does, by the value of `?do=`. */
export type ProjectAction =
  | "archive"
  | "restore"
  | "task"
  | "tick"
  | "untick"
  | "edit-task"
  | "delete-task"
  | "milestone"
  | "complete"
  | "reopen"
  | "bill"
  | "edit-milestone"
  | "delete-milestone"

/** Fields of the forms of projects, tasks and milestones. */
export type ProjectField =
  | "name"
  | "client"
  | "description"
  | "status"
  | "start"
  | "end"
  | "budget"
  | "lead"
  | "task"
  | "assignee"
  | "due"
  | "milestone"
  | "amount"

export interface ProjectWords {
  readonly edit: string
  readonly archive: string
  readonly restore: string
  readonly newInvoice: string
  readonly cancel: string
  readonly save: string
  readonly archived: string

  readonly figures: Readonly<Record<"budget" | "spent" | "left" | "over" | "tasks", string>>
  readonly noBudget: string
  /** The bar in a sentence. */
  readonly within: (spent: string, budget: string, percent: string) => string
  readonly exceeded: (spent: string, budget: string, over: string) => string
  readonly details: string

  readonly labels: Readonly<Record<ProjectField, string>>
  /** What a field takes, where it was refused. */
  readonly rules: Readonly<Record<ProjectField, string>>
  readonly budgetIn: (currency: string) => string
  readonly amountIn: (currency: string) => string

  readonly tasks: {
    readonly title: string
    readonly none: string
    readonly add: string
    readonly tick: (title: string) => string
    readonly untick: (title: string) => string
    readonly edit: (title: string) => string
    readonly remove: string
    readonly removeTitle: (title: string) => string
    readonly removeText: string
    readonly due: (day: string) => string
    readonly overdue: (day: string) => string
    readonly statuses: Readonly<Record<TaskStatus, string>>
    readonly tooMany: string
  }
  readonly milestones: {
    readonly title: string
    readonly none: string
    readonly add: string
    readonly complete: string
    readonly reopen: string
    readonly bill: string
    readonly completed: string
    readonly pending: string
    readonly edit: (name: string) => string
    readonly remove: string
    readonly removeTitle: (name: string) => string
    readonly removeText: string
    /** The amount of a billed milestone is fixed. */
    readonly billedBy: (number: string) => string
    readonly fixed: (number: string) => string
    readonly noClient: string
    readonly noAmount: string
    readonly tooMany: string
  }
  readonly invoices: Readonly<Record<"title" | "none" | "all", string>>
  readonly older: string
  readonly newer: string

  readonly newProject: string
  readonly editProject: (name: string) => string
  readonly create: string
  readonly chooseClient: string
  readonly nobody: string
  readonly problems: string
  readonly hasInvoices: string
  readonly endBeforeStart: string
  /** Somebody else changed it meanwhile. */
  readonly changed: Readonly<Record<"project" | "task" | "milestone", string>>

  /** After an action. */
  readonly done: Readonly<Record<Exclude<ProjectAction, "bill"> | "created" | "saved", string>>
}
