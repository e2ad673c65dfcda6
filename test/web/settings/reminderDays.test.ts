/** Days of reminders in words, in the order of the days. */
import { assert, it } from "@effect/vitest"
import { reminderText } from "../../../src/web/settings/workspace/ReminderRows.ts"

it.each([
  [[], "No reminders"],
  [[0], "on the due date"],
  [[1], "1 day after the due date"],
  [[-1], "1 day before the due date"],
  [[7, 0, -3], "3 days before the due date, on the due date, and 7 days after the due date"]
])("%j: %s", (days, words) => {
  assert.strictEqual(reminderText(days, "en"), words)
})

it("in German", () => {
  assert.strictEqual(
    reminderText([-1, 7], "de"),
    "1 Tag vor der Fälligkeit und 7 Tage nach der Fälligkeit"
  )
})
