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
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { listInvoices } from "../invoices/ListInvoices.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { SentDocumentRepository } from "../ports/invoices/SentDocumentRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"

interface ExportedFile {
  /** Its path in the archive, such as `invoices.json` or `documents/INV-0001.pdf`. */
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array>
}

const pageSize = 100

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

/** The resources of a kind as two files. */
const filesOf = (
  name: string,
  resource: Schema.Top,
  rows: Stream.Stream<unknown>
): ReadonlyArray<ExportedFile> => {
  const columns = columnsOfRow(resource)
  const lines = Stream.map(rows, (row) => csvLine(columns, row))
  const csv = Stream.concat(Stream.make(csvHead(columns)), lines)
  return [
    { path: `${name}.json`, bytes: jsonOf(rows) },
    { path: `${name}.csv`, bytes: Stream.encodeText(csv) }
  ]
}

const wireOf =
  <T>({ toWire }: Shape<T>) =>
  <E>(views: Stream.Stream<NoInfer<T>, E>) =>
    Stream.map(views, toWire)

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
const documentFiles = (
  number: string,
  content: Uint8Array | null,
  xml: string | null
): ReadonlyArray<ExportedFile> => [
  ...(content === null ? [] : [{ path: `documents/${number}.pdf`, bytes: Stream.make(content) }]),
  ...(xml === null
    ? []
    : [{ path: `documents/${number}.xml`, bytes: Stream.encodeText(Stream.make(xml)) }])
]

export class WorkspaceExport extends Context.Service<
  WorkspaceExport,
  {
    /** The files of the archive in order, each to be read before the next. */
    readonly files: (workspace: Workspace) => Stream.Stream<ExportedFile>
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
          const { invoices, creditNotes, events, ...other } = resourcesOf(workspace)
          const ofInvoices = invoices.pipe(
            Stream.filter(({ document }) => document !== null),
            Stream.mapEffect(
              Effect.fnUntraced(function* (invoice) {
                const xml = yield* sent.findXml(id, invoice.id)
                const content = yield* sent.find(id, invoice.id)
                return documentFiles(invoice.number, content, xml?.text ?? null)
              })
            )
          )
          const ofNotes = creditNotes.pipe(
            Stream.filter(({ document }) => document !== null),
            Stream.mapEffect(
              Effect.fnUntraced(function* (note) {
                const xml = yield* notes.findXml(id, note.id)
                const content = yield* notes.findDocument(id, note.id)
                return documentFiles(note.number, content, xml?.text ?? null)
              })
            )
          )
          const own = Stream.make(workspace).pipe(wireOf(WorkspaceResource), jsonOf)
          return Stream.make<Array<ExportedFile>>(
            { path: "workspace.json", bytes: own },
            ...filesOf("clients", ClientResource, wireOf(ClientResource)(other.clients)),
            ...filesOf("projects", ProjectResource, wireOf(ProjectResource)(other.projects)),
            ...filesOf("tasks", TaskResource, wireOf(TaskResource)(other.tasks)),
            ...filesOf(
              "milestones",
              MilestoneResource,
              wireOf(MilestoneResource)(other.milestones)
            ),
            ...filesOf(
              "invoices",
              InvoiceResource,
              wireOf(InvoiceResource)(Stream.map(invoices, withoutLink))
            ),
            ...filesOf("credit_notes", CreditNoteResource, wireOf(CreditNoteResource)(creditNotes)),
            ...filesOf("payments", PaymentResource, wireOf(PaymentResource)(other.payments)),
            ...filesOf("files", FileResource, wireOf(FileResource)(other.files)),
            ...filesOf("events", EventResource, events)
          ).pipe(
            Stream.concat(Stream.flatMap(Stream.concat(ofInvoices, ofNotes), Stream.fromIterable))
          )
        }
      })
    })
  )
}
