/**
 * Time passing, on TestClock: when overdue begins in which zone, once; the year's turn; reminders.
 */

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Reminders } from "../../src/app/invoices/reminders/Reminders.ts"
import { PeriodicJobs } from "../../src/app/PeriodicJobs.ts"
import { Workspaces } from "../../src/app/workspaces/Workspaces.ts"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newAddress } from "../support/owners.ts"
import { sender } from "../support/requests.ts"

const at = (iso: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(iso)))

const setUp = Effect.fnUntraced(function* (timeZone: string, email = "a@x.example") {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ timeZone, ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "A", email })).body
  const sent = Effect.fnUntraced(function* (dueDate: string, issueDate = dueDate) {
    const invoice = (yield* call("POST", "/v1/invoices", {
      client_id: client.id,
      issue_date: issueDate,
      due_date: dueDate,
      line_items: [{ description: "W", quantity: 1, unit_price: 1000 }]
    })).body
    yield* call("POST", `/v1/invoices/${invoice.id}/send`)
    yield* (yield* Inbox).receive
    return String(invoice.id)
  })
  const status = (id: string) =>
    Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => String(body.status))
  const events = (id: string, type: string) =>
    Effect.map(
      call("GET", "/v1/events?limit=100"),
      ({ body }) =>
        body.data.filter(
          (event: { type: string; data: { object: { id: string } } }) =>
            event.type === type && event.data.object.id === id
        ) as ReadonlyArray<{ data: { object: { status: string }; previous: { status: string } } }>
    )
  return { made, call, client, sent, status, events }
})

/** Due that day in the zone: still sent a moment before, overdue from the moment on. */
const turns = [
  ["UTC", "2026-03-10", "2026-03-11T00:00:00Z"],
  ["Pacific/Kiritimati", "2026-03-10", "2026-03-10T10:00:00Z"],
  ["Pacific/Niue", "2026-03-10", "2026-03-11T11:00:00Z"],
  ["Asia/Kathmandu", "2026-03-10", "2026-03-10T18:15:00Z"],
  ["Australia/Lord_Howe", "2026-03-10", "2026-03-10T13:00:00Z"],
  // Clocks go forward, and back, on the due day.
  ["Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00Z"],
  ["Europe/Berlin", "2026-10-25", "2026-10-25T23:00:00Z"],
  ["America/New_York", "2026-03-08", "2026-03-09T04:00:00Z"],
  ["America/New_York", "2026-11-01", "2026-11-02T05:00:00Z"],
  // The day after begins at 01:00: midnight does not exist there.
  ["America/Asuncion", "2024-10-05", "2024-10-06T04:00:00Z"],
  ["UTC", "2028-02-29", "2028-03-01T00:00:00Z"],
  ["Europe/Berlin", "2027-02-28", "2027-02-28T23:00:00Z"],
  ["Asia/Tokyo", "2026-12-31", "2026-12-31T15:00:00Z"],
  ["America/Los_Angeles", "2026-12-31", "2027-01-01T08:00:00Z"]
] as const

layer(layerRetainerMemory)("overdue", (it) => {
  it.effect.each(turns)(
    "in %s, due %s: from %s on, by a read and by the sweep",
    ([zone, due, turn]) =>
      Effect.gen(function* () {
        const jobs = yield* PeriodicJobs
        yield* at(`${due}T00:00:00Z`)
        yield* TestClock.adjust("-2 days")
        const { sent, status, events, call } = yield* setUp(zone)
        const swept = yield* sent(due)
        const read = yield* sent(due)
        yield* at(turn)
        yield* TestClock.adjust("-1 second")
        assert.strictEqual(yield* status(swept), "sent")
        assert.strictEqual(yield* jobs.markOverdue, 0)
        assert.lengthOf((yield* call("GET", "/v1/invoices?status=overdue")).body.data, 0)
        yield* TestClock.adjust("1 second")
        // The read comes first and already shows it, without an event.
        assert.strictEqual(yield* status(read), "overdue")
        assert.lengthOf((yield* call("GET", "/v1/invoices?status=overdue")).body.data, 2)
        assert.lengthOf(yield* events(read, "invoice.overdue"), 0)
        assert.strictEqual(yield* jobs.markOverdue, 2)
        assert.strictEqual(yield* jobs.markOverdue, 0)
        for (const id of [swept, read]) {
          assert.strictEqual(yield* status(id), "overdue")
          const [event, ...more] = yield* events(id, "invoice.overdue")
          assert.lengthOf(more, 0)
          assert.strictEqual(event?.data.object.status, "overdue")
          assert.strictEqual(event?.data.previous.status, "sent")
        }
      })
  )

  it.effect("whoever comes first writes it down: ten sweeps and a payment at once, one event", () =>
    Effect.gen(function* () {
      const jobs = yield* PeriodicJobs
      yield* at("2026-05-01T00:00:00Z")
      const { sent, events, call, status } = yield* setUp("UTC")
      const id = yield* sent("2026-05-01")
      yield* at("2026-05-02T00:00:00Z")
      yield* Effect.all(
        [
          ...Array.from({ length: 10 }, () => jobs.markOverdue),
          call("POST", `/v1/invoices/${id}/payments`, { amount: 400 })
        ],
        { concurrency: "unbounded" }
      )
      assert.lengthOf(yield* events(id, "invoice.overdue"), 1)
      assert.strictEqual(yield* status(id), "overdue")
      // A payment before any sweep settles it too, in the right order.
      const other = yield* sent("2026-05-02")
      yield* at("2026-05-04T00:00:00Z")
      yield* call("POST", `/v1/invoices/${other}/payments`, { amount: 1000 })
      assert.lengthOf(yield* events(other, "invoice.overdue"), 1)
      assert.strictEqual(yield* jobs.markOverdue, 0)
      assert.strictEqual(yield* status(other), "paid")
    })
  )

  it.effect("a sweep of many takes every one, and spares what is paid, void or not yet due", () =>
    Effect.gen(function* () {
      const jobs = yield* PeriodicJobs
      yield* at("2026-06-01T00:00:00Z")
      const { sent, call } = yield* setUp("UTC")
      const many = yield* Effect.forEach(Array.from({ length: 250 }), () => sent("2026-06-01"))
      const [paid = "", voided = ""] = many
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 1000 })
      yield* call("POST", `/v1/invoices/${voided}/void`)
      yield* sent("2026-06-09", "2026-06-01")
      yield* at("2026-06-02T00:00:00Z")
      assert.strictEqual(yield* jobs.markOverdue, 248)
    })
  )

  it.effect("what was collected this year turns at the workspace's new year", () =>
    Effect.gen(function* () {
      yield* at("2026-12-31T10:00:00Z")
      const { sent, call } = yield* setUp("Asia/Tokyo")
      const id = yield* sent("2027-06-01", "2026-12-01")
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 400 })
      const ytd = Effect.map(
        call("GET", "/v1/invoices"),
        ({ body }) => body.meta.total_collected_ytd
      )
      assert.strictEqual(yield* ytd, 400)
      yield* at("2026-12-31T14:59:59Z")
      assert.strictEqual(yield* ytd, 400)
      yield* at("2026-12-31T15:00:00Z")
      assert.strictEqual(yield* ytd, 0)
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 5 })
      assert.strictEqual(yield* ytd, 5)
    })
  )
})

