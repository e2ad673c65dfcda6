/**
 * The panels of a project's page, one at a time by `?do=`: the forms of a task and a milestone, and
 * the questions before one is deleted.
 */
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import { type TaskView, taskStatuses } from "../../../domain/projects/TaskResource.ts"
import {
  type Child,
  div,
  button as element,
  h2,
  input,
  p,
  section
} from "../../../html/Elements.ts"
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { button, form, link, problems } from "../../Parts.ts"
import { milestoneFields, namedProblems, taskFields, type Values } from "../form/FieldForms.ts"
import { choiceField, type FieldsView, textField } from "../form/FieldViews.ts"
import { type Person, peopleChoices } from "../form/ProjectFormViews.ts"
import { actionPath } from "./ProjectActions.ts"
import type { ShownProject } from "./ProjectReading.ts"

export interface ProjectPanel {
  readonly name: ProjectAction
  /** What it is of; both null for a new milestone. */
  readonly task: TaskView | null
  readonly milestone: MilestoneView | null
  readonly values: Values
  /** The version that the form was opened with; empty where nothing is edited. */
  readonly etag: string
  readonly people: ReadonlyArray<Person>
  /** The refused form, its problems, and a note about a conflict. */
  readonly given: Form | null
  readonly wrong: Problems
  readonly note: Child
}

const taskPanel = ({ reader }: ShownProject, panel: ProjectPanel): Child => {
  const view: FieldsView = { names: taskFields, reader, focus: "title", ...panel }
  const { words } = reader
  const statuses = taskStatuses.map((status) => ({
    value: status,
    label: words.tasks.statuses[status]
  }))
  return [
    textField(view, "title", { maxLength: 255, required: true }),
    div(
      { class: "three" },
      choiceField(view, "status", statuses),
      choiceField(view, "assignee_id", peopleChoices(words.nobody, panel.people)),
      textField(view, "due_date", { type: "date" })
    ),
    textField(view, "description", { multiline: true, maxLength: 5000 })
  ]
}

const milestonePanel = ({ reader }: ShownProject, panel: ProjectPanel): Child => {
  const view: FieldsView = { names: milestoneFields, reader, focus: "name", ...panel }
  const invoice = panel.milestone?.invoice ?? null
  return [
    textField(view, "name", { maxLength: 255, required: true }),
    div(
      { class: "three" },
      textField(view, "due_date", { type: "date" }),
      textField(view, "amount", { maxLength: 40 })
    ),
    textField(view, "description", { multiline: true, maxLength: 5000 }),
    invoice === null
      ? null
      : p({ class: "small quiet" }, reader.words.milestones.fixed(invoice.number))
  ]
}

interface PanelContent {
  readonly title: string
  readonly fields: Child
  readonly actions: Child
}

const contentOf = (shown: ShownProject, panel: ProjectPanel): PanelContent => {
  const { words } = shown.reader
  const { name, task, milestone } = panel
  const save = element({ type: "submit" }, words.save)
  const removal = (of: Pick<typeof words.tasks, "removeTitle" | "removeText" | "remove">) => ({
    title: of.removeTitle(task?.title ?? milestone?.name ?? ""),
    fields: p(of.removeText),
    actions: button(of.remove, "danger")
  })
  if (name === "delete-task") return removal(words.tasks)
  if (name === "delete-milestone") return removal(words.milestones)
  if (task !== null) {
    const title = words.tasks.edit(task.title)
    return { title, fields: taskPanel(shown, panel), actions: save }
  }
  return {
    title: milestone === null ? words.milestones.add : words.milestones.edit(milestone.name),
    fields: milestonePanel(shown, panel),
    actions: milestone === null ? element({ type: "submit" }, words.milestones.add) : save
  }
}

/** A link to the question, from the form of what it would delete. */
const deletion = ({ reader: { words }, path }: ShownProject, panel: ProjectPanel): Child => {
  const { name, task, milestone } = panel
  if (name === "edit-task" && task !== null) {
    return link(actionPath(path, "delete-task", task.id), words.tasks.remove)
  }
  return name === "edit-milestone" && milestone !== null && milestone.invoice === null
    ? link(actionPath(path, "delete-milestone", milestone.id), words.milestones.remove)
    : null
}

export const projectPanelOf = (shown: ShownProject, panel: ProjectPanel): Child => {
  const { path, page, reader } = shown
  const { title, fields, actions } = contentOf(shown, panel)
  const of = panel.task?.id ?? panel.milestone?.id
  return section(
    { class: "panel", "aria-label": title },
    h2(title),
    panel.note,
    problems(
      namedProblems(reader.words, { ...taskFields, ...milestoneFields }, panel.wrong),
      false
    ),
    form(actionPath(path, panel.name, of), page.cookies.csrf, [
      onceField(page, panel.given),
      panel.etag === "" ? null : input({ type: "hidden", name: "etag", value: panel.etag }),
      fields,
      div(
        { class: "do" },
        actions,
        link(path, reader.words.cancel, "button second"),
        deletion(shown, panel)
      )
    ])
  )
}
