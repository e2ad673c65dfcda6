/**
 * The use cases of the invoice form: the amounts of what was typed, its PDF before it is saved, and
 * the draft with a new client and the milestones that it bills, in one transaction.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { make as makeClient } from "../../domain/clients/Client.ts"
import type { ClientInput } from "../../domain/clients/ClientResource.ts"
import { ClientId, type MilestoneId } from "../../domain/Ids.ts"
import { invalid } from "../../domain/Invalid.ts"
import { recipientOf } from "../../domain/invoices/Invoice.ts"
import type { InvoiceInput } from "../../domain/invoices/InvoiceInputs.ts"
import { MilestoneBilled, viewOf } from "../../domain/projects/Milestone.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../words/Words.ts"
import { createClient } from "../clients/CreateClient.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { PdfRenderer } from "../ports/invoices/PdfRenderer.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { insertDraft, newDraft } from "./CreateInvoice.ts"
import { type InvoicePdf, pdfOf } from "./documents/InvoicePdfs.ts"
import { renderFailure } from "./documents/RenderFailure.ts"
import { withNumber } from "./InvoiceChanges.ts"
import { InvoiceViews, storedViewOf } from "./InvoiceViews.ts"

export type InvoiceContent = Omit<InvoiceInput, "clientId">

/** The content of the form, for a client that exists or with a new one. */
export interface ComposedInvoice {
  readonly content: InvoiceContent
  readonly client: ClientId | ClientInput
  /** Milestones that are billed by it. */
  readonly milestoneIds: ReadonlyArray<MilestoneId>
}

/** The amounts as a save would have them; whose invoice it is changes none of them. */
export const estimateInvoice = Effect.gen(function* () {
  const draft = yield* newDraft
  const random = yield* SecureRandom.SecureRandom
  return useCase("Invoicing.estimate")(function* (workspace: Workspace, content: InvoiceContent) {
    return yield* draft(workspace, { ...content, clientId: yield* ClientId.next(random) })
  })
})

/** The document of what was typed, under this number or as a draft without one. */
export const previewInvoice = Effect.gen(function* () {
  const draft = yield* newDraft
  const random = yield* SecureRandom.SecureRandom
  const clients = yield* ClientRepository
  const projects = yield* ProjectRepository
  const workspaces = yield* WorkspaceRepository
  const views = yield* InvoiceViews
  const renderer = yield* PdfRenderer

  return useCase("Invoicing.preview")(function* (
    workspace: Workspace,
    { client, content }: ComposedInvoice,
    number: string | null
  ) {
    const isKnown = typeof client === "string"
    const clientId = isKnown ? client : yield* ClientId.next(random)
    const invoice = yield* draft(workspace, { ...content, clientId })
    const buyer = isKnown
      ? yield* clients.find(workspace.id, clientId)
      : makeClient(clientId, workspace.id, client, invoice.createdAt)
    if (buyer === null) return yield* invalid("client_id", `no client has the id ${clientId}`)
    const { projectId } = invoice
    const project = projectId === null ? null : yield* projects.find(workspace.id, projectId)
    const references = {
      recipient: recipientOf(buyer),
      project: project && { id: project.id, name: project.name },
      document: null
    }
    const language = buyer.language ?? workspace.language
    const numbered = { ...invoice, number: number ?? wordsIn(language).document.marks.draft }
    const today = yield* todayIn(workspace.zone)
    const shown = yield* views.present(workspace, storedViewOf(numbered, references, today))
    const { logoHash } = shown.seller
    const logo = logoHash === null ? null : yield* workspaces.logoByHash(workspace.id, logoHash)
    const bytes = yield* renderer
      .invoice({ ...shown, logo, payments: [], corrects: null })
      .pipe(Effect.catch(renderFailure(shown.invoice)))
    const file: InvoicePdf = pdfOf(numbered.number, bytes)
    return file
  })
})

/** The milestone, locked, if this invoice may bill it. */
const billableMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  return Effect.fnUntraced(
    function* (workspace: Workspace, id: MilestoneId) {
      const { milestone, view } = yield* milestones.getForUpdate(workspace.id, id)
      if (view.invoice !== null) return yield* new MilestoneBilled({ id, invoice: view.invoice })
      return { milestone, view }
    },
    Effect.mapError(({ message }) => invalid("milestones", message))
  )
})

export const composeInvoice = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  const journal = yield* Journal
  const insert = yield* insertDraft
  const create = yield* createClient
  const billable = yield* billableMilestone
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.compose")(
    function* (workspace: Workspace, { client, content, milestoneIds }: ComposedInvoice) {
      const toBill = yield* Effect.forEach(milestoneIds, (id) => billable(workspace, id))
      const stranger = toBill.find(({ milestone }) => milestone.projectId !== content.projectId)
      if (stranger !== undefined) {
        return yield* invalid("milestones", `${stranger.milestone.id} is of another project`)
      }
      const clientId = typeof client === "string" ? client : (yield* create(workspace, client)).id
      const { view, number } = yield* insert(workspace, { ...content, clientId })
      for (const { milestone, view: before } of toBill) {
        const billed = { ...milestone, invoiceId: view.id, updatedAt: yield* DateTime.now }
        yield* milestones.save(billed)
        const after = viewOf(billed, { id: view.id, number: view.number })
        yield* journal.record(workspace.id, "milestone.billed", before, after)
      }
      return { view, number }
    },
    transact,
    withNumber
  )
})
