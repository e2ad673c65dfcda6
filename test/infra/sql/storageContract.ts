/** What every storage must do: the same suite runs on memory, PGlite and PostgreSQL. */
import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, type Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../../../src/app/ports/clients/InvitationRepository.ts"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { type MailJob, MailOutbox } from "../../../src/app/ports/mail/MailOutbox.ts"
import { ApiKeyRepository } from "../../../src/app/ports/people/ApiKeyRepository.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { ProjectRepository } from "../../../src/app/ports/projects/ProjectRepository.ts"
import { WorkItemRepository } from "../../../src/app/ports/projects/WorkItemRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CalendarDate, startOfYear } from "../../../src/domain/CalendarDate.ts"
import { CountryCode } from "../../../src/domain/Country.ts"
import { CurrencyCode } from "../../../src/domain/Currency.ts"
import * as Client from "../../../src/domain/clients/Client.ts"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import {
  ApiKeyId,
  ClientId,
  EventId,
  InvitationId,
  InvoiceId,
  MilestoneId,
  ProjectId,
  TaskId,
  UserId,
  WorkspaceId
} from "../../../src/domain/Ids.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import { draftInvoice, type InvoiceInput } from "../../../src/domain/invoices/InvoiceDraft.ts"
import { User } from "../../../src/domain/people/User.ts"
import * as Project from "../../../src/domain/projects/Project.ts"
import type { TaskView } from "../../../src/domain/Views.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"

export type StoragePorts =
  | ApiKeyRepository
  | ClientRepository
  | EventLog
  | InvitationRepository
  | InvoiceRepository
  | MailOutbox
  | ProjectRepository
  | SecureRandom.SecureRandom
  | UnitOfWork
  | UserRepository
  | WorkItemRepository
  | WorkspaceRepository

/** How a suite puts a task where no port writes one yet. */
export type SeedTask<R> = (
  workspaceId: WorkspaceId,
  task: TaskView
) => Effect.Effect<void, never, R>

const at = (iso: string) => DateTime.makeUnsafe(iso)
export const now = at("2026-03-10T12:00:00.123Z")
export const today = CalendarDate.make("2026-03-10")
const readTime = { today, yearStart: startOfYear(DateTime.zoneMakeNamedUnsafe("UTC"), today) }
export const firstPage = { limit: 100, after: null }

export const random = SecureRandom.SecureRandom

export const newWorkspace = Effect.gen(function* () {
  const workspace = new Workspace({
    id: yield* WorkspaceId.next(yield* random),
    name: "Agency",
    plan: "growth",
    currency: CurrencyCode.make("EUR"),
    timeZone: "Europe/Berlin",
    invoicePrefix: "INV",
    locale: "de",
    paymentTermsDays: 14,
    reminderDays: [],
    branding: {
      legalName: "Agency GmbH",
      address: "Weg 1\nBerlin",
      vatId: "DE1",
      email: null,
      colour: "#112233"
    },
    logoHash: null
  })
  yield* (yield* WorkspaceRepository).insert(workspace)
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
      }
    },
    now
  )
  yield* (yield* ClientRepository).insert(client)
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
  yield* (yield* ProjectRepository).insert(project)
  return project
})

export const newDraft = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) {
  const invoices = yield* InvoiceRepository
  const draft = yield* Effect.fromResult(
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
        paymentTermsDays: 14
      }
    )
  )
  const number = yield* invoices.nextNumber(workspaceId)
  const invoice = { ...draft, number: `INV-${number}` }
  yield* invoices.insert(invoice)
  return invoice
})

const recipient: Invoice.Recipient = {
  name: "Ada then",
  email: "then@x.example",
  company: null,
  address: null
}

export const issue: Invoice.Issue = {
  recipient,
  seller: {
    name: "Agency then",
    address: "Weg 1",
    vatId: null,
    email: null,
    colour: "#0b6b5a",
    logoHash: null,
    locale: "de",
    timeZone: "Europe/Berlin"
  },
  projectName: "Website then"
}

export const newSent = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  input: Partial<InvoiceInput> = {}
) {
  const draft = yield* newDraft(workspaceId, clientId, input)
  const sent = Invoice.send(draft, issue, now)
  yield* (yield* InvoiceRepository).save(sent, "draft")
  return sent
})

