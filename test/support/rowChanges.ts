/** Changes of rows that answers show, each with the versions of its workspace that it moves. */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { ClientRepository } from "../../src/app/ports/clients/ClientRepository.ts"
import { FileRepository } from "../../src/app/ports/files/FileRepository.ts"
import { InvoiceRepository } from "../../src/app/ports/invoices/InvoiceRepository.ts"
import { SentDocumentRepository } from "../../src/app/ports/invoices/SentDocumentRepository.ts"
import { CheckoutRepository } from "../../src/app/ports/payments/CheckoutRepository.ts"
import { CreditRepository } from "../../src/app/ports/payments/CreditRepository.ts"
import { PaymentRepository } from "../../src/app/ports/payments/PaymentRepository.ts"
import { MilestoneRepository } from "../../src/app/ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../../src/app/ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../../src/app/ports/projects/TaskRepository.ts"
import type { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { CreditId, FileId, MilestoneId, RefundId } from "../../src/domain/Ids.ts"
import * as Invoice from "../../src/domain/invoices/Invoice.ts"
import type { Credit } from "../../src/domain/payments/CreditResource.ts"
import * as Milestone from "../../src/domain/projects/Milestone.ts"
import * as Project from "../../src/domain/projects/Project.ts"
import * as Task from "../../src/domain/projects/Task.ts"
import type { RowKind } from "../../src/domain/RowKind.ts"
import { book, paymentOf } from "./paymentRecords.ts"
import {
  issue,
  later,
  newClient,
  newDraft,
  newOpen,
  newProject,
  newTask,
  newWorkspace,
  now,
  random
} from "./records.ts"
import { each } from "./transactions.ts"

const milestoneOf = Effect.fnUntraced(function* ({ workspaceId, id }: Project.Project) {
  const input = { name: "Design", amountMinor: 5000 }
  const milestoneId = yield* MilestoneId.next(yield* random)
  return Milestone.make({ id: milestoneId, workspaceId, projectId: id }, input, now)
})

const creditOf = Effect.fnUntraced(function* (invoice: Invoice.OpenInvoice) {
  const id = yield* CreditId.next(yield* random)
  const credit: Credit = {
    id,
    workspaceId: invoice.workspaceId,
    clientId: invoice.clientId,
    invoiceId: invoice.id,
    source: "payment",
    paymentId: null,
    amountMinor: 5,
    currency: invoice.currency,
    receivedAt: now,
    processorReference: `pi_${id}`,
    createdAt: now
  }
  return credit
})

const fileOf = Effect.fnUntraced(function* ({ workspaceId, id }: Project.Project) {
  return {
    workspaceId,
    id: yield* FileId.next(yield* random),
    name: "a.txt",
    contentType: "text/plain",
    size: 1,
    sha256: "ab".repeat(32),
    projectId: id,
    clientId: null,
    invoiceId: null,
    createdAt: now
  }
})

/** A workspace with a row of each kind. */
export const rowSetting = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  const milestone = yield* milestoneOf(project)
  yield* (yield* each(MilestoneRepository)).insert(milestone)
  const task = yield* newTask(project)
  const draft = yield* newDraft(workspace.id, client.id)
  const open = yield* newOpen(workspace.id, client.id)
  const begun = {
    workspaceId: workspace.id,
    invoiceId: open.id,
    reference: "begun",
    begunAt: now,
    pendingSince: null
  }
  yield* (yield* each(CheckoutRepository)).insert(begun)
  const credit = yield* creditOf(open)
  yield* (yield* each(PaymentRepository)).insertCredit(credit)
  const file = yield* fileOf(project)
  const files = yield* each(FileRepository)
  yield* files.insertLeftover(file, later)
  yield* files.insert(file)
  return { workspace, client, project, milestone, task, draft, open, begun, credit, file }
})
type Setting = Effect.Success<typeof rowSetting>

type Ports =
  | CheckoutRepository
  | ClientRepository
  | CreditRepository
  | FileRepository
  | InvoiceRepository
  | MilestoneRepository
  | PaymentRepository
  | ProjectRepository
  | SecureRandom.SecureRandom
  | SentDocumentRepository
  | TaskRepository
  | UnitOfWork

type Make = (setting: Setting) => Effect.Effect<unknown, unknown, Ports>

interface RowChange {
  readonly moves: ReadonlyArray<RowKind>
  readonly make: Make
}

const change = (moves: ReadonlyArray<RowKind>, make: Make): RowChange => ({ moves, make })

