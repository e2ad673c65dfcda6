/** What of a resource its newest event has to show. */
import { assert, describe, it } from "@effect/vitest"
import { settled } from "../../../src/domain/events/Replay.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"

const today = CalendarDate.make("2026-11-26")

describe("an open invoice in the log and in its row", () => {
  const statusOf = (status: string, due_date: string) =>
    settled("invoice", { status, due_date }, today)["status"]

  it("is overdue by its due day, whatever either said when the clock was another", () => {
    assert.strictEqual(statusOf("sent", "2026-11-25"), "overdue")
    assert.strictEqual(statusOf("overdue", "2026-11-25"), "overdue")
    assert.strictEqual(statusOf("sent", "2026-11-26"), "sent")
    assert.strictEqual(statusOf("overdue", "2026-11-26"), "sent")
  })

  it("differs from one that is not open", () => {
    for (const status of ["draft", "paid", "void"]) {
      assert.strictEqual(statusOf(status, "2026-11-25"), status)
    }
  })
})
