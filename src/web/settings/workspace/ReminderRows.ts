/** Reminders as rows of a form, "7 days after the due date"; an empty row is no reminder. */
import { Result, Schema } from "effect"
import type { Language } from "../../../domain/text/Language.ts"
import { ReminderDays } from "../../../domain/workspaces/WorkspaceResource.ts"
import { type Child, details, div, fieldset, legend, p, summary } from "../../../html/Elements.ts"
import type { WorkspaceFormWords } from "../../../words/settings/WorkspaceFormWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { field, select } from "../../Parts.ts"

const rowCount = 10

export interface ReminderRow {
  readonly count: string
  readonly when: "before" | "after"
}

const numbers = Array.from({ length: rowCount }, (_, index) => index + 1)
const countName = (row: number) => `reminder_${row}_days`
const whenName = (row: number) => `reminder_${row}_when`

export const isReminderField = (name: string): boolean => /^reminder_\d+_days$/.test(name)

export const reminderRowsOf = (days: ReadonlyArray<number>): ReadonlyArray<ReminderRow> =>
  [...days]
    .sort((a, b) => a - b)
    .map((day) => ({ count: String(Math.abs(day)), when: day < 0 ? "before" : "after" }))

export const rowsIn = (sent: Form): ReadonlyArray<ReminderRow> =>
  numbers.map((row) => ({
    count: sent.text(countName(row)),
    when: sent.text(whenName(row)) === "before" ? "before" : "after"
  }))

const isReminderDay = Schema.is(ReminderDays)

/** The day of each row, once; each invalid row is a problem of its own. */
export const daysIn = (
  rows: ReadonlyArray<ReminderRow>,
  { rules }: WorkspaceFormWords
): Result.Result<ReadonlyArray<number>, Problems> => {
  const days = rows.flatMap(({ count, when }, index) => {
    if (count === "") return []
    const day = /^\d{1,4}$/.test(count) ? Number(count) : Number.NaN
    return [{ row: index + 1, day: when === "before" && day !== 0 ? -day : day }]
  })
  const wrong = days.filter(({ day }) => !isReminderDay([day]))
  return wrong.length === 0
    ? Result.succeed([...new Set(days.map(({ day }) => day))])
    : Result.fail(wrong.map(({ row }) => ({ field: countName(row), message: rules.reminders })))
}

/** `3 days before the due date and on the due date`, in the order of the days. */
export const reminderText = (days: ReadonlyArray<number>, language: Language): string => {
  const { reminders } = wordsIn(language).workspaceForm
  if (days.length === 0) return reminders.none
  return new Intl.ListFormat(language).format(
    [...days]
      .sort((a, b) => a - b)
      .map((day) =>
        day === 0 ? reminders.onDue : (day < 0 ? reminders.before : reminders.after)(Math.abs(day))
      )
  )
}

const drawRow = (
  row: number,
  { count, when }: ReminderRow,
  { reminders }: WorkspaceFormWords,
  wrong: Problems
) =>
  div(
    { class: "reminder" },
    field({
      name: countName(row),
      label: reminders.row(String(row)),
      type: "number",
      min: 0,
      max: 365,
      value: count,
      wrong
    }),
    select(
      whenName(row),
      reminders.when(String(row)),
      [
        { value: "before", label: reminders.beforeDue },
        { value: "after", label: reminders.afterDue }
      ],
      when
    )
  )

/** The rows that are filled in and some more; the rest unfolds. */
export const reminderRows = (
  rows: ReadonlyArray<ReminderRow>,
  words: WorkspaceFormWords,
  wrong: Problems
): Child => {
  const last = rows.findLastIndex(({ count }) => count !== "") + 1
  const open = Math.min(Math.max(last + 1, 3), rowCount)
  const drawn = numbers.map((row) =>
    drawRow(row, rows[row - 1] ?? { count: "", when: "after" }, words, wrong)
  )
  return fieldset(
    { class: "reminders" },
    legend(words.labels.reminders),
    p({ class: "hint" }, words.reminders.hint),
    drawn.slice(0, open),
    open === rowCount ? null : details(summary(words.reminders.more), drawn.slice(open))
  )
}
