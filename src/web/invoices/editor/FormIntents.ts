/** The buttons of the invoice form, applied to its values before anything is saved. */

import { Schema } from "effect"
import { limits } from "../../../domain/money/Money.ts"
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import { addDays, CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { Form } from "../../forms/FormReader.ts"
import { emptyLine, type FormValues, isEmptyLine, type LineValues } from "./FormValues.ts"

type Intent =
  | { readonly kind: "refresh" | "add-line" | "preview" | "save" | "send" }
  | { readonly kind: "remove-line" | "move-up"; readonly line: number }
  | { readonly kind: "add-milestone"; readonly id: string }

const plain = ["add-line", "preview", "save", "send"] as const

/** The button that was pressed; anything else only shows the form anew. */
export const intentOf = (form: Form): Intent => {
  const text = form.text("intent")
  const known = plain.find((kind) => kind === text)
  if (known !== undefined) return { kind: known }
  const [, kind, rest = ""] = /^(remove-line|move-up|add-milestone):(.{1,60})$/.exec(text) ?? []
  if (kind === "add-milestone") return { kind, id: rest }
  if ((kind === "remove-line" || kind === "move-up") && /^\d{1,4}$/.test(rest)) {
    return { kind, line: Number(rest) }
  }
  return { kind: "refresh" }
}

const isDate = Schema.is(CalendarDate)

/** The due date follows the issue date by the terms until somebody chooses another. */
export const withDueDate = (values: FormValues, termsDays: number): FormValues => {
  const { issue_date: issued, due_date: due, due_default: usual } = values.fields
  if (!isDate(issued)) return values
  const byTerms = addDays(issued, termsDays)
  const isUntouched = due === "" || due === usual
  const fields = {
    ...values.fields,
    due_date: isUntouched ? byTerms : due,
    due_default: byTerms
  }
  return { ...values, fields }
}

const moved = (lines: ReadonlyArray<LineValues>, at: number): ReadonlyArray<LineValues> => {
  const [before, line] = [lines[at - 1], lines[at]]
  if (before === undefined || line === undefined) return lines
  return lines.map((one, index) => (index === at - 1 ? line : index === at ? before : one))
}

/** A milestone takes the first empty line, or a new one. */
export const withMilestone = (
  values: FormValues,
  { id, name }: MilestoneView,
  price: string
): FormValues => {
  if (values.milestones.includes(id)) return values
  const line = { ...emptyLine, description: name, quantity: "1", unit_price: price }
  const empty = values.lines.findIndex(isEmptyLine)
  const lines =
    empty < 0
      ? [...values.lines, line]
      : values.lines.map((one, index) => (index === empty ? line : one))
  return { ...values, lines, milestones: [...values.milestones, id] }
}

/** The lines after a button for lines. */
export const withLines = (values: FormValues, intent: Intent): FormValues => {
  const { lines } = values
  switch (intent.kind) {
    case "add-line":
      return lines.length < limits.lines ? { ...values, lines: [...lines, emptyLine] } : values
    case "remove-line":
      return { ...values, lines: lines.filter((_, at) => at !== intent.line) }
    case "move-up":
      return { ...values, lines: moved(lines, intent.line) }
    default:
      return values
  }
}

/** Without the milestones whose lines were removed: their names stand in no line any more. */
export const withBilledMilestones = (
  values: FormValues,
  milestones: ReadonlyArray<Pick<MilestoneView, "id" | "name">>
): FormValues => ({
  ...values,
  milestones: values.milestones.filter((id) => {
    const name = milestones.find((one) => one.id === id)?.name
    return name === undefined || values.lines.some(({ description }) => description.includes(name))
  })
})
