/** Records of an agency, put into whatever storage is there, for tests of the ports. */

import { randomUUID } from "node:crypto"
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { ClientRepository } from "../../src/app/ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../../src/app/ports/invoices/InvoiceRepository.ts"
import { UserRepository } from "../../src/app/ports/people/UserRepository.ts"
import { ProjectRepository } from "../../src/app/ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../../src/app/ports/projects/TaskRepository.ts"
import { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CountryCode } from "../../src/domain/address/Country.ts"
import * as Client from "../../src/domain/clients/Client.ts"
import {
  ClientId,
  InvoiceId,
  ProjectId,
  TaskId,
  UserId,
  WorkspaceId
} from "../../src/domain/Ids.ts"
import * as Invoice from "../../src/domain/invoices/Invoice.ts"
import { draftInvoice } from "../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput } from "../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { User } from "../../src/domain/people/User.ts"
import * as Project from "../../src/domain/projects/Project.ts"
import * as Task from "../../src/domain/projects/Task.ts"
import type { TaskInput } from "../../src/domain/projects/TaskResource.ts"
import { CalendarDate, startOfYear } from "../../src/domain/time/CalendarDate.ts"
import { unset, Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { notTaxed } from "./invoices.ts"
import { recipientWith, sellerWith } from "./parties.ts"
import { each } from "./transactions.ts"

export const at = (iso: string) => DateTime.makeUnsafe(iso)

export const now = at("2026-03-10T12:00:00.123Z")

export const later = DateTime.add(now, { hours: 1 })

export const today = CalendarDate.make("2026-03-10")

export const readTime = {
  today,
  yearStart: startOfYear(DateTime.zoneMakeNamedUnsafe("UTC"), today)
}

export const firstPage = { limit: 100, after: null }

export const random = SecureRandom.SecureRandom

/** A workspace that no storage knows yet. */
export const agency = (id: WorkspaceId, timeZone = "Europe/Berlin") =>
  new Workspace({
    id,
    name: "Agency",
    plan: "growth",
    currency: CurrencyCode.make("EUR"),
    timeZone,
    invoicePrefix: "INV",
    locale: "de",
    paymentTermsDays: 14,
    reminderDays: [],
    ...unset,
    legalName: "Agency GmbH",
    addressText: "Weg 1\nBerlin",
    vatId: "DE1",
    colour: "#112233",
    createdAt: now,
    updatedAt: now
  })

export const newWorkspace = Effect.gen(function* () {
  const workspace = agency(yield* WorkspaceId.next(yield* random))
  yield* (yield* each(WorkspaceRepository)).insert(workspace)
  return workspace
})

export const newClient = Effect.fnUntraced(function* (workspaceId: WorkspaceId, name = "Ada") {
  const client = Client.make(
    yield* ClientId.next(yield* random),
    workspaceId,
    {
      name,
      email: "ada@x.example",
      company: "Engines",
      address: {
        line1: "1 Way",
        city: "London",
        state: "",
        postalCode: "N1",
        country: CountryCode.make("GB")
      },
      language: "es",
      vatId: "GB123456789",
      registration: { id: "1234" },
      buyerReference: "Floor 2",
      electronicAddress: { scheme: "EM", id: "in@x.example" },
      eInvoice: "peppol"
    },
    now
  )
  yield* (yield* each(ClientRepository)).insert(client)
  return client
})

export const newProject = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId
) {
  const project = Project.make(
    yield* ProjectId.next(yield* random),
    workspaceId,
    { name: "Site", clientId, budgetMinor: 5000, startDate: today },
    now
  )
  yield* (yield* each(ProjectRepository)).insert(project)
  return project
})

export const newTask = Effect.fnUntraced(function* (
  { workspaceId, id: projectId }: Pick<Project.Project, "workspaceId" | "id">,
  input: Partial<TaskInput> = {}
) {
  const id = yield* TaskId.next(yield* random)
  const task = Task.make({ id, workspaceId, projectId }, { title: "Sketch", ...input }, now)
  yield* (yield* each(TaskRepository)).insert(task)
  return task
})

/** A draft that is not stored yet, and has no number. */
export const draftOf = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) {
  return yield* Effect.fromResult(
    draftInvoice(
      {
        clientId,
        lineItems: [{ description: "Work", quantity: 1.25, unitPriceMinor: 1001 }],
        taxRate: 0.19,
        ...input
      },
      {
        id: yield* InvoiceId.next(yield* random),
        workspaceId,
        now,
        today,
        currency: CurrencyCode.make("EUR"),
        paymentTermsDays: 14,
        tax: notTaxed
      }
    )
  )
})

export const newDraft = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) {
  const { transact } = yield* UnitOfWork
  const draft = yield* draftOf(workspaceId, clientId, input)
  const number = yield* transact(
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const next = yield* invoices.nextNumber(workspaceId)
      yield* invoices.insert({ ...draft, number: next.standIn })
      return next.number
    })
  )
  return { ...draft, number: yield* number }
})

export const recipient: Invoice.Recipient = recipientWith({
  name: "Ada then",
  email: "then@x.example",
  phone: "+49 30 1",
  language: "fr",
  vatId: "FR12345678901",
  registration: { scheme: "0002", id: "732829320" },
  electronicAddress: { scheme: "EM", id: "in@x.example" },
  eInvoice: "factur-x"
})

export const issue: Invoice.Issue = {
  recipient,
  seller: sellerWith({
    name: "Agency then",
    address: {
      line1: "Weg 1",
      line2: null,
      city: "Berlin",
      state: "",
      postalCode: "10115",
      country: CountryCode.make("DE")
    },
    registration: { scheme: null, id: "HRB 1" },
    contact: { name: "Olga", phone: null, email: null },
    bankAccount: { holder: null, iban: "DE89370400440532013000", bic: null },
    colour: "#0b6b5a",
    language: "de",
    locale: "de",
    timeZone: "Europe/Berlin"
  }),
  projectName: "Website then"
}

export const newSent = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) {
  const draft = yield* newDraft(workspaceId, clientId, input)
  const sent = Invoice.send(draft, issue, now)
  yield* (yield* each(InvoiceRepository)).save(sent, "draft")
  return sent
})

export const newOpen = (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) =>
  Effect.flatMap(newSent(workspaceId, clientId, input), (invoice) =>
    invoice.status === "sent" ? Effect.succeed(invoice) : Effect.die("an invoice over nothing")
  )

export const newUser = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  fields: Partial<Pick<User, "email" | "role">> = {}
) {
  const id = yield* UserId.next(yield* random)
  const { email = `${id}@x.example`, role = "member" } = fields
  const user = new User({ id, workspaceId, name: "Uma", email, role })
  yield* (yield* each(UserRepository)).insert(user, "password hash")
  return user
})

/** A hash that no other record has. */
export const newHash = (): string => `hash-${randomUUID()}`
