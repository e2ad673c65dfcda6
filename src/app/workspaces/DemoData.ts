/**
 * Realistic sample data: clients, projects with tasks, and invoices in every state, spread over the
 * past year. Nothing is mailed: the invoices are stored as if their mails had gone out.
 */
import { Context, Effect, Layer } from "effect"
import { type CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { addSampleClient, addSampleProject } from "./SampleClients.ts"
import { addSampleCorrections } from "./SampleCorrections.ts"
import { addSampleInvoice } from "./SampleInvoices.ts"
import { sampleAgency } from "./Samples.ts"
import { addSampleTasks } from "./SampleTasks.ts"
import { updateWorkspace } from "./UpdateWorkspace.ts"

interface DemoCounts {
  readonly clients: number
  readonly projects: number
  readonly tasks: number
  readonly invoices: number
  /** Reversals too. */
  readonly payments: number
  readonly creditNotes: number
}

export class DemoData extends Context.Service<
  DemoData,
  {
    /** Adds `size` invoices with their clients and projects, and reports its progress. */
    readonly add: (
      workspace: Workspace,
      size: number,
      onProgress: (done: number, total: number) => Effect.Effect<void>
    ) => Effect.Effect<DemoCounts>
  }
>()("retainer/app/DemoData") {
  static readonly layer = Layer.effect(
    DemoData,
    Effect.gen(function* () {
      const addClient = yield* addSampleClient
      const addProject = yield* addSampleProject
      const addTasks = yield* addSampleTasks
      const addInvoice = yield* addSampleInvoice
      const correct = yield* addSampleCorrections
      const update = yield* updateWorkspace
      const { transact } = yield* UnitOfWork

      /** Legal data for a workspace that has none, so that its documents are whole. */
      const agencyOf = Effect.fnUntraced(function* (workspace: Workspace) {
        const { address, addressText, vatId, bankAccount } = workspace
        const isUnset = [address, addressText, vatId, bankAccount].every((part) => part === null)
        return isUnset ? ((yield* update(workspace.id, sampleAgency)) ?? workspace) : workspace
      }, Effect.orDie)

      /** One transaction: a client with two projects and up to five invoices. */
      const addBatch = Effect.fnUntraced(function* (
        workspace: Workspace,
        made: DemoCounts,
        count: number,
        today: CalendarDate
      ) {
        const client = yield* addClient(workspace, made.clients)
        const first = yield* addProject(workspace, client.id, made.projects)
        const second = yield* addProject(workspace, client.id, made.projects + 1)
        const tasks = made.tasks + (yield* addTasks(workspace, [first, second], today))
        let { payments, creditNotes } = made
        for (let index = made.invoices; index < made.invoices + count; index++) {
          const project = index % 2 === 0 ? first : second
          const invoice = yield* addInvoice(workspace, client, project, index, today)
          const corrections = yield* correct(workspace, invoice, index)
          payments += (invoice.paymentId === null ? 0 : 1) + corrections.payments
          creditNotes += corrections.creditNotes
        }
        const { clients, projects, invoices } = made
        return {
          clients: clients + 1,
          projects: projects + 2,
          tasks,
          invoices: invoices + count,
          payments,
          creditNotes
        }
      }, transact)

      return DemoData.of({
        add: useCase("DemoData.add")(function* (given, size, onProgress) {
          const workspace = yield* agencyOf(given)
          const today = yield* todayIn(workspace.zone)
          const nothing = { clients: 0, projects: 0, tasks: 0, invoices: 0, payments: 0 }
          let made: DemoCounts = { ...nothing, creditNotes: 0 }
          while (made.invoices < size) {
            made = yield* addBatch(workspace, made, Math.min(5, size - made.invoices), today)
            yield* onProgress(made.invoices, size)
          }
          return made
        })
      })
    })
  )
}
