/** The inputs of the forms of projects, tasks and milestones, each with its label and problem. */
import type { Child } from "../../../html/Elements.ts"
import type { Problems } from "../../forms/Forms.ts"
import { type Choice, field, select } from "../../Parts.ts"
import type { Reader } from "../ProjectParts.ts"
import type { FieldNames, Values } from "./FieldForms.ts"

export interface FieldsView {
  readonly names: FieldNames
  readonly values: Values
  readonly wrong: Problems
  readonly reader: Reader
  /** The field that has the focus, unless one has a problem. */
  readonly focus: string
}

const hasFocus = ({ wrong, focus }: FieldsView, name: string): boolean => {
  const first = wrong.find((one) => typeof one !== "string")
  return (typeof first === "object" ? first.field : focus) === name
}

const labelOf = ({ names, reader }: FieldsView, name: string): string => {
  const { words, currency } = reader
  if (name === "budget") return words.budgetIn(currency)
  if (name === "amount") return words.amountIn(currency)
  return words.labels[names[name] ?? "name"]
}

export const textField = (
  view: FieldsView,
  name: string,
  options: {
    readonly type?: "text" | "date"
    readonly required?: boolean
    readonly multiline?: boolean
    readonly maxLength?: number
  } = {}
): Child =>
  field({
    ...options,
    name,
    label: labelOf(view, name),
    value: view.values[name] ?? "",
    wrong: view.wrong,
    autocomplete: "off",
    autofocus: hasFocus(view, name)
  })

export const choiceField = (
  view: FieldsView,
  name: string,
  choices: ReadonlyArray<Choice>
): Child =>
  select(name, labelOf(view, name), choices, view.values[name] ?? "", { wrong: view.wrong })
