/**
 * Export of a workspace (docs/spec.md §14): its resources as the API shows them, in JSON and in
 * CSV, and the files that were mailed. It contains no secret, so payment and download links are
 * null. It reads page by page, in little memory, and each file shows the time of its reading.
 */
import { Context, Effect, Layer, Option, type Schema, Stream } from "effect"
import { ClientResource } from "../../domain/clients/ClientResource.ts"
import { CreditNoteResource } from "../../domain/creditnotes/CreditNoteResource.ts"
import { EventResource, eventTypes } from "../../domain/events/Event.ts"
import { eventText } from "../../domain/events/LoggedEvent.ts"
import { FileResource } from "../../domain/files/FileResource.ts"
import type {
  ClientId,
  CreditNoteId,
  FileId,
  InvoiceId,
  MilestoneId,
  PaymentId,
  ProjectId,
  TaskId
} from "../../domain/Ids.ts"
import { InvoiceResource, type InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Page } from "../../domain/Page.ts"
import { PaymentResource, paymentViewOf } from "../../domain/payments/PaymentResource.ts"
import { MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import { ProjectResource } from "../../domain/projects/ProjectResource.ts"
import { TaskResource } from "../../domain/projects/TaskResource.ts"
import type { Shape } from "../../domain/Resource.ts"
import { columnsOfRow, csvHead, csvLine } from "../../domain/Table.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { WorkspaceResource } from "../../domain/workspaces/WorkspaceResource.ts"
import { type ExportedFile, exportedFiles } from "../../domain/workspaces/WorkspaceTables.ts"
import { wordsIn } from "../../words/Words.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { listInvoices } from "../invoices/ListInvoices.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { SentDocumentRepository, type SentXml } from "../ports/invoices/SentDocumentRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"
import type { ArchivedFile } from "../ports/workspaces/Archiver.ts"

const pageSize = 100

const textOf = (text: string): Stream.Stream<Uint8Array> => Stream.encodeText(Stream.make(text))

/** Every item of a list, newest first. */
const itemsOf = <Item, Id, E>(
  read: (page: PageRequest<Id>) => Effect.Effect<Page<Item, Id>, E>
): Stream.Stream<Item> =>
  Stream.paginate(null, (after: Id | null) =>
    Effect.map(
      Effect.orDie(read({ limit: pageSize, after })),
      ({ items, next }) => [items, Option.fromNullOr(next)] as const
    )
  )

const jsonOf = (rows: Stream.Stream<unknown>): Stream.Stream<Uint8Array> =>
  Stream.make("[").pipe(
    Stream.concat(
      Stream.zipWithIndex(rows).pipe(
        Stream.map(([row, index]) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(row)}`)
      )
    ),
    Stream.concat(Stream.make("\n]\n")),
    Stream.encodeText
  )

/** Rows of the wire as two files. */
const filesOf = (
  name: string,
  row: Schema.Top,
  rows: Stream.Stream<unknown>
): Stream.Stream<ArchivedFile> => {
  const columns = columnsOfRow(row)
  const lines = Stream.map(rows, (one) => csvLine(columns, one))
  const csv = Stream.concat(Stream.make(csvHead(columns)), lines)
  return Stream.make<Array<ArchivedFile>>(
    { path: `${name}.json`, bytes: jsonOf(rows) },
    { path: `${name}.csv`, bytes: Stream.encodeText(csv) }
  )
}

const resourceFiles = <T>(
  name: string,
  resource: Shape<T>,
  views: Stream.Stream<NoInfer<T>>
): Stream.Stream<ArchivedFile> => filesOf(name, resource, Stream.map(views, resource.toWire))

const withoutLink = (invoice: InvoiceView): InvoiceView => ({
  ...invoice,
  processorPaymentUrl: null
})

/** The resources of the workspace, each kind as a stream of its views. */
const makeResources = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const projects = yield* ProjectRepository
  const tasks = yield* TaskRepository
  const milestones = yield* MilestoneRepository
  const listOf = yield* listInvoices
  const views = yield* InvoiceViews
  const notes = yield* CreditNoteRepository
  const payments = yield* PaymentRepository
  const files = yield* FileRepository
  const log = yield* EventLog

  return (workspace: Workspace) => {
    const { id } = workspace
    const projectsOf = (archived: boolean) =>
      itemsOf((page: PageRequest<ProjectId>) => projects.list(id, { archived }, page))
    const allProjects = Stream.concat(projectsOf(false), projectsOf(true))
    const allInvoices = itemsOf((page: PageRequest<InvoiceId>) => listOf(workspace, {}, page))
    const allNotes = itemsOf((page: PageRequest<CreditNoteId>) => notes.list(id, {}, page))
    const events = Stream.paginate(0, (after: number) =>
      Effect.map(log.read(id, after, pageSize, eventTypes), (found) => [
        found.map((event): unknown => JSON.parse(eventText(event, new Map()))),
        Option.fromUndefinedOr(found.at(-1)?.sequence)
      ])
    )
    return {
      allInvoices,
      allNotes,
      clients: Stream.mapEffect(
        itemsOf((page: PageRequest<ClientId>) => clients.list(id, page)),
        (client) => Effect.orDie(clients.view(id, client.id))
      ),
      projects: allProjects,
      tasks: Stream.flatMap(allProjects, (project) =>
        itemsOf((page: PageRequest<TaskId>) => tasks.list(id, { projectId: project.id }, page))
      ),
      milestones: Stream.flatMap(allProjects, (project) =>
        itemsOf((page: PageRequest<MilestoneId>) => milestones.listOfProject(id, project.id, page))
      ),
      invoices: Stream.mapEffect(allInvoices, (invoice) =>
        Effect.orDie(views.get(workspace, invoice.id))
      ),
      creditNotes: Stream.mapEffect(allNotes, (note) =>
        Effect.flatMap(notes.view(id, note.id), (view) =>
          view === null ? Effect.die(`no credit note ${note.id}`) : Effect.succeed(view)
        )
      ),
      payments: Stream.flatMap(allInvoices, (invoice) =>
        Stream.map(
          itemsOf((page: PageRequest<PaymentId>) => payments.list(id, invoice.id, page)),
          paymentViewOf
        )
      ),
      files: Stream.map(
        itemsOf((page: PageRequest<FileId>) => files.list(id, {}, page)),
        (file) => ({ ...file, downloadUrl: null })
      ),
      events
    }
  }
})

/** The PDF and the XML of a mailed document, under its number. */
const mailedFiles = Effect.fnUntraced(function* (
  number: string,
  content: Effect.Effect<Uint8Array | null>,
  xml: Effect.Effect<SentXml | null>
): Effect.fn.Return<ReadonlyArray<ArchivedFile>> {
  const pdf = yield* content
  if (pdf === null) return []
  const mailed = { path: `documents/${number}.pdf`, bytes: Stream.make(pdf) }
  const eInvoice = yield* xml
  if (eInvoice === null) return [mailed]
  return [mailed, { path: `documents/${number}.xml`, bytes: textOf(eInvoice.text) }]
})

export class WorkspaceExport extends Context.Service<
  WorkspaceExport,
  {
    /** The files of the archive in order, each to be read before the next. */
    readonly files: (workspace: Workspace) => Stream.Stream<ArchivedFile>
  }
>()("retainer/app/WorkspaceExport") {
  static readonly layer = Layer.effect(
    WorkspaceExport,
    Effect.gen(function* () {
      const resourcesOf = yield* makeResources
      const sent = yield* SentDocumentRepository
      const notes = yield* CreditNoteRepository

      return WorkspaceExport.of({
        files: (workspace) => {
          const { id } = workspace
          const all = resourcesOf(workspace)
          const mailed = Stream.concat(
            Stream.mapEffect(all.allInvoices, ({ id: invoiceId, number }) =>
              mailedFiles(number, sent.find(id, invoiceId), sent.findXml(id, invoiceId))
            ),
            Stream.mapEffect(all.allNotes, ({ id: noteId, number }) =>
              mailedFiles(number, notes.findDocument(id, noteId), notes.findXml(id, noteId))
            )
          )
          const readme = wordsIn(workspace.language).leave.archiveReadme(workspace.name)
          const own = jsonOf(Stream.make(WorkspaceResource.toWire(workspace)))
          const parts: Readonly<Record<ExportedFile, Stream.Stream<ArchivedFile>>> = {
            workspace: Stream.make({ path: "workspace.json", bytes: own }),
            clients: resourceFiles("clients", ClientResource, all.clients),
            projects: resourceFiles("projects", ProjectResource, all.projects),
            tasks: resourceFiles("tasks", TaskResource, all.tasks),
            milestones: resourceFiles("milestones", MilestoneResource, all.milestones),
            invoices: resourceFiles(
              "invoices",
              InvoiceResource,
              Stream.map(all.invoices, withoutLink)
            ),
            credit_notes: resourceFiles("credit_notes", CreditNoteResource, all.creditNotes),
            payments: resourceFiles("payments", PaymentResource, all.payments),
            files: resourceFiles("files", FileResource, all.files),
            events: filesOf("events", EventResource, all.events),
            documents: Stream.flatMap(mailed, Stream.fromIterable)
          }
          return Stream.make<Array<ArchivedFile>>({
            path: "README.txt",
            bytes: textOf(`${readme.join("\r\n")}\r\n`)
          }).pipe(
            Stream.concat(Stream.flatMap(Stream.make(...exportedFiles), (name) => parts[name]))
          )
        }
      })
    })
  )
}
