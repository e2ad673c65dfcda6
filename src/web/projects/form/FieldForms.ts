/**
 * Fields of the forms of projects, tasks and milestones: their values as texts, read from a form or
 * from what is stored, and decoded by the schemas of the API. Typed texts stay as they are.
 */
import { Result, Schema, SchemaIssue } from "effect"
import type { NumberInput } from "../../../domain/money/AmountInput.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import type { ProjectView } from "../../../domain/projects/ProjectResource.ts"
import type { TaskView } from "../../../domain/projects/TaskResource.ts"
import type { ProjectField, ProjectWords } from "../../../words/projects/ProjectWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"

export type Values = Readonly<Record<string, string>>

/** The fields of a form by name, each with the word for it. */
export type FieldNames = Readonly<Record<string, ProjectField>>

export const projectFields = {
  name: "name",
  client_id: "client",
  status: "status",
  team_lead_id: "lead",
  start_date: "start",
  end_date: "end",
  budget: "budget",
  description: "description"
} as const satisfies FieldNames

export const taskFields = {
  title: "task",
  status: "status",
  assignee_id: "assignee",
  due_date: "due",
  description: "description"
} as const satisfies FieldNames

export const milestoneFields = {
  name: "milestone",
  due_date: "due",
  amount: "amount",
  description: "description"
} as const satisfies FieldNames

export const valuesOfForm = (names: FieldNames, form: Form): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, form.text(name)]))

export const emptyValues = (names: FieldNames): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, ""]))

interface Money {
  readonly numbers: NumberInput
  readonly currency: CurrencyCode
}

const amountText = ({ numbers, currency }: Money, minor: number | null): string =>
  minor === null ? "" : numbers.formatAmount(minor, currency)

export const valuesOfProject = (money: Money, project: ProjectView): Values => ({
  name: project.name,
  client_id: project.client?.id ?? "",
  status: project.status,
  team_lead_id: project.teamLead?.id ?? "",
  start_date: project.startDate ?? "",
  end_date: project.endDate ?? "",
  budget: amountText(money, project.budgetMinor),
  description: project.description ?? ""
})

export const valuesOfTask = (task: TaskView): Values => ({
  title: task.title,
  status: task.status,
  assignee_id: task.assignee?.id ?? "",
  due_date: task.dueDate ?? "",
  description: task.description ?? ""
})

export const valuesOfMilestone = (money: Money, milestone: MilestoneView): Values => ({
  name: milestone.name,
  due_date: milestone.dueDate ?? "",
  amount: amountText(money, milestone.amountMinor),
  description: milestone.description ?? ""
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The fields that the schema refuses. */
const refusedBy = (error: Schema.SchemaError): ReadonlyArray<string> =>
  format(error.issue).issues.map(({ path: [first] = [] }) =>
    String(typeof first === "object" ? first.key : first)
  )

/** Problems with the names of their fields, as they stand above a form. */
export const namedProblems = (
  { labels }: ProjectWords,
  names: FieldNames,
  wrong: Problems
): Problems =>
  wrong.map((problem) => {
    if (typeof problem === "string") return problem
    const label = names[problem.field]
    return label === undefined
      ? problem
      : { ...problem, message: `${labels[label]}: ${problem.message}` }
  })

/** These are never null; whether a project needs a client is the schema's rule. */
const required: ReadonlySet<string> = new Set(["name", "title", "status"])

/** An empty field is null; an amount that cannot be read is refused with its reason. */
const wireOf = (
  names: FieldNames,
  values: Values,
  { numbers, currency }: Money,
  words: Readonly<Record<string, string>>
) => {
  const problems: Array<{ readonly field: string; readonly message: string }> = []
  const entries = Object.keys(names).flatMap((name): ReadonlyArray<readonly [string, unknown]> => {
    const text = values[name] ?? ""
    if (text === "") return required.has(name) ? [[name, ""]] : [[name, null]]
    if (name !== "budget" && name !== "amount") return [[name, text]]
    const parsed = numbers.parseAmount(text, currency)
    if (Result.isSuccess(parsed)) return [[name, parsed.success]]
    problems.push({ field: name, message: words[parsed.failure] ?? "" })
    return [[name, null]]
  })
  return { wire: Object.fromEntries(entries), problems }
}

interface FormRules extends Money {
  readonly words: ProjectWords
  /** Why a number cannot be read. */
  readonly numberProblems: Readonly<Record<string, string>>
}

/** The input of the API, or a problem for each field that it refuses. */
export const decodeValues = <A, S>(
  names: FieldNames,
  schema: Schema.Codec<A, S>,
  values: Values,
  { words, numberProblems, ...money }: FormRules
): Result.Result<A, Problems> => {
  const { wire, problems } = wireOf(names, values, money, numberProblems)
  const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(wire)
  const refused = Result.isFailure(decoded) ? refusedBy(decoded.failure) : []
  const wrong = [
    ...problems,
    ...[...new Set(refused)]
      .filter((name) => problems.every(({ field }) => field !== name))
      .map((field) => ({ field, message: words.rules[names[field] ?? "name"] }))
  ]
  return wrong.length > 0 || Result.isFailure(decoded)
    ? Result.fail(wrong)
    : Result.succeed(decoded.success)
}
