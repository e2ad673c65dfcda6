/** Use cases of invoices (SPEC §3.2, §4.2): locks before every read that decides. */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { startOfYear, todayIn } from "../../domain/CalendarDate.ts"
import { type ClientId, InvoiceId, type ProjectId, parseOrFail } from "../../domain/Ids.ts"
import { type Invalid, invalid, type PreconditionFailed } from "../../domain/Invalid.ts"
import * as Invoice from "../../domain/invoices/Invoice.ts"
import {
  draftInvoice,
  type InvoiceInput,
  type InvoicePatch,
  reviseInvoice
} from "../../domain/invoices/InvoiceDraft.ts"
import {
  type InvoiceNotDraft,
  InvoiceNotFound,
  type InvoiceNotVoidable,
  type SentDocumentNotFound
} from "../../domain/invoices/InvoiceErrors.ts"
import { formatInvoiceNumber } from "../../domain/invoices/InvoiceNumber.ts"
import type { InvoiceView } from "../../domain/Views.ts"
import { toWire } from "../../domain/Wire.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireMatch } from "../Preconditions.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import {
  type InvoiceFilter,
  type InvoiceListPage,
  InvoiceRepository
} from "../ports/invoices/InvoiceRepository.ts"
import { PdfRenderer } from "../ports/invoices/PdfRenderer.ts"
import { MailOutbox } from "../ports/mail/MailOutbox.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { isToBeDrawn, SentDocuments } from "./SentDocuments.ts"

export interface SendResult {
  readonly id: InvoiceId
  readonly status: "sent"
  readonly sentAt: DateTime.Utc
  readonly sentTo: string
}

export interface InvoicePdf {
  readonly filename: string
  readonly bytes: Uint8Array
}

export class Invoicing extends Context.Service<
  Invoicing,
  {
    readonly create: (
      workspace: Workspace,
      input: InvoiceInput
    ) => Effect.Effect<InvoiceView, Invalid>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<InvoiceView, InvoiceNotFound>
    readonly list: (
      workspace: Workspace,
      filter: InvoiceFilter,
      page: PageRequest<InvoiceId>
    ) => Effect.Effect<InvoiceListPage>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: InvoicePatch
    ) => Effect.Effect<
      InvoiceView,
      InvoiceNotFound | InvoiceNotDraft | Invalid | PreconditionFailed
    >
    readonly send: (
      workspace: Workspace,
      id: string,
      message: string | null
    ) => Effect.Effect<SendResult, InvoiceNotFound | InvoiceNotDraft>
    readonly void: (
      workspace: Workspace,
      id: string,
      reason: string | null
    ) => Effect.Effect<InvoiceView, InvoiceNotFound | InvoiceNotVoidable>
    readonly pdf: (workspace: Workspace, id: string) => Effect.Effect<InvoicePdf, InvoiceNotFound>
    /** The file that was mailed, byte by byte. */
    readonly sentPdf: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoicePdf, InvoiceNotFound | SentDocumentNotFound>
  }
