/**
 * Realistic sample data: clients, projects and invoices in every state, spread over the past year.
 * Nothing is mailed: the invoices are stored as if their mails had gone out.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { addDays, type CalendarDate, todayIn } from "../../domain/CalendarDate.ts"
import { CountryCode } from "../../domain/Country.ts"
import * as Client from "../../domain/clients/Client.ts"
import { ClientId, InvoiceId, PaymentId, ProjectId } from "../../domain/Ids.ts"
import * as Invoice from "../../domain/invoices/Invoice.ts"
import { draftInvoice } from "../../domain/invoices/InvoiceDraft.ts"
import { formatInvoiceNumber } from "../../domain/invoices/InvoiceNumber.ts"
import { sellerOf } from "../../domain/invoices/Seller.ts"
import * as Project from "../../domain/projects/Project.ts"
import { openStatuses } from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"

export interface DemoCounts {
  readonly clients: number
  readonly projects: number
  readonly invoices: number
  readonly payments: number
}

const companies = ["Alder & Co", "Bright Dental", "Café Łódź", "Delta Yachts", "Ευρώπη Travel"]
const people = ["Ada Byron", "Björn Åkesson", "Chloé Martin", "Дмитрий Орлов", "Nguyễn Thị Hoa"]
const works = ["Brand identity", "Website relaunch", "Online shop", "Newsletter", "Photo series"]
const tasks = ["Design", "Development", "Copywriting", "Workshops", "Hosting, per month"]

const pick = <T>(list: ReadonlyArray<T>, index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error("an empty list of samples")
  return item
}

export class DemoData extends Context.Service<
  DemoData,
  {
    /** Adds `size` invoices with their clients and projects; tells how far it is. */
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
      const clients = yield* ClientRepository
      const projects = yield* ProjectRepository
      const invoices = yield* InvoiceRepository
      const payments = yield* PaymentRepository
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const addClient = Effect.fnUntraced(function* (workspace: Workspace, index: number) {
        const id = yield* ClientId.next(random)
        const input = {
          name: pick(people, index),
          email: `client${index + 1}@example.com`,
          company: `${pick(companies, index)}${index < companies.length ? "" : ` ${index + 1}`}`,
          address: {
            line1: `${index + 1} Main Street`,
            city: "Berlin",
            state: "",
            postalCode: "10115",
            country: CountryCode.make("DE")
          }
        }
        yield* clients.insert(Client.make(id, workspace.id, input, yield* DateTime.now))
        return id
      })

      const addProject = Effect.fnUntraced(function* (
        workspace: Workspace,
        clientId: ClientId,
        index: number
      ) {
        const id = yield* ProjectId.next(random)
        const status = pick(openStatuses, index)
        const input = { name: pick(works, index), clientId, status, budgetMinor: 1_500_000 }
        yield* projects.insert(Project.make(id, workspace.id, input, yield* DateTime.now))
        return id
      })

      /** One in five stays a draft, one in ten is void, the rest was sent. */
      const inItsState = (
        workspace: Workspace,
        invoice: Invoice.DraftInvoice,
        index: number,
        now: DateTime.Utc
      ) => {
        if (index % 5 === 0) return invoice
        if (index % 10 === 7) return Invoice.voidInvoice(invoice, "Sample of a void invoice", now)
        const recipient = {
          name: pick(people, index),
          email: `client${index + 1}@example.com`,
          company: null,
          address: null
        }
        const delivery = { status: "sent", attempts: 1, lastError: null } as const
        const issue = { recipient, seller: sellerOf(workspace), projectName: null }
        return { ...Invoice.send(invoice, issue, now), delivery }
      }

      /** Of what is past its due day, a third is owed whole, some in part, the rest is paid. */
      const addPayment = Effect.fnUntraced(function* (
        invoice: Invoice.SentInvoice,
        index: number,
        now: DateTime.Utc,
        today: CalendarDate
      ) {
        if (!Invoice.isPastDue(invoice.dueDate, today) || index % 3 === 0) return 0
        const amountMinor = index % 4 === 3 ? Math.ceil(invoice.totalMinor / 2) : invoice.totalMinor
        const paidAt = DateTime.subtract(now, { days: index % 90 })
        yield* payments.insert({
          id: yield* PaymentId.next(random),
          workspaceId: invoice.workspaceId,
          invoiceId: invoice.id,
          amountMinor,
          currency: invoice.currency,
          paidAt,
          method: pick(["bank_transfer", "card"], index),
          reference: null,
          processorReference: null,
          createdAt: now
        })
        yield* invoices.save(Invoice.applyPayment(invoice, amountMinor, paidAt, now), "sent")
        return 1
      })

      const addInvoice = Effect.fnUntraced(function* (
        workspace: Workspace,
        clientId: ClientId,
        projectId: ProjectId,
        index: number,
        today: CalendarDate
      ) {
        const now = yield* DateTime.now
        const lineItems = Array.from({ length: 1 + (index % 4) }, (_, line) => ({
          description: pick(tasks, index + line),
          quantity: 1 + ((index + line) % 8) / 4,
          unitPriceMinor: 9_500 + 500 * ((index * 7 + line) % 40)
        }))
        const draft = yield* Effect.fromResult(
          draftInvoice(
            {
              clientId,
              projectId,
              lineItems,
              taxRate: 0.19,
              issueDate: addDays(today, -((index * 13) % 365))
            },
            {
              id: yield* InvoiceId.next(random),
              workspaceId: workspace.id,
              now,
              today,
              currency: workspace.currency,
              paymentTermsDays: workspace.paymentTermsDays
            }
          )
        ).pipe(Effect.orDie)
        const sequence = yield* invoices.nextNumber(workspace.id)
        const number = formatInvoiceNumber(workspace.invoicePrefix, sequence)
        const invoice = inItsState(workspace, { ...draft, number }, index, now)
        yield* invoices.insert(invoice)
        return invoice.status === "sent" ? yield* addPayment(invoice, index, now, today) : 0
      })

      return DemoData.of({
        add: Effect.fn("DemoData.add")(function* (workspace, size, onProgress) {
          const today = yield* todayIn(workspace.zone)
          const counts = { clients: 0, projects: 0, invoices: 0, payments: 0 }
          // A client with two projects and five invoices is one transaction: a stop leaves whole ones.
          for (let start = 0; start < size; start += 5) {
            const count = Math.min(5, size - start)
            const paid = yield* transact(
              Effect.gen(function* () {
                let made = 0
                const clientId = yield* addClient(workspace, counts.clients)
                const first = yield* addProject(workspace, clientId, counts.projects)
                const second = yield* addProject(workspace, clientId, counts.projects + 1)
                for (let index = start; index < start + count; index++) {
                  const project = index % 2 === 0 ? first : second
                  made += yield* addInvoice(workspace, clientId, project, index, today)
                }
                return made
              })
            )
            counts.payments += paid
            counts.clients += 1
            counts.projects += 2
            counts.invoices += count
            yield* onProgress(counts.invoices, size)
          }
          return counts
        })
      })
    })
  )
}
