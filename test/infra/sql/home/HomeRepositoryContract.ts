/**
 * Home, in every storage: figures and clients as counting by hand gives them, what waits for
 * somebody until it is done, and the log in the words' order; never of another workspace.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { EventLog } from "../../../../src/app/ports/events/EventLog.ts"
import { HomeRepository } from "../../../../src/app/ports/home/HomeRepository.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { MailRepository } from "../../../../src/app/ports/mail/MailRepository.ts"
import { PaymentRepository } from "../../../../src/app/ports/payments/PaymentRepository.ts"
import { UserLinkRepository } from "../../../../src/app/ports/people/UserLinkRepository.ts"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { MilestoneRepository } from "../../../../src/app/ports/projects/MilestoneRepository.ts"
import { userActor } from "../../../../src/domain/access/Actor.ts"
import type { StoredAttention } from "../../../../src/domain/home/Attention.ts"
import {
  type ClientId,
  CreditId,
  EventId,
  MilestoneId,
  type ProjectId,
  UserId,
  UserLinkId,
  type WorkspaceId
} from "../../../../src/domain/Ids.ts"
import { becomeVoid } from "../../../../src/domain/invoices/Invoice.ts"
import type { InvoiceInput } from "../../../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { User } from "../../../../src/domain/people/User.ts"
import * as Milestone from "../../../../src/domain/projects/Milestone.ts"
import { addDays, type CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import {
  newClient,
  newDraft,
  newHash,
  newOpen,
  newProject,
  newWorkspace,
  now,
  random,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import { newEndpoint } from "../../../support/webhookRecords.ts"
import type { StorageContract } from "../contracts.ts"
import { newMail } from "../mail/MailRepositoryContract.ts"

const eur = CurrencyCode.make("EUR")
const usd = CurrencyCode.make("USD")

const of = (
  unitPriceMinor: number,
  dueDate: CalendarDate,
  currency = eur
): Partial<InvoiceInput> => ({
  currency,
  issueDate: addDays(today, -400),
  dueDate,
  taxRate: null,
  lineItems: [{ description: "Work", quantity: 1, unitPriceMinor }]
})

/** A week and more after the records of this run, whose ids have the time of the machine. */
const afterAll = Effect.map(DateTime.now, (started) => ({
  now: DateTime.add(started, { days: 8 }),
  today
}))

const kindsOf = (found: ReadonlyArray<StoredAttention>) => found.map(({ kind }) => kind).toSorted()

const noted = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  type: string,
  object: unknown,
  createdAt: DateTime.Utc,
  previous: unknown = null
) {
  const log = yield* each(EventLog)
  yield* log.append({
    id: yield* EventId.next(yield* random),
    workspaceId,
    type,
    createdAt: DateTime.makeUnsafe(DateTime.toEpochMillis(createdAt)),
    data: { object, previous },
    actor: userActor({ id: "user_1", name: "Mia" }),
    address: null,
    requestId: null,
    isEvent: type !== "invoice.send_requested"
  })
})

const completed = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  projectId: ProjectId,
  amountMinor: number | null
) {
  const id = yield* MilestoneId.next(yield* random)
  const input = { name: "Design signed off", amountMinor, status: "completed" } as const
  const milestone = Milestone.make({ id, workspaceId, projectId }, input, now)
  yield* (yield* each(MilestoneRepository)).insert(milestone)
  return milestone
})

const newCredit = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  amountMinor: number
) {
  const invoice = yield* newOpen(workspaceId, clientId, of(100, today))
  const id = yield* CreditId.next(yield* random)
  yield* (yield* each(PaymentRepository)).insertCredit({
    ...{ id, workspaceId, clientId, invoiceId: invoice.id, source: "payment", paymentId: null },
    ...{ amountMinor, currency: eur, receivedAt: now, processorReference: `pi_${id}` },
    createdAt: now
  })
  return { id, invoice }
})