/** By name. The changes are made in the workspace of the setting. */
export const rowChanges: Readonly<Record<string, RowChange>> = {
  "a new client": change(["clients"], ({ workspace }) => newClient(workspace.id)),
  "another name of a client": change(["clients"], ({ client }) =>
    Effect.flatMap(each(ClientRepository), (clients) => clients.save({ ...client, name: "B" }))
  ),
  "a client in the portal": change(["clients"], ({ workspace, client }) =>
    Effect.flatMap(each(ClientRepository), (clients) =>
      clients.recordPortalVisit(workspace.id, client.id, now)
    )
  ),
  "a new project": change(["projects"], ({ workspace, client }) =>
    newProject(workspace.id, client.id)
  ),
  "an archived project": change(["projects"], ({ project }) =>
    Effect.flatMap(each(ProjectRepository), (projects) =>
      projects.save(Project.archive(project, later))
    )
  ),
  "a new milestone": change(["projects"], ({ project }) =>
    Effect.flatMap(each(MilestoneRepository), (milestones) =>
      Effect.flatMap(milestoneOf(project), (milestone) => milestones.insert(milestone))
    )
  ),
  "another amount of a milestone": change(["projects"], ({ milestone }) =>
    Effect.flatMap(each(MilestoneRepository), (milestones) =>
      milestones.save({ ...milestone, amountMinor: 1 })
    )
  ),
  "a removed milestone": change(["projects"], ({ workspace, milestone }) =>
    Effect.flatMap(each(MilestoneRepository), (milestones) =>
      milestones.remove(workspace.id, milestone.id)
    )
  ),
  "a new task": change(["tasks"], ({ project }) => newTask(project)),
  "a task that is done": change(["tasks"], ({ task }) =>
    Effect.flatMap(each(TaskRepository), (tasks) =>
      tasks.save(Task.revise(task, { status: "done" }, later))
    )
  ),
  "a removed task": change(["tasks"], ({ workspace, task }) =>
    Effect.flatMap(each(TaskRepository), (tasks) => tasks.remove(workspace.id, task.id))
  ),
  "a new invoice": change(["invoices"], ({ workspace, client }) =>
    newDraft(workspace.id, client.id)
  ),
  "a sent invoice": change(["invoices"], ({ draft }) =>
    Effect.flatMap(each(InvoiceRepository), (invoices) =>
      invoices.save(Invoice.send(draft, issue, later), "draft")
    )
  ),
  "a delivered invoice": change(["invoices"], ({ workspace, open }) =>
    Effect.flatMap(each(InvoiceRepository), (invoices) =>
      invoices.saveDelivery(workspace.id, open.id, { ...open.delivery, attempts: 1 })
    )
  ),
  "the file of an invoice": change(["invoices"], ({ workspace, open }) =>
    Effect.flatMap(each(SentDocumentRepository), (documents) =>
      documents.insert(workspace.id, open.id, { content: Uint8Array.of(1), xml: null }, now)
    )
  ),
  "a checkout that begins": change(["invoices"], ({ begun }) =>
    Effect.flatMap(each(CheckoutRepository), (checkouts) =>
      checkouts.insert({ ...begun, reference: "another" })
    )
  ),
  "a checkout under way": change(["invoices"], ({ begun }) =>
    Effect.flatMap(each(CheckoutRepository), (checkouts) => checkouts.markPending(begun, later))
  ),
  "a checkout that ends": change(["invoices"], ({ begun }) =>
    Effect.flatMap(each(CheckoutRepository), (checkouts) => checkouts.end(begun, later))
  ),
  "a payment": change(["invoices", "payments"], ({ open }) =>
    Effect.flatMap(paymentOf(open, 1), (payment) => book(open, payment))
  ),
  "a credit": change(["payments"], ({ open }) =>
    Effect.flatMap(each(PaymentRepository), (payments) =>
      Effect.flatMap(creditOf(open), payments.insertCredit)
    )
  ),
  "a refund": change(["payments"], ({ credit }) =>
    Effect.gen(function* () {
      const id = yield* RefundId.next(yield* random)
      const { workspaceId, id: creditId } = credit
      const refund = { id, workspaceId, creditId, amountMinor: 1, reference: null }
      yield* (yield* each(CreditRepository)).refund({ ...refund, refundedAt: now, createdAt: now })
    })
  ),
  "a new file": change(["files"], ({ project }) =>
    Effect.gen(function* () {
      const file = yield* fileOf(project)
      const files = yield* each(FileRepository)
      yield* files.insertLeftover(file, later)
      yield* files.insert(file)
    })
  ),
  "a removed file": change(["files"], ({ file }) =>
    Effect.flatMap(each(FileRepository), (files) => files.remove(file, now))
  )
}
