/** The words of the client portal, in formal address. */
import type { InvitationProblem } from "../../domain/clients/Invitation.ts"
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import type { ProjectStatus } from "../../domain/projects/ProjectResource.ts"

export interface PortalWords {
  readonly title: string
  readonly hello: (name: string) => string
  readonly leave: string

  /** Above all else: what is owed, by currency. */
  readonly balance: (amounts: string) => string
  readonly nextDue: (day: string) => string
  readonly dueSince: (day: string) => string
  readonly nothingDue: string
  readonly openInvoices: string
  /** Above the years of the paid invoices. */
  readonly paid: string
  /** In its place where void invoices are among them. */
  readonly paidOrVoid: string
  readonly count: (invoices: number) => string
  readonly receiptOf: (number: string) => string
  readonly back: string
  readonly tasksDone: (done: string, all: string) => string
  readonly milestones: string
  readonly milestoneStatuses: { readonly pending: string; readonly completed: string }
  /** What the agency knows of the client, and where to write if it is wrong. */
  readonly details: {
    readonly title: string
    readonly company: string
    readonly email: string
    readonly address: string
    readonly wrong: string
  }

  readonly invoices: string
  readonly noInvoices: string
  readonly yourInvoices: string
  readonly number: string
  readonly issued: string
  readonly due: string
  readonly amount: string
  readonly actions: string
  readonly statuses: Readonly<Record<InvoiceStatus, string>>
  /** In place of the status of an invoice that credit notes made void. */
  readonly credited: string
  readonly open: (amount: string) => string
  readonly pdfOf: (number: string) => string
  readonly pay: string
  readonly viewAndPay: (number: string) => string
  readonly beingPaid: string
  readonly beingPaidOf: (number: string) => string
  readonly older: string

  readonly projects: string
  readonly shared: string
  readonly name: string
  readonly state: string
  readonly dates: string
  readonly files: string
  readonly projectStatuses: Readonly<Record<ProjectStatus, string>>

  /** The page on which a visitor without a session requests a link. */
  readonly request: {
    readonly title: string
    readonly text: string
    readonly email: string
    readonly button: string
    readonly sentTitle: string
    readonly sent: string
  }
  readonly invitation: {
    readonly welcome: (name: string) => string
    readonly shares: (workspace: string) => string
    /** Someone else is signed in: opening the portal ends that session. */
    readonly endsSession: (name: string, email: string, invited: string) => string
    readonly open: string
    readonly othersTitle: string
    readonly others: (name: string, email: string) => string
    readonly openOwn: string
    readonly unusable: string
    readonly reasons: Readonly<Record<InvitationProblem, string>>
    readonly renew: string
  }
  readonly notFound: { readonly title: string; readonly message: string }
  readonly signIn: string
}
