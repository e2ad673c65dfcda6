/**
 * The client portal: the client's sent invoices, their credit notes, and the projects shared with
 * them.
 */
import { Effect } from "effect"
import type { CreditNoteListItem } from "../../domain/creditnotes/CreditNoteResource.ts"
import { FileNotFound } from "../../domain/files/File.ts"
import type { FileFound } from "../../domain/files/FileResource.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import { isOpen } from "../../domain/invoices/Invoice.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import type { Page } from "../../domain/Page.ts"
import type { MilestoneView } from "../../domain/projects/MilestoneResource.ts"
import { ProjectNotFound } from "../../domain/projects/Project.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import type { TextLocale } from "../../domain/text/Language.ts"
import { type CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { CreditNotes } from "../creditnotes/CreditNotes.ts"
import { Files } from "../files/Files.ts"
import { Invoicing } from "../invoices/Invoicing.ts"
import { PaymentLinks } from "../PaymentLinks.ts"
import { Checkouts } from "../payments/Checkouts.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { type InvoiceListPage, InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import type { Visitor } from "./OpenInvitation.ts"

/** The balance in one currency. */
export interface Balance {
  readonly currency: CurrencyCode
  readonly amountMinor: number
  /** The earliest due day of those that are shown, which may have passed. */
  readonly nextDue: CalendarDate | null
}

export interface PortalHome {
  readonly today: CalendarDate
  /** By currency, as the API orders them; empty where nothing is owed. */
  readonly balances: ReadonlyArray<Balance>
  /** By due day; the first ones. */
  readonly open: ReadonlyArray<InvoiceListItem>
  /** Newest first: those that are paid or void, of the newest invoices. */
  readonly closed: Page<InvoiceListItem, InvoiceId>
  /** The newest. */
  readonly creditNotes: ReadonlyArray<CreditNoteListItem>
  /** The payment links of those that have one. */
  readonly links: ReadonlyMap<InvoiceId, string>
  /** The language and locale with which each invoice was sent, those of credit notes too. */
  readonly texts: ReadonlyMap<InvoiceId, TextLocale>
  /** Invoices with a payment in progress. */
  readonly beingPaid: ReadonlySet<InvoiceId>
  readonly projects: ReadonlyArray<ProjectView>
}

/** A project as its client sees it: no budget, no tasks by name. */
export interface PortalProject {
  readonly project: ProjectView
  /** By due day. */
  readonly milestones: ReadonlyArray<MilestoneView>
  /** Newest first. */
  readonly files: ReadonlyArray<FileFound>
}

/** As many as the page shows. */
const mostFiles = 200

/** Those that the newest invitation shares, as they are now. */
const sharedProjects = Effect.gen(function* () {
  const invitations = yield* InvitationRepository
  const projects = yield* ProjectRepository

  return Effect.fnUntraced(function* ({ workspace, client }: Visitor) {
    const newest = yield* invitations.newest(workspace.id, client.id)
    const ids = newest?.projectIds ?? []
    if (ids.length === 0) return []
    const filter = { clientId: client.id, ids }
    return (yield* projects.list(workspace.id, filter, { limit: 100, after: null })).items
  })
})

const most = { limit: 50, after: null } as const
/** Open invoices are few; the list is bounded all the same. */
const mostOpen = { limit: 100, after: null } as const

const balancesOf = ({ items, sums }: InvoiceListPage): ReadonlyArray<Balance> =>
  sums
    .filter(({ totalOutstandingMinor }) => totalOutstandingMinor > 0)
    .map(({ currency, totalOutstandingMinor: amountMinor }) => ({
      currency,
      amountMinor,
      nextDue: items.find((invoice) => invoice.currency === currency)?.dueDate ?? null
    }))

export const portalHome = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const repository = yield* InvoiceRepository
  const notes = yield* CreditNoteRepository
  const paymentLinks = yield* PaymentLinks
  const checkouts = yield* Checkouts
  const projectsOf = yield* sharedProjects

  /** Data beside the rows of the lists. */
  const beside = (
    workspace: Workspace,
    open: ReadonlyArray<InvoiceListItem>,
    ids: ReadonlyArray<InvoiceId>
  ) => {
    const payable = open.map(({ id }) => id)
    return Effect.all(
      {
        links: paymentLinks.current(workspace.id, payable),
        texts: repository.textLocales(workspace.id, ids),
        beingPaid: Effect.map(
          checkouts.underWay(workspace.id, payable),
          (since) => new Set(since.keys())
        )
      },
      { concurrency: "unbounded" }
    )
  }

  return useCase("Portal.home")(function* (visitor: Visitor, after: InvoiceId | null) {
    const { workspace, client } = visitor
    yield* annotate({ "workspace.id": workspace.id, "client.id": client.id })
    const ofClient = { clientId: client.id }
    const byDue = { ...ofClient, openOnly: true, sort: "due_date" } as const
    const read = yield* Effect.all(
      {
        today: todayIn(workspace.zone),
        due: Effect.orDie(invoicing.search(workspace, byDue, mostOpen)),
        newest: invoicing.list(workspace, { ...ofClient, issuedOnly: true }, { ...most, after }),
        credited: notes.list(workspace.id, ofClient, most),
        projects: projectsOf(visitor)
      },
      { concurrency: "unbounded" }
    )
    const { today, due, newest, credited, projects } = read
    const closed = newest.items.filter((invoice) => !isOpen(invoice))
    const ids = [
      ...[...due.items, ...closed].map(({ id }) => id),
      ...credited.items.map(({ invoice }) => invoice.id)
    ]
    const home: PortalHome = {
      today,
      balances: balancesOf(due),
      open: due.items,
      closed: { ...newest, items: closed },
      creditNotes: credited.items,
      projects,
      ...(yield* beside(workspace, due.items, [...new Set(ids)]))
    }
    return home
  })
})

/** A project that is shared with the client. */
export const portalProject = Effect.gen(function* () {
  const projectsOf = yield* sharedProjects
  const milestones = yield* MilestoneRepository
  const files = yield* FileRepository

  return useCase("Portal.project")(function* (visitor: Visitor, idText: string) {
    const { workspace } = visitor
    const shared = yield* projectsOf(visitor)
    const project = shared.find(({ id }) => id === idText)
    if (project === undefined) return yield* new ProjectNotFound({ id: idText })
    yield* annotate({ "workspace.id": workspace.id, "project.id": project.id })
    const read = yield* Effect.all(
      {
        milestones: milestones.inOrder(workspace.id, project.id, { limit: 100, offset: 0 }),
        files: files.ofProjects(workspace.id, [project.id], mostFiles)
      },
      { concurrency: "unbounded" }
    )
    const shown: PortalProject = { project, milestones: read.milestones.items, files: read.files }
    return shown
  })
})

/** A link to a file of a project that is shared with the client. */
export const portalFile = Effect.gen(function* () {
  const projectsOf = yield* sharedProjects
  const files = yield* Files

  return useCase("Portal.file")(function* (visitor: Visitor, idText: string) {
    const { project, downloadUrl } = yield* files.get(visitor.workspace, idText)
    const shared = yield* projectsOf(visitor)
    return project !== null && shared.some(({ id }) => id === project.id)
      ? downloadUrl
      : yield* new FileNotFound({ id: idText })
  })
})

/** A credit note of the client, as it was mailed. */
export const portalCreditNote = Effect.gen(function* () {
  const notes = yield* CreditNotes

  return useCase("Portal.creditNote")(function* ({ workspace, client }: Visitor, id: string) {
    return yield* notes.pdf(workspace, id, client.id)
  })
})