layer(layerRetainerMemory)("reminders", (it) => {
  it.effect("by hand: sent and overdue only, at most one a day, with mail and event", () =>
    Effect.gen(function* () {
      yield* at("2026-03-01T12:00:00Z")
      const inbox = yield* Inbox
      const { sent, call, events, client } = yield* setUp("Europe/Berlin")
      const id = yield* sent("2026-03-02")
      const remind = (body?: object) => call("POST", `/v1/invoices/${id}/remind`, body)
      const first = yield* remind({ message: "Hello again" })
      assert.deepStrictEqual(first.body, {
        id,
        status: "sent",
        reminded_at: "2026-03-01T12:00:00.000Z",
        reminded_to: client.email
      })
      const mail = yield* inbox.receive
      assert.include(mail.subject, "Reminder")
      assert.include(mail.text, "Hello again")
      const again = yield* remind()
      assert.strictEqual(again.status, 422)
      assert.include(again.body.error.message, "one reminder a day")
      // Another day begins at midnight in Berlin.
      yield* at("2026-03-01T22:59:59Z")
      assert.strictEqual((yield* remind()).status, 422)
      yield* at("2026-03-02T23:00:00Z")
      assert.strictEqual((yield* remind()).body.status, "overdue")
      yield* inbox.receive
      assert.lengthOf(yield* events(id, "invoice.reminded"), 2)
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 1000 })
      yield* at("2026-03-05T12:00:00Z")
      const paid = yield* remind()
      assert.strictEqual(paid.status, 422)
      assert.include(paid.body.error.message, "is paid; only a sent or overdue invoice")
      assert.strictEqual((yield* call("POST", "/v1/invoices/inv_x/remind")).status, 404)
    })
  )

  it.effect("by themselves on the days that are set, and never twice", () =>
    Effect.gen(function* () {
      yield* at("2026-03-01T12:00:00Z")
      const inbox = yield* Inbox
      const reminders = yield* Reminders
      const email = newAddress()
      const { sent, call, events, made } = yield* setUp("UTC", email)
      const subjects = Effect.map(inbox.mails, (mails) =>
        mails.filter(({ to }) => to.address === email).map(({ subject }) => subject)
      )
      /** Workers deliver while the test goes on. */
      const delivered = Effect.fnUntraced(function* (count: number) {
        while ((yield* subjects).length < count) yield* inbox.receive
      })
      const open = yield* sent("2026-03-10")
      const paid = yield* sent("2026-03-10")
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 1000 })
      yield* delivered(3)
      yield* at("2026-03-07T01:00:00Z")
      // Off by default.
      assert.strictEqual(yield* reminders.remindDue, 0)
      const workspaces = yield* Workspaces
      yield* workspaces.update(made.workspace.id, { reminderDays: [-3, 0, 7] })
      const sentOn: string[] = []
      for (let day = 5; day <= 25; day++) {
        const date = `2026-03-${String(day).padStart(2, "0")}`
        yield* at(`${date}T01:00:00Z`)
        const counts = yield* Effect.all(
          Array.from({ length: 5 }, () => reminders.remindDue),
          { concurrency: "unbounded" }
        )
        const count = counts.reduce((sum, one) => sum + one, 0)
        assert.isAtMost(count, 1)
        if (count === 1) sentOn.push(date)
      }
      assert.deepStrictEqual(sentOn, ["2026-03-07", "2026-03-10", "2026-03-17"])
      yield* delivered(6)
      assert.deepStrictEqual(
        (yield* subjects).slice(3),
        Array.from({ length: 3 }, () => "Reminder: invoice INV-0001")
      )
      assert.lengthOf(yield* events(open, "invoice.reminded"), 3)
      assert.lengthOf(yield* events(paid, "invoice.reminded"), 0)
    })
  )
})
