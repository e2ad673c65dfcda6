/**
 * The client portal: the client's sent invoices, their credit notes, and the projects shared with
 * them.
 */
import { Effect } from "effect"
import type { CreditNoteListItem } from "../../domain/creditnotes/CreditNoteResource.ts"
import { FileNotFound } from "../../domain/files/File.ts"
import type { FileFound } from "../../domain/files/FileResource.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import type { Page } from "../../domain/Page.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import type { TextLocale } from "../../domain/text/Language.ts"
import { CreditNotes } from "../creditnotes/CreditNotes.ts"
import { Files } from "../files/Files.ts"
import { InvoiceDocuments } from "../invoices/documents/InvoiceDocuments.ts"
import { pdfOf } from "../invoices/documents/InvoicePdfs.ts"
import { invoiceIdOf } from "../invoices/InvoiceViews.ts"
import { Invoicing } from "../invoices/Invoicing.ts"
import { PaymentLinks } from "../PaymentLinks.ts"
import { Checkouts } from "../payments/Checkouts.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import type { Visitor } from "./OpenInvitation.ts"

export interface PortalHome {
  readonly invoices: Page<InvoiceListItem, InvoiceId>
  /** The newest. */
  readonly creditNotes: ReadonlyArray<CreditNoteListItem>
  /** The payment links of those that have one. */
  readonly links: ReadonlyMap<InvoiceId, string>
  /** The language and locale with which each invoice was sent, those of credit notes too. */
  readonly texts: ReadonlyMap<InvoiceId, TextLocale>
  /** Invoices with a payment in progress. */
  readonly beingPaid: ReadonlySet<InvoiceId>
  readonly projects: ReadonlyArray<ProjectView>
  /** Those of the projects, newest first. */
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

/** Files of a shared project are shared with it. */
const sharedFiles = Effect.gen(function* () {
  const files = yield* FileRepository

  return ({ workspace }: Visitor, projects: ReadonlyArray<ProjectView>) =>
    projects.length === 0
      ? Effect.succeed([])
      : files.ofProjects(
          workspace.id,
          projects.map(({ id }) => id),
          mostFiles
        )
})

export const portalHome = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const repository = yield* InvoiceRepository
  const notes = yield* CreditNoteRepository
  const paymentLinks = yield* PaymentLinks
  const checkouts = yield* Checkouts
  const projectsOf = yield* sharedProjects
  const filesOf = yield* sharedFiles

  return useCase("Portal.home")(function* (visitor: Visitor, after: InvoiceId | null) {
    const { workspace, client } = visitor
    yield* annotate({ "workspace.id": workspace.id, "client.id": client.id })
    const filter = { clientId: client.id, issuedOnly: true }
    const invoices = yield* invoicing.list(workspace, filter, { limit: 50, after })
    const ids = invoices.items.map(({ id }) => id)
    const ofClient = { clientId: client.id }
    const credited = yield* notes.list(workspace.id, ofClient, { limit: 50, after: null })
    const corrected = credited.items.map(({ invoice }) => invoice.id)
    const projects = yield* projectsOf(visitor)
    const home: PortalHome = {
      invoices,
      creditNotes: credited.items,
      links: yield* paymentLinks.current(workspace.id, ids),
      texts: yield* repository.textLocales(workspace.id, [...new Set([...ids, ...corrected])]),
      beingPaid: new Set((yield* checkouts.underWay(workspace.id, ids)).keys()),
      projects,
      files: yield* filesOf(visitor, projects)
    }
    return home
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

export const portalDocument = Effect.gen(function* () {
  const documents = yield* InvoiceDocuments

  return useCase("Portal.document")(function* ({ workspace, client }: Visitor, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "workspace.id": workspace.id, "invoice.id": id })
    const state = yield* documents.state(workspace, id)
    // A draft, and one that was voided before it was sent, are the agency's own.
    return state.clientId === client.id && state.wasSent
      ? pdfOf(state.number, yield* documents.file(workspace, state))
      : yield* new InvoiceNotFound({ id: idText })
  })
})