export const storageContract = <E, R>(
  name: string,
  storage: Layer.Layer<StoragePorts | R, E>,
  seedTask: SeedTask<R>
): void => {
  layer(storage, { excludeTestServices: true })(name, (it) => {
    it.effect("workspaces and users come back as they went in", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace
        const workspaces = yield* WorkspaceRepository
        const users = yield* UserRepository
        assert.deepStrictEqual(yield* workspaces.find(workspace.id), workspace)
        assert.isNull(yield* workspaces.logo(workspace.id))
        const logo = { type: "image/png", bytes: new Uint8Array([0, 255, 7]) } as const
        yield* workspaces.saveLogo(workspace.id, logo)
        yield* workspaces.saveLogo(workspace.id, logo)
        assert.deepStrictEqual(yield* workspaces.logo(workspace.id), logo)
        const logoHash = createHash("sha256").update(logo.bytes).digest("hex")
        assert.strictEqual((yield* workspaces.find(workspace.id))?.logoHash, logoHash)
        assert.deepStrictEqual(yield* workspaces.logoByHash(workspace.id, logoHash), logo)
        assert.isNull(yield* workspaces.logoByHash((yield* newWorkspace).id, logoHash))
        yield* workspaces.saveLogo(workspace.id, null)
        assert.isNull(yield* workspaces.logo(workspace.id))
        yield* workspaces.save(new Workspace({ ...workspace, locale: "de-CH", plan: "scale" }))
        const changed = yield* workspaces.find(workspace.id)
        assert.deepStrictEqual([changed?.locale, changed?.plan], ["de-CH", "scale"])
        yield* workspaces.save(workspace)
        const user = new User({
          id: yield* UserId.next(yield* random),
          workspaceId: workspace.id,
          name: "Olga",
          email: "Olga@x.example",
          role: "owner"
        })
        yield* users.insert(user, "hash")
        assert.strictEqual((yield* users.find(workspace.id, user.id))?.name, "Olga")
        const other = yield* newWorkspace
        assert.isNull(yield* users.find(other.id, user.id))
        const twin = new User({
          ...user,
          id: yield* UserId.next(yield* random),
          email: "olga@X.example"
        })
        const taken = yield* Effect.flip(users.insert(twin, "hash"))
        assert.strictEqual(taken._tag, "UserEmailTaken")
        yield* users.insert(new User({ ...twin, workspaceId: other.id }), "hash")
      })
    )

    it.effect("clients: states, views, pages, and no other workspace", () =>
      Effect.gen(function* () {
        const clients = yield* ClientRepository
        const workspace = yield* newWorkspace
        const other = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        assert.deepStrictEqual(yield* clients.find(workspace.id, client.id), client)
        assert.isNull(yield* clients.find(other.id, client.id))
        const missing = yield* Effect.flip(clients.getForUpdate(other.id, client.id))
        assert.strictEqual(missing._tag, "ClientNotFound")
        const revised = {
          ...client,
          notes: "n",
          address: null,
          portalAccess: true,
          portalLastSeen: now
        }
        yield* clients.save(revised)
        assert.deepStrictEqual(yield* clients.getForUpdate(workspace.id, client.id), revised)
        yield* newProject(workspace.id, client.id)
        yield* newSent(workspace.id, client.id)
        yield* newDraft(workspace.id, client.id)
        yield* newSent(workspace.id, client.id, { currency: CurrencyCode.make("USD") })
        const view = yield* clients.view(workspace.id, client.id)
        assert.deepInclude(view, {
          totalBilledMinor: 1489,
          outstandingBalanceMinor: 1489,
          activeProjects: 1
        })
        for (const more of ["B", "C", "D", "E"]) yield* newClient(workspace.id, more)
        const first = yield* clients.list(workspace.id, { limit: 2, after: null })
        assert.deepStrictEqual(
          first.items.map((item) => item.name),
          ["E", "D"]
        )
        assert.strictEqual(first.total, 5)
        yield* newClient(workspace.id, "inserted while paging")
        const second = yield* clients.list(workspace.id, { limit: 2, after: first.next })
        assert.deepStrictEqual(
          second.items.map((item) => item.name),
          ["C", "B"]
        )
        const last = yield* clients.list(workspace.id, { limit: 2, after: second.next })
        assert.deepStrictEqual(
          last.items.map((item) => item.name),
          ["Ada"]
        )
        assert.isNull(last.next)
        assert.strictEqual((yield* clients.list(other.id, firstPage)).total, 0)
      })
    )

    it.effect("projects: views, filters, archived ones hidden", () =>
      Effect.gen(function* () {
        const projects = yield* ProjectRepository
        const workspace = yield* newWorkspace
        const other = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const project = yield* newProject(workspace.id, client.id)
        assert.deepStrictEqual(yield* projects.find(workspace.id, project.id), project)
        assert.isNull(yield* projects.find(other.id, project.id))
        assert.isFalse(yield* projects.hasInvoices(workspace.id, project.id))
        yield* newSent(workspace.id, client.id, { projectId: project.id, discountMinor: 51 })
        assert.isTrue(yield* projects.hasInvoices(workspace.id, project.id))
        const done = { title: "Done", status: "done", completedAt: now } as const
        const todo = { title: "To do", status: "todo", completedAt: null } as const
        for (const part of [done, todo]) {
          yield* seedTask(workspace.id, {
            id: yield* TaskId.next(yield* random),
            projectId: project.id,
            description: null,
            assignee: null,
            dueDate: null,
            createdAt: now,
            updatedAt: now,
            ...part
          })
        }
        assert.deepInclude(yield* projects.view(workspace.id, project.id), {
          budgetSpentMinor: 1200,
          taskCount: 2,
          completedTaskCount: 1,
          teamLead: null,
          startDate: today,
          endDate: null,
          client: { id: client.id, name: "Ada" }
        })
        const items = yield* WorkItemRepository
        const tasks = yield* items.tasksOfProject(workspace.id, project.id, {
          limit: 1,
          after: null
        })
        assert.deepStrictEqual([tasks.total, tasks.items[0]?.title], [2, "To do"])
        const rest = yield* items.tasksOfProject(workspace.id, project.id, {
          limit: 1,
          after: tasks.next
        })
        assert.deepStrictEqual([rest.next, rest.items[0]?.title], [null, "Done"])
        assert.strictEqual((yield* items.tasksOfProject(other.id, project.id, firstPage)).total, 0)
        const milestones = yield* items.milestonesOfProject(workspace.id, project.id, firstPage)
        assert.deepStrictEqual(milestones, { items: [], total: 0, next: null })
        const later = yield* items.milestonesOfProject(workspace.id, project.id, {
          limit: 1,
          after: yield* MilestoneId.next(yield* random)
        })
        assert.strictEqual(later.total, 0)

        const second = yield* newProject(workspace.id, client.id)
        assert.deepStrictEqual(yield* projects.idsOfClient(workspace.id, client.id), [
          project.id,
          second.id
        ])
        yield* projects.save({ ...second, status: "review", archivedFrom: null })
        const list = (filter: Parameters<typeof projects.list>[1]) =>
          Effect.map(projects.list(workspace.id, filter, firstPage), ({ total }) => total)
        assert.strictEqual(yield* list({}), 2)
        assert.strictEqual(yield* list({ status: "review" }), 1)
        assert.strictEqual(yield* list({ clientId: client.id, status: "planning" }), 1)
        assert.strictEqual(yield* list({ teamLeadId: yield* UserId.next(yield* random) }), 0)
        yield* projects.save(Project.archive(second, now))
        assert.strictEqual(yield* list({}), 1)
        assert.strictEqual((yield* projects.view(workspace.id, second.id)).status, "archived")
      })
    )

    it.effect("invoices come back in the type of their state", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const draft = yield* newDraft(workspace.id, client.id, { notes: "n\nm" })
        const read = () => Effect.orDie(invoices.getForUpdate(workspace.id, draft.id))
        assert.deepStrictEqual(yield* read(), draft)
        const sent = Invoice.send(draft, issue, now)
        yield* invoices.save(sent, "draft")
        assert.deepStrictEqual(yield* read(), sent)
        const delivery = { status: "failed", attempts: 3, lastError: "550 no" } as const
        yield* invoices.saveDelivery(workspace.id, draft.id, delivery)
        assert.deepStrictEqual(yield* read(), { ...sent, delivery })
        const open = { ...sent, delivery }
        if (open.status !== "sent") return assert.fail("not sent")
        const stale = yield* Effect.exit(invoices.save(open, "draft"))
        assert.isTrue(Exit.hasDies(stale))
        const voided = Invoice.voidInvoice(open, "why", now)
        yield* invoices.save(voided, "sent")
        assert.deepStrictEqual(yield* read(), voided)
        const other = yield* newWorkspace
        const missing = yield* Effect.flip(invoices.getForUpdate(other.id, draft.id))
        assert.strictEqual(missing._tag, "InvoiceNotFound")

        const free = yield* newDraft(workspace.id, client.id, {
          lineItems: [{ description: "Gift", quantity: 1, unitPriceMinor: 0 }],
          taxRate: null
        })
        const paid = Invoice.send(free, issue, now)
        yield* invoices.save(paid, "draft")
        assert.deepStrictEqual(yield* invoices.getForUpdate(workspace.id, free.id), paid)
        assert.strictEqual(paid.status, "paid")
      })
    )

    it.effect("an invoice shows its client live as a draft and as it was once sent", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const draft = yield* newDraft(workspace.id, client.id)
        const sent = yield* newSent(workspace.id, client.id)
        yield* (yield* ClientRepository).save({
          ...client,
          name: "New name",
          email: "new@x.example"
        })
        const name = (id: InvoiceId) =>
          Effect.map(Effect.orDie(invoices.view(workspace.id, id, today)), (v) => v.client.name)
        assert.strictEqual(yield* name(draft.id), "New name")
        assert.strictEqual(yield* name(sent.id), "Ada then")
        const list = yield* invoices.list(workspace.id, {}, firstPage, readTime)
        assert.deepStrictEqual(
          list.items.map((item) => item.client.name),
          ["Ada then", "New name"]
        )
      })
    )

    it.effect("lists filter by the status of the day and sum by currency", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const project = yield* newProject(workspace.id, client.id)
        const date = CalendarDate.make
        yield* newDraft(workspace.id, client.id, { issueDate: date("2026-01-05") })
        const late = yield* newSent(workspace.id, client.id, {
          projectId: project.id,
          issueDate: date("2026-02-01"),
          dueDate: date("2026-03-09")
        })
        yield* newSent(workspace.id, client.id, { issueDate: date("2026-02-02"), dueDate: today })
        yield* newSent(workspace.id, client.id, { currency: CurrencyCode.make("JPY") })
        const list = (filter: Parameters<typeof invoices.list>[1]) =>
          invoices.list(workspace.id, filter, firstPage, readTime)
        const all = yield* list({})
        assert.strictEqual(all.total, 4)
        assert.deepStrictEqual(
          all.sums.map((sums) => [sums.currency, sums.totalOutstandingMinor]),
          [
            ["EUR", 2978],
            ["JPY", 1489]
          ]
        )
        const overdue = yield* list({ status: "overdue" })
        assert.deepStrictEqual(
          overdue.items.map(({ id, status }) => [id, status]),
          [[late.id, "overdue"]]
        )
        assert.strictEqual((yield* list({ status: "sent" })).total, 2)
        assert.strictEqual((yield* list({ status: "draft" })).total, 1)
        assert.strictEqual((yield* list({ status: "void" })).total, 0)
        assert.strictEqual((yield* list({ projectId: project.id })).total, 1)
        assert.strictEqual(
          (yield* list({ clientId: yield* ClientId.next(yield* random) })).total,
          0
        )
        const range = yield* list({ from: date("2026-02-01"), to: date("2026-02-02") })
        assert.strictEqual(range.total, 2)
        assert.strictEqual((yield* invoices.view(workspace.id, late.id, today)).status, "overdue")
        const dueDay = yield* invoices.view(workspace.id, late.id, date("2026-03-09"))
        assert.strictEqual(dueDay.status, "sent")
        const page = yield* invoices.list(workspace.id, {}, { limit: 3, after: null }, readTime)
        assert.deepStrictEqual([page.items.length, page.total], [3, 4])
        const last = yield* invoices.list(
          workspace.id,
          {},
          { limit: 3, after: page.next },
          readTime
        )
        assert.deepStrictEqual([last.items.length, last.next], [1, null])
      })
    )

    it.effect("a transaction that fails leaves nothing: rows, numbers, events, mails", () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        const invoices = yield* InvoiceRepository
        const events = yield* EventLog
        const outbox = yield* MailOutbox
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const work = (end: Effect.Effect<void, string>) =>
          transact(
            Effect.gen(function* () {
              const draft = yield* newDraft(workspace.id, client.id)
              yield* events.append({
                id: yield* EventId.next(yield* random),
                workspaceId: workspace.id,
                type: "invoice.created",
                createdAt: now,
                data: { object: { number: draft.number }, previous: null }
              })
              yield* outbox.offer({
                kind: "invoice",
                workspaceId: workspace.id,
                invoiceId: draft.id,
                message: draft.number
              })
              yield* end
              return draft
            })
          )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.fail("no")))))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.die("defect")))))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(work(Effect.interrupt))))
        const kept = yield* work(Effect.void)
        assert.strictEqual(kept.number, "INV-1")
        const list = yield* invoices.list(workspace.id, {}, firstPage, readTime)
        assert.strictEqual(list.total, 1)
        const log = yield* events.read(workspace.id, 0, 10, eventTypes)
        assert.deepStrictEqual(
          log.map(({ sequence, data }) => [sequence, data.object]),
          [[1, { number: "INV-1" }]]
        )
        const jobs: MailJob[] = []
        yield* outbox.take((job) => Effect.sync(() => void jobs.push(job)))
        assert.strictEqual(jobs[0]?.kind === "invoice" && jobs[0].message, "INV-1")
        assert.deepStrictEqual(yield* events.read(workspace.id, 1, 10, eventTypes), [])
      })
    )

    it.effect("a nested transaction is undone alone", () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        const workspace = yield* newWorkspace
        yield* transact(
          Effect.gen(function* () {
            yield* newClient(workspace.id, "kept")
            const inner = newClient(workspace.id, "undone").pipe(Effect.andThen(Effect.fail("no")))
            yield* Effect.exit(transact(inner))
          })
        )
        const list = yield* (yield* ClientRepository).list(workspace.id, firstPage)
        assert.deepStrictEqual(
          list.items.map((item) => item.name),
          ["kept"]
        )
      })
    )

    it.effect("API keys are found by their hash with their workspace", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeyRepository
        const workspace = yield* newWorkspace
        const hash = `hash-${workspace.id}`
        const key = {
          id: yield* ApiKeyId.next(yield* random),
          workspaceId: workspace.id,
          name: "Key",
          visiblePart: "rk_abcde…",
          hash,
          scopes: ["projects:read", "invoices:write"] as const,
          createdAt: now,
          lastUsedAt: null,
          expiresAt: at("2027-01-01T00:00:00Z"),
          revokedAt: null
        }
        yield* keys.insert(key)
        assert.deepStrictEqual(yield* keys.findByHash(hash), { key, workspace })
        assert.isNull(yield* keys.findByHash("another"))
        yield* keys.recordUse(workspace.id, key.id, now)
        assert.deepStrictEqual((yield* keys.findByHash(hash))?.key.lastUsedAt, now)
      })
    )

    it.effect("a new invitation revokes the older one", () =>
      Effect.gen(function* () {
        const invitations = yield* InvitationRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const project = yield* newProject(workspace.id, client.id)
        const invite = Effect.fnUntraced(function* (
          hash: string,
          projectIds: ReadonlyArray<ProjectId>,
          createdAt: DateTime.Utc
        ) {
          const invitation = {
            id: yield* InvitationId.next(yield* random),
            workspaceId: workspace.id,
            clientId: client.id,
            projectIds,
            hash,
            createdAt,
            expiresAt: at("2026-03-17T12:00:00Z"),
            revokedAt: null,
            usedAt: null
          }
          yield* invitations.insert(invitation)
          return invitation
        })
        const first = yield* invite("first", [project.id], now)
        assert.deepStrictEqual(yield* invitations.find(workspace.id, first.id), first)
        assert.deepStrictEqual(yield* invitations.findByHash("first"), first)
        assert.isTrue(yield* invitations.consume(workspace.id, first.id, now))
        assert.isFalse(yield* invitations.consume(workspace.id, first.id, now))
        const soon = at("2026-03-10T12:00:01Z")
        const second = yield* invite("second", [], soon)
        assert.deepStrictEqual(yield* invitations.newest(workspace.id, client.id), second)
        assert.isNull((yield* invitations.find(workspace.id, first.id))?.revokedAt ?? null)
        const other = yield* newWorkspace
        const stranger = yield* newClient(workspace.id)
        yield* invitations.revokeAll(other.id, client.id, soon)
        yield* invitations.revokeAll(workspace.id, stranger.id, soon)
        assert.isNull((yield* invitations.find(workspace.id, second.id))?.revokedAt ?? null)
        yield* invitations.revokeAll(workspace.id, client.id, soon)
        yield* invitations.revokeAll(workspace.id, client.id, at("2026-03-11T12:00:00Z"))
        for (const { id } of [first, second]) {
          assert.deepStrictEqual((yield* invitations.find(workspace.id, id))?.revokedAt, soon)
        }
        assert.isFalse(yield* invitations.consume(workspace.id, second.id, soon))
        const newest = yield* invitations.newest(workspace.id, client.id)
        assert.strictEqual(newest?.id, second.id)
        assert.isNull(yield* invitations.newest(workspace.id, stranger.id))
        assert.isFalse(yield* invitations.consume(other.id, second.id, now))
        assert.isTrue(Option.isNone(Option.fromNullOr(yield* invitations.find(other.id, first.id))))
      })
    )
  })
}