export const homeRepositoryContract: StorageContract = (it) => {
  it.effect("counts and sums are what counting by hand gives", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const invoices = yield* each(InvoiceRepository)
      const milestones = yield* each(MilestoneRepository)
      const { id } = yield* newWorkspace
      assert.deepStrictEqual(yield* home.counts(id), {
        ...{ clients: 0, invoices: 0, open: 0, oldestDue: null, drafts: [] },
        milestones: { count: 0, amountMinor: 0 }
      })
      const client = yield* newClient(id)
      const project = yield* newProject(id, client.id)
      yield* newDraft(id, client.id, of(300, today))
      yield* newDraft(id, client.id, of(40, today))
      const draft = yield* newDraft(id, client.id, of(7, today, usd))
      const paid = yield* newOpen(id, client.id, of(50, addDays(today, -90)))
      yield* book(paid, yield* paymentOf(paid, 50))
      yield* newOpen(id, client.id, of(60, addDays(today, -3)))
      yield* newOpen(id, client.id, of(70, addDays(today, 3), usd))
      yield* completed(id, project.id, 1000)
      yield* completed(id, project.id, null)
      const billed = yield* completed(id, project.id, 200)
      yield* milestones.save({ ...billed, invoiceId: draft.id })
      const before = yield* home.counts(id)
      assert.deepStrictEqual(before, {
        ...{ clients: 1, invoices: 6, open: 2, oldestDue: addDays(today, -3) },
        drafts: [
          { currency: eur, count: 2, amountMinor: 340 },
          { currency: usd, count: 1, amountMinor: 7 }
        ],
        milestones: { count: 1, amountMinor: 1000 }
      })
      yield* invoices.save(becomeVoid(draft, null, now), "draft")
      const after = yield* home.counts(id)
      assert.deepStrictEqual(after.milestones, { count: 2, amountMinor: 1200 })
      assert.deepStrictEqual(after.drafts, [{ currency: eur, count: 2, amountMinor: 340 }])
    })
  )

  it.effect("clients that owe: by overdue, then by owed, in the own currency first", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const [{ id }, { id: other }] = [yield* newWorkspace, yield* newWorkspace]
      const owing = (limit: number) => home.owing(id, today, eur, limit)
      assert.deepStrictEqual(yield* owing(5), { clients: [], total: 0 })
      const late = addDays(today, -1)
      const named = (name: string) => newClient(id, name)
      const [owes, foreign, most, little, settled] = [
        yield* named("Owes"),
        yield* named("Foreign"),
        yield* named("Most"),
        yield* named("Little"),
        yield* named("Settled")
      ]
      yield* newOpen(id, owes.id, of(90_000, today))
      yield* newOpen(id, foreign.id, of(5, late, usd))
      yield* newOpen(id, most.id, of(200, addDays(today, -5)))
      const oldest = yield* newOpen(id, most.id, of(300, addDays(today, -9)))
      yield* newOpen(id, most.id, of(50, today))
      yield* newOpen(id, most.id, of(8, late, usd))
      const partly = yield* newOpen(id, little.id, of(400, late))
      yield* book(partly, yield* paymentOf(partly, 150))
      const whole = yield* newOpen(id, settled.id, of(999, late))
      yield* book(whole, yield* paymentOf(whole, 999))
      yield* newDraft(id, settled.id, of(999, late))
      const stranger = yield* newClient(other)
      yield* newOpen(other, stranger.id, of(77_777, late))

      const { clients, total } = yield* owing(5)
      assert.strictEqual(total, 4)
      assert.deepStrictEqual(
        clients.map(({ party }) => party.name),
        ["Most", "Little", "Foreign", "Owes"]
      )
      assert.deepStrictEqual(clients[0], {
        id: most.id,
        party: { company: "Engines", name: "Most" },
        invoices: 4,
        oldest: { id: oldest.id, number: oldest.number, dueDate: oldest.dueDate },
        sums: [
          { currency: eur, owedMinor: 550, overdueMinor: 500 },
          { currency: usd, owedMinor: 8, overdueMinor: 8 }
        ]
      })
      assert.deepStrictEqual(clients[1]?.sums, [
        { currency: eur, owedMinor: 250, overdueMinor: 250 }
      ])
      const first = yield* owing(1)
      assert.deepStrictEqual([first.clients.length, first.total], [1, 4])
    })
  )

  it.effect("documents whose mail failed wait until they are paid or sent again", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const invoices = yield* each(InvoiceRepository)
      const mails = yield* each(MailRepository)
      const time = yield* afterAll
      const { id } = yield* newWorkspace
      const client = yield* newClient(id)
      const invoice = yield* newOpen(id, client.id, of(100, today))
      const failed = { status: "failed", attempts: 3, lastError: "550 no such user" } as const
      const createdAt = DateTime.subtract(time.now, { hours: 2 })
      yield* invoices.saveDelivery(id, invoice.id, failed)
      yield* newMail(id, { kind: "invoice", invoiceId: invoice.id, ...failed, createdAt })
      // The reminder of an invoice that the client never got is no news of its own.
      yield* newMail(id, { kind: "reminder", invoiceId: invoice.id, ...failed, createdAt })
      const invitation = { kind: "invitation", clientId: client.id, createdAt } as const
      const mail = yield* newMail(id, { ...invitation, ...failed })
      yield* newMail(id, { kind: "notice", clientId: client.id, ...failed, createdAt })
      yield* newMail(id, { ...invitation, kind: "receipt", ...failed, createdAt: now })
      const found = yield* home.attention(id, time)
      assert.deepStrictEqual(found, [
        {
          kind: "mail_failed",
          at: createdAt,
          mail: "invoice",
          object: { type: "invoice", id: invoice.id, name: invoice.number },
          party: { company: invoice.recipient.company, name: invoice.recipient.name },
          error: "550 no such user"
        },
        {
          kind: "mail_failed",
          at: createdAt,
          mail: "invitation",
          object: { type: "client", id: client.id, name: client.name },
          party: { company: "Engines", name: client.name },
          error: "550 no such user"
        }
      ])
      const again = yield* newMail(id, invitation)
      assert.isAbove(again.id.localeCompare(mail.id), 0)
      const open = yield* home.attention(id, time)
      assert.deepStrictEqual(open, found.slice(0, 1))
      yield* mails.saveResult(id, again.id, { ...failed, sentAt: null })
      assert.lengthOf(yield* home.attention(id, time), 2)
      yield* book({ ...invoice, delivery: failed }, yield* paymentOf(invoice, 100))
      assert.deepStrictEqual(kindsOf(yield* home.attention(id, time)), ["mail_failed"])
    })
  )

  it.effect("work, money, drafts, colleagues and endpoints wait until they are done", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const invoices = yield* each(InvoiceRepository)
      const milestones = yield* each(MilestoneRepository)
      const time = yield* afterAll
      const [{ id }, { id: other }] = [yield* newWorkspace, yield* newWorkspace]
      const client = yield* newClient(id)
      const project = yield* newProject(id, client.id)
      const milestone = yield* completed(id, project.id, 800_000)
      const { id: creditId, invoice } = yield* newCredit(id, client.id, 25_000)
      const draft = yield* newDraft(id, client.id, of(300, today))
      const endpoint = yield* newEndpoint(id, { failingSince: now, failedAt: now })
      const gone = yield* newEndpoint(id, { enabled: false })
      yield* newEndpoint(id, { enabled: false })
      yield* newEndpoint(id)
      yield* noted(id, "webhook_endpoint.disabled", { id: gone.id }, gone.updatedAt)
      const userId = yield* UserId.next(yield* random)
      const email = `${userId}@x.example`
      const user = new User({ id: userId, workspaceId: id, name: "Ben", email, role: "member" })
      yield* (yield* each(UserRepository)).insert(user, null)

      const found = yield* home.attention(id, time)
      assert.deepStrictEqual(kindsOf(found), [
        ...["credit_left", "milestone_to_bill", "not_joined", "old_draft"],
        ...["webhook_failing", "webhook_failing"]
      ])
      const one = (kind: StoredAttention["kind"]) => found.find((entry) => entry.kind === kind)
      const party = { company: "Engines", name: client.name }
      assert.deepStrictEqual(one("milestone_to_bill"), {
        kind: "milestone_to_bill",
        at: now,
        milestone: { id: milestone.id, name: milestone.name },
        project: { id: project.id, name: project.name },
        party,
        amountMinor: 800_000
      })
      assert.deepStrictEqual(one("credit_left"), {
        kind: "credit_left",
        at: now,
        creditId,
        clientId: client.id,
        invoice: { id: invoice.id, number: invoice.number },
        party,
        remainingMinor: 25_000,
        currency: eur
      })
      assert.deepStrictEqual(one("old_draft"), {
        kind: "old_draft",
        at: now,
        invoice: { id: draft.id, number: draft.number },
        party,
        totalMinor: 300,
        currency: eur
      })
      const joining = one("not_joined")
      assert.deepStrictEqual(joining?.kind === "not_joined" ? joining.user : null, {
        ...{ id: userId, name: "Ben", email }
      })
      assert.deepStrictEqual(
        found.flatMap((entry) =>
          entry.kind === "webhook_failing" ? [[entry.endpointId, entry.isEnabled]] : []
        ),
        [
          [gone.id, false],
          [endpoint.id, true]
        ]
      )
      assert.deepStrictEqual(yield* home.attention(other, time), [])

      yield* milestones.save({ ...milestone, invoiceId: draft.id })
      yield* (yield* each(UserLinkRepository)).insert({
        ...{ id: yield* UserLinkId.next(yield* random), workspaceId: id, userId },
        ...{ purpose: "invite", hash: newHash(), email: null },
        ...{ createdAt: DateTime.subtract(time.now, { days: 1 }), expiresAt: time.now }
      })
      assert.deepStrictEqual(kindsOf(yield* home.attention(id, time)), [
        ...["credit_left", "old_draft", "webhook_failing", "webhook_failing"]
      ])
      yield* invoices.save(becomeVoid(draft, null, now), "draft")
      const freed = kindsOf(yield* home.attention(id, time))
      assert.notInclude(freed, "old_draft")
      assert.include(freed, "milestone_to_bill")
    })
  )

  it.effect("requests to send and refunds of the processor come from the log", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const invoices = yield* each(InvoiceRepository)
      const time = yield* afterAll
      const { id } = yield* newWorkspace
      const client = yield* newClient(id)
      const createdAt = DateTime.subtract(time.now, { hours: 1 })
      const draft = yield* newDraft(id, client.id, of(300, today))
      const refunded = yield* newOpen(id, client.id, of(300, today))
      const about = ({ id: object, number }: typeof draft | typeof refunded) => ({
        ...{ id: object, number, amount_paid: 0 }
      })
      yield* noted(id, "invoice.send_requested", about(draft), createdAt)
      yield* noted(id, "invoice.processor_refunded", about(refunded), now)
      const early = yield* home.attention(id, { ...time, now: DateTime.add(now, { hours: 1 }) })
      assert.deepStrictEqual(early, [
        {
          kind: "send_requested",
          at: createdAt,
          invoice: { id: draft.id, number: draft.number },
          party: { company: "Engines", name: client.name },
          by: "Mia"
        },
        {
          kind: "processor_refunded",
          at: now,
          invoice: { id: refunded.id, number: refunded.number },
          party: { company: refunded.recipient.company, name: refunded.recipient.name }
        }
      ])
      // A refund is no news after three months.
      assert.deepStrictEqual(kindsOf(yield* home.attention(id, time)), [
        ...["old_draft", "send_requested"]
      ])
      yield* invoices.save(becomeVoid(draft, null, now), "draft")
      assert.deepStrictEqual(yield* home.attention(id, time), [])
    })
  )

  it.effect("the newest told lines of the log have their names and amounts", () =>
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const [{ id }, { id: other }] = [yield* newWorkspace, yield* newWorkspace]
      const client = yield* newClient(id)
      const invoice = yield* newOpen(id, client.id, of(300, today))
      yield* book(invoice, yield* paymentOf(invoice, 120))
      const shown = { id: invoice.id, number: invoice.number, amount_paid: 0 }
      yield* noted(id, "client.created", { id: client.id, name: "Ada", company: null }, now)
      yield* noted(id, "invoice.updated", shown, now)
      const paid = { ...shown, amount_paid: 120 }
      yield* noted(id, "invoice.payment_recorded", paid, now, shown)
      const note = { id: "cn_1", number: "CN-0001", invoice: shown }
      yield* noted(id, "credit_note.created", note, now)
      yield* noted(other, "invoice.sent", shown, now)
      const lines = yield* home.activity(id, 8)
      const line = { at: now, actor: userActor({ id: "user_1", name: "Mia" }) }
      const party = { company: invoice.recipient.company, name: invoice.recipient.name }
      const ofInvoice = { invoice: { id: invoice.id, number: invoice.number }, party }
      assert.deepStrictEqual(lines, [
        {
          ...{ ...line, ...ofInvoice, kind: "credit_note.created" as const },
          ...{ object: { id: "cn_1", name: "CN-0001" }, money: null, isReversible: false }
        },
        {
          ...{ ...line, ...ofInvoice, kind: "invoice.payment_recorded" as const },
          object: { id: invoice.id, name: invoice.number },
          money: { amountMinor: 120, currency: eur },
          isReversible: true
        },
        {
          ...{ ...line, kind: "client.created" as const, invoice: null },
          ...{ object: { id: client.id, name: "Ada" }, party: { company: null, name: "Ada" } },
          ...{ money: null, isReversible: false }
        }
      ])
      assert.lengthOf(yield* home.activity(id, 1), 1)
      const [foreign] = yield* home.activity(other, 8)
      assert.isNull(foreign?.invoice ?? null)
    })
  )
}
