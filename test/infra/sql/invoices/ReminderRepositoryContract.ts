/** Reminders, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { ReminderRepository } from "../../../../src/app/ports/invoices/ReminderRepository.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { newClient, newDraft, newOpen, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const reminderRepositoryContract: StorageContract = (it) => {
  it.effect("an invoice has one reminder a day, and one for each chosen day", () =>
    Effect.gen(function* () {
      const reminders = yield* each(ReminderRepository)
      const invoices = yield* InvoiceRepository
      const workspaces = yield* each(WorkspaceRepository)
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const { id: invoiceId } = yield* newOpen(workspace.id, client.id)
      const insert = (day: string, scheduledDays: number | null) =>
        reminders.insert({
          workspaceId: workspace.id,
          invoiceId,
          day: CalendarDate.make(day),
          scheduledDays,
          createdAt: now
        })
      const unreminded = (today: string, scheduledDays: number) =>
        Effect.map(
          invoices.openDueOn(workspace.id, CalendarDate.make("2026-03-24"), {
            today: CalendarDate.make(today),
            scheduledDays
          }),
          (ids) => ids.length
        )
      assert.strictEqual(yield* unreminded("2026-03-10", 7), 1)
      assert.isTrue(yield* insert("2026-03-10", 7))
      assert.strictEqual(yield* unreminded("2026-03-10", 0), 0)
      assert.strictEqual(yield* unreminded("2026-03-11", 7), 0)
      assert.strictEqual(yield* unreminded("2026-03-11", 0), 1)
      assert.isFalse(yield* insert("2026-03-10", null))
      assert.isFalse(yield* insert("2026-03-11", 7))
      assert.isTrue(yield* insert("2026-03-11", null))
      assert.isTrue(yield* insert("2026-03-12", null))
      yield* workspaces.save(new Workspace({ ...workspace, reminderDays: [-3, 14] }))
      const reminding = yield* workspaces.withReminders
      assert.deepStrictEqual(
        reminding.find(({ id }) => id === workspace.id)?.reminderDays,
        [-3, 14]
      )
    })
  )

  it.effect("the overdue invoices of a client that have no reminder of a day", () =>
    Effect.gen(function* () {
      const reminders = yield* each(ReminderRepository)
      const { id } = yield* newWorkspace
      const [client, other] = [yield* newClient(id), yield* newClient(id, "Bo")]
      const due = (dueDate: string, clientId = client.id) =>
        newOpen(id, clientId, {
          issueDate: CalendarDate.make("2026-01-01"),
          dueDate: CalendarDate.make(dueDate)
        })
      const [later, first] = [yield* due("2026-03-08"), yield* due("2026-02-01")]
      yield* due("2026-03-10")
      yield* due("2026-01-02", other.id)
      yield* newDraft(id, client.id, { dueDate: CalendarDate.make("2026-03-10") })
      const found = (limit = 10, of = client.id) =>
        reminders.overdueWithout(id, of, CalendarDate.make("2026-03-10"), limit)
      assert.deepStrictEqual(yield* found(), [first.id, later.id])
      assert.deepStrictEqual(yield* found(1), [first.id])
      const remind = (day: string) =>
        reminders.insert({
          ...{ workspaceId: id, invoiceId: first.id, scheduledDays: null, createdAt: now },
          day: CalendarDate.make(day)
        })
      yield* remind("2026-03-09")
      assert.lengthOf(yield* found(), 2)
      yield* remind("2026-03-10")
      assert.deepStrictEqual(yield* found(), [later.id])
      const [{ id: elsewhere }] = [yield* newWorkspace]
      const day = CalendarDate.make("2026-03-10")
      assert.deepStrictEqual(yield* reminders.overdueWithout(elsewhere, client.id, day, 10), [])
    })
  )
}
