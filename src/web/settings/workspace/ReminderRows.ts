/** Reminders as rows of a form, "7 days after the due date"; an empty row is no reminder. */
import { Result } from "effect"
import { ReminderDays } from "../../../domain/workspaces/WorkspaceResource.ts"
import { type Child, details, div, fieldset, legend, p, summary } from "../../../html/Elements.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { field, select } from "../../Parts.ts"

const rowCount = 10

export interface ReminderRow {
  readonly count: string
  readonly when: "before" | "after"
}

const numbers = Array.from({ length: rowCount }, (_, index) => index + 1)
const countName = (row: number) => `reminder_${row}_days`
const whenName = (row: number) => `reminder_${row}_when`

export const reminderRowsOf = (days: ReadonlyArray<number>): ReadonlyArray<ReminderRow> =>
  [...days]
    .sort((a, b) => a - b)
    .map((day) => ({ count: String(Math.abs(day)), when: day < 0 ? "before" : "after" }))

export const rowsIn = (sent: Form): ReadonlyArray<ReminderRow> =>
  numbers.map((row) => ({
    count: sent.text(countName(row)),
    when: sent.text(whenName(row)) === "before" ? "before" : "after"
  }))

/** The day of each row, once; each invalid row is a problem of its own. */
export const daysIn = (
  rows: ReadonlyArray<ReminderRow>
): Result.Result<ReadonlyArray<number>, Problems> => {
  const days = rows.flatMap(({ count, when }, index) => {
    if (count === "") return []
    const day = /^\d{1,4}$/.test(count) ? Number(count) : Number.NaN
    const signed = when === "before" && day !== 0 ? -day : day
    return [
      [
        countName(index + 1),
        Result.mapError(
          checked("Days", ReminderDays, [signed]),
          () => "Reminders go out up to 60 days before and up to 365 days after the due date"
        )
      ] as const
    ]
  })
  return Result.map(allValid(Object.fromEntries(days)), (values) => [
    ...new Set(Object.values(values).flat())
  ])
}

const whens = [
  { value: "before", label: "days before due" },
  { value: "after", label: "days after due" }
]

const drawRow = (row: number, { count, when }: ReminderRow, wrong: Problems) =>
  div(
    { class: "reminder" },
    field({
      name: countName(row),
      label: `Reminder ${row}`,
      type: "number",
      min: 0,
      max: 365,
      value: count,
      wrong
    }),
    select(whenName(row), `When reminder ${row} goes out`, whens, when)
  )

/** The rows that are filled in and some more; the rest unfolds. */
export const reminderRows = (rows: ReadonlyArray<ReminderRow>, wrong: Problems): Child => {
  const last = rows.findLastIndex(({ count }) => count !== "") + 1
  const open = Math.min(Math.max(last + 1, 3), rowCount)
  const drawn = numbers.map((row) =>
    drawRow(row, rows[row - 1] ?? { count: "", when: "after" }, wrong)
  )
  return fieldset(
    { class: "reminders" },
    legend("Reminders"),
    p(
      { class: "hint" },
      "Clients with an open invoice get a mail on these days. 0 is the due date; an empty row sends none."
    ),
    drawn.slice(0, open),
    open === rowCount ? null : details(summary("More reminders"), drawn.slice(open))
  )
}
