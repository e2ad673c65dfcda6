/** Reads the current state of a resource, in the JSON of events. */
import { Effect, Option } from "effect"
import { ClientResource } from "../../domain/clients/ClientResource.ts"
import { CreditNoteResource } from "../../domain/creditnotes/CreditNoteResource.ts"
import type { ReplayedFamily } from "../../domain/events/Replay.ts"
import { FileResource } from "../../domain/files/FileResource.ts"
import {
  ClientId,
  CreditId,
  CreditNoteId,
  FileId,
  InvoiceId,
  MilestoneId,
  ProjectId,
  TaskId
} from "../../domain/Ids.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { CreditResource } from "../../domain/payments/CreditResource.ts"
import { MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import { ProjectResource } from "../../domain/projects/ProjectResource.ts"
import { TaskResource } from "../../domain/projects/TaskResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { CreditRepository } from "../ports/payments/CreditRepository.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"

/** Null if there is none. */
type Find = (workspace: Workspace, id: string) => Effect.Effect<unknown>

const finder =
  <Id, View, E>(
    ids: { readonly parse: (text: string) => Option.Option<Id> },
    view: (workspace: Workspace, id: Id) => Effect.Effect<View | null, E>,
    toWire: (found: View) => unknown
  ): Find =>
  (workspace, text) =>
    Option.match(ids.parse(text), {
      onNone: () => Effect.succeed(null),
      onSome: (id) =>
        view(workspace, id).pipe(
          Effect.map((found) => (found === null ? null : toWire(found))),
          Effect.catch(() => Effect.succeed(null))
        )
    })

export const currentResources = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const clients = yield* ClientRepository
  const invoices = yield* InvoiceRepository
  const credits = yield* CreditRepository
  const creditNotes = yield* CreditNoteRepository
  const files = yield* FileRepository
  const tasks = yield* TaskRepository
  const milestones = yield* MilestoneRepository

  const found: { readonly [Family in ReplayedFamily]: Find } = {
    project: finder(ProjectId, ({ id }, one) => projects.view(id, one), ProjectResource.toWire),
    client: finder(ClientId, ({ id }, one) => clients.view(id, one), ClientResource.toWire),
    milestone: finder(
      MilestoneId,
      ({ id }, one) => milestones.view(id, one),
      MilestoneResource.toWire
    ),
    task: finder(TaskId, ({ id }, one) => tasks.view(id, one), TaskResource.toWire),
    file: finder(
      FileId,
      ({ id }, one) => files.find(id, one),
      (found) => FileResource.toWire({ ...found, downloadUrl: null })
    ),
    credit_note: finder(
      CreditNoteId,
      ({ id }, one) => creditNotes.view(id, one),
      CreditNoteResource.toWire
    ),
    credit: finder(CreditId, ({ id }, one) => credits.view(id, one), CreditResource.toWire),
    invoice: finder(
      InvoiceId,
      ({ id, zone }, one) =>
        Effect.flatMap(todayIn(zone), (today) => invoices.view(id, one, today)),
      ({ invoice }) =>
        InvoiceResource.toWire({
          ...invoice,
          processorPaymentUrl: null,
          documentWarnings: [],
          eInvoiceProblems: []
        })
    )
  }
  return (family: ReplayedFamily): Find => found[family]
})
