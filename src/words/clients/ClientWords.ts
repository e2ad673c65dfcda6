/** The words of the list of clients, of a client's page and of its panels. */
import type { ClientSort } from "../../domain/clients/ClientBoard.ts"
import type { ProjectStatus } from "../../domain/projects/ProjectResource.ts"

/** The panels of a client's page, by the value of `?do=`. */
export type ClientPanel = "invite" | "open" | "close" | "apply" | "refund"

/** The lists of a client's page, by the value of `?show=`. */
export type ClientTab = "invoices" | "projects" | "files" | "credit" | "history"

interface Empty {
  readonly text: string
  readonly action: string
}

export interface ClientWords {
  readonly list: {
    readonly title: string
    readonly search: string
    readonly order: string
    readonly orders: Readonly<Record<ClientSort, string>>
    readonly show: string
    readonly csv: string
    readonly newClient: string
    readonly columns: Readonly<Record<"client" | "projects" | "seen" | "overdue" | "owed", string>>
    readonly previous: string
    readonly next: string
    readonly empty: Empty
    readonly noneFound: Empty
    readonly tooBroad: (most: string) => string
  }
  readonly never: string
  /** In place of a visit, where the portal is closed. */
  readonly noAccess: string

  readonly figures: Readonly<Record<"owed" | "overdue" | "collected" | "credit", string>>
  readonly newInvoice: string
  readonly newProject: string
  readonly statement: string
  readonly edit: string
  readonly tabs: Readonly<Record<ClientTab, string>>
  readonly allInvoices: string
  readonly noInvoices: string
  readonly noProjects: string
  readonly noFiles: string
  readonly noCredit: string
  readonly contact: Readonly<Record<"title" | "email" | "phone" | "address" | "notes", string>>
  readonly legal: Readonly<Record<"title" | "language" | "vatId" | "reference", string>>

  readonly portal: {
    readonly title: string
    readonly access: string
    readonly isOpen: string
    readonly isClosed: string
    readonly lastVisit: string
    readonly invited: string
    readonly neverInvited: string
    readonly validUntil: string
    readonly expired: string
    readonly used: string
    readonly replaced: string
    readonly adminInvites: string
  }
  /** Links to the panels; `again` is `invite` after an invitation. */
  readonly actions: Readonly<Record<ClientPanel | "again", string>>
  readonly titles: Readonly<Record<ClientPanel, string>>
  readonly buttons: Readonly<Record<ClientPanel, string>>
  readonly done: Readonly<Record<ClientPanel | "created" | "saved" | "added" | "removed", string>>
  readonly projects: string
  readonly projectsHint: string
  readonly message: string
  readonly until: string
  readonly untilHint: string
  readonly willBeMailed: (email: string) => string
  readonly openText: string
  readonly closeText: string
  readonly invoice: string
  readonly amount: string
  readonly left: (amount: string) => string
  readonly nothingToPay: string
  readonly refundText: string
  readonly refundedOn: string
  readonly reference: string
  readonly creditUsed: string
  readonly adminActs: string
  readonly problems: Readonly<Record<"until" | "projects" | "message" | "invoice", string>>

  readonly credits: {
    readonly columns: Readonly<Record<"source" | "amount" | "left", string>>
    readonly sources: Readonly<
      Record<"payment" | "credit_note", (number: string, day: string) => string>
    >
    readonly applied: (amount: string) => string
    readonly refunded: (amount: string) => string
    readonly withdrawn: (amount: string) => string
  }
  readonly files: {
    readonly columns: Readonly<Record<"name" | "size" | "added", string>>
    readonly remove: string
    readonly older: string
  }
  readonly projectColumns: Readonly<Record<"name" | "status" | "tasks" | "budget", string>>
  readonly projectStatuses: Readonly<Record<ProjectStatus, string>>
  readonly history: Readonly<
    Record<"created" | "updated" | "invited", (name: string) => string>
  > & {
    readonly changed: (fields: string) => string
    readonly linkRequested: string
    readonly portalOpened: (name: string) => string
    readonly portalClosed: (name: string) => string
    readonly older: string
  }
}