>()("retainer/app/Invoicing") {
  static readonly layer = Layer.effect(
    Invoicing,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const clients = yield* ClientRepository
      const projects = yield* ProjectRepository
      const views = yield* InvoiceViews
      const outbox = yield* MailOutbox
      const renderer = yield* PdfRenderer
      const sentDocuments = yield* SentDocuments
      const { lock, record } = yield* InvoiceChanges
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const parseId = (id: string) => parseOrFail(InvoiceId, id, () => new InvoiceNotFound({ id }))

      const checkReferences = Effect.fnUntraced(function* (
        workspace: Workspace,
        clientId: ClientId,
        projectId: ProjectId | null
      ) {
        if ((yield* clients.find(workspace.id, clientId)) === null) {
          return yield* invalid("client_id", `no client has the id ${clientId}`)
        }
        if (projectId === null) return
        const project = yield* projects.find(workspace.id, projectId)
        if (project === null) {
          return yield* invalid("project_id", `no project has the id ${projectId}`)
        }
        if (project.clientId !== clientId) {
          return yield* invalid("project_id", `project ${projectId} belongs to another client`)
        }
      })

      return Invoicing.of({
        create: Effect.fn("Invoicing.create")(function* (workspace, input) {
          return yield* transact(
            Effect.gen(function* () {
              const draft = yield* Effect.fromResult(
                draftInvoice(input, {
                  id: yield* InvoiceId.next(random),
                  workspaceId: workspace.id,
                  now: yield* DateTime.now,
                  today: yield* todayIn(workspace.zone),
                  currency: workspace.currency,
                  paymentTermsDays: workspace.paymentTermsDays
                })
              )
              yield* checkReferences(workspace, draft.clientId, draft.projectId)
              // Last of the checks: from here on the workspace's counter is locked.
              const sequence = yield* invoices.nextNumber(workspace.id)
              const number = formatInvoiceNumber(workspace.invoicePrefix, sequence)
              yield* invoices.insert({ ...draft, number })
              return yield* record(workspace, draft.id, "invoice.created", null)
            })
          )
        }),

        get: Effect.fn("Invoicing.get")(function* (workspace, id) {
          const view = yield* views.get(workspace, yield* parseId(id))
          // A file that the mail could not draw is the mail's to try again: reads do not wait for it.
          if (!isToBeDrawn(view) || view.delivery?.attempts !== 0) return view
          // The mail has not drawn the file yet: so that nobody sees a sent invoice without it.
          return yield* views.document(workspace, view.id).pipe(
            Effect.flatMap(sentDocuments.ensure),
            Effect.andThen(views.get(workspace, view.id)),
            Effect.catchTag("PdfNotDrawn", () => Effect.succeed(view))
          )
        }),

        list: Effect.fn("Invoicing.list")(function* (workspace, filter, page) {
          const today = yield* todayIn(workspace.zone)
          const yearStart = startOfYear(workspace.zone, today)
          return yield* invoices.list(workspace.id, filter, page, { today, yearStart })
        }),

        update: Effect.fn("Invoicing.update")(function* (workspace, idText, patch) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const invoice = yield* lock(workspace, id)
              const draft = yield* Effect.fromResult(Invoice.requireDraft(invoice, "update"))
              const previous = yield* views.get(workspace, id)
              yield* requireMatch(toWire(previous))
              const revised = yield* Effect.fromResult(
                reviseInvoice(draft, patch, yield* DateTime.now)
              )
              if (revised === draft) return previous
              yield* checkReferences(workspace, revised.clientId, revised.projectId)
              yield* invoices.save(revised, "draft")
              return yield* record(workspace, id, "invoice.updated", previous)
            })
          )
        }),

        send: Effect.fn("Invoicing.send")(function* (workspace, idText, message) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const invoice = yield* lock(workspace, id)
              const draft = yield* Effect.fromResult(Invoice.requireDraft(invoice, "send"))
              const {
                recipient,
                seller,
                projectName,
                invoice: previous
              } = yield* views.addressed(workspace, id)
              const now = yield* DateTime.now
              const sent = Invoice.send(draft, { recipient, seller, projectName }, now)
              yield* invoices.save(sent, "draft")
              yield* outbox.offer({
                kind: "invoice",
                workspaceId: workspace.id,
                invoiceId: id,
                message
              })
              const view = yield* record(workspace, id, "invoice.sent", previous)
              if (sent.status === "paid") {
                yield* record(workspace, id, "invoice.paid", {
                  ...view,
                  status: "sent",
                  paidAt: null
                })
              }
              return { id, status: "sent" as const, sentAt: now, sentTo: recipient.email }
            })
          )
        }),

        void: Effect.fn("Invoicing.void")(function* (workspace, idText, reason) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const invoice = yield* lock(workspace, id)
              const voidable = yield* Effect.fromResult(Invoice.requireVoidable(invoice))
              const previous = yield* views.get(workspace, id)
              if (voidable.status === "void") return previous
              const voided = Invoice.voidInvoice(voidable, reason, yield* DateTime.now)
              yield* invoices.save(voided, voidable.status)
              return yield* record(workspace, id, "invoice.voided", previous)
            })
          )
        }),

        pdf: Effect.fn("Invoicing.pdf")(function* (workspace, idText) {
          const document = yield* views.document(workspace, yield* parseId(idText))
          return {
            filename: `${document.invoice.number}.pdf`,
            // Our fault in every case, and nothing that the caller could change.
            bytes: yield* Effect.orDie(renderer.invoice(document))
          }
        }),

        sentPdf: Effect.fn("Invoicing.sentPdf")(function* (workspace, idText) {
          const invoice = yield* views.get(workspace, yield* parseId(idText))
          return {
            filename: `${invoice.number}.pdf`,
            bytes: yield* Effect.catchTag(
              sentDocuments.get(workspace, invoice),
              "PdfNotDrawn",
              Effect.die
            )
          }
        })
      })
    })
  )
}
