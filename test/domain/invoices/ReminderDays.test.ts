/** Days of reminders in words. */
import { assert, it } from "@effect/vitest"
import { reminderText } from "../../../src/domain/invoices/ReminderResource.ts"

it.each([
  [[], "No reminders"],
  [[0], "on the due date"],
  [[1], "1 day after the due date"],
  [[-1], "1 day before the due date"],
  [[7, 0, -3], "3 days before, on and 7 days after the due date"]
])("%j: %s", (days, words) => {
  assert.strictEqual(reminderText(days), words)
})
