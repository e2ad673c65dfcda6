/**
 * The tasks of a project: one form whose buttons tick them, and a line that adds one. Each button
 * has an address of its own, so that each press counts once.
 */
import type { TaskView } from "../../../domain/projects/TaskResource.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import {
  a,
  button,
  type Child,
  div,
  h2,
  input,
  label,
  li,
  p,
  section,
  span,
  ul
} from "../../../html/Elements.ts"
import { sign } from "../../../html/Icons.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { form, link, problems } from "../../Parts.ts"
import { namedProblems, taskFields } from "../form/FieldForms.ts"
import { actionPath } from "./ProjectActions.ts"
import { type ShownProject, sliceSize } from "./ProjectReading.ts"

/** A refused new task. */
export interface RefusedTask {
  readonly form: Form
  readonly wrong: Problems
}

const dueText = ({ reader }: ShownProject, due: CalendarDate, isDone: boolean): Child => {
  const { words, formats, today } = reader
  const date = formats.date(due)
  return due < today && !isDone
    ? span({ class: "bad" }, words.tasks.overdue(date))
    : words.tasks.due(date)
}

const taskRow = (shown: ShownProject, task: TaskView): Child => {
  const { reader, path, project } = shown
  const { words } = reader
  const isDone = task.status === "done"
  const isOpen = project.status !== "archived"
  const name = isDone ? "untick" : "tick"
  const facts = [
    task.status === "in_progress" ? words.tasks.statuses.in_progress : null,
    task.assignee?.name ?? null,
    task.dueDate === null ? null : dueText(shown, task.dueDate, isDone)
  ].filter((fact) => fact !== null)
  return li(
    { class: isDone ? "done" : undefined },
    isOpen
      ? button(
          {
            ...{ type: "submit", class: "tick", name: "status" },
            value: isDone ? "todo" : "done",
            formAction: actionPath(path, name, task.id),
            "aria-label": words.tasks[name](task.title)
          },
          isDone ? sign("tick") : null
        )
      : span({ class: "tick" }, isDone ? sign("tick") : null),
    div(
      isOpen
        ? a(
            {
              href: actionPath(path, "edit-task", task.id),
              "aria-label": words.tasks.edit(task.title)
            },
            task.title
          )
        : task.title,
      isDone ? span({ class: "vh" }, ` ${words.tasks.statuses.done}`) : null,
      facts.length === 0
        ? null
        : p(
            { class: "small quiet" },
            facts.map((fact, at) => [at === 0 ? null : " · ", fact])
          )
    )
  )
}

/** Older and newer parts of a list of the page. */
export const partLinks = (
  { parts, path, reader: { words } }: ShownProject,
  name: "tasks" | "milestones",
  total: number
): Child => {
  const part = parts[name]
  const others = name === "tasks" ? `milestones=${parts.milestones}` : `tasks=${parts.tasks}`
  const to = (at: number) => `${path}?${name}=${at}&${others}#${name}`
  if (total <= sliceSize && part === 1) return null
  return p(
    { class: "pages small" },
    part === 1 ? null : link(to(part - 1), words.newer),
    part * sliceSize >= total ? null : link(to(part + 1), words.older)
  )
}

const addForm = (shown: ShownProject, refused: RefusedTask | null): Child => {
  const { reader, path, page } = shown
  const { words } = reader
  const wrong = refused?.wrong ?? []
  const isWrong = wrong.length > 0
  const text = (name: string) => refused?.form.text(name) ?? ""
  return form(
    actionPath(path, "task"),
    page.cookies.csrf,
    [
      onceField(page, refused?.form ?? null),
      label({ class: "vh", for: "title" }, words.labels.task),
      input({
        ...{ id: "title", name: "title", maxLength: 255, autocomplete: "off" },
        placeholder: words.labels.task,
        value: text("title"),
        required: true,
        autofocus: isWrong ? true : undefined,
        "aria-invalid": isWrong ? "true" : undefined,
        "aria-describedby": isWrong ? "title-problem" : undefined
      }),
      label({ class: "vh", for: "due_date" }, words.labels.due),
      input({
        ...{ id: "due_date", name: "due_date", type: "date" },
        value: text("due_date")
      }),
      button({ type: "submit", class: "second" }, words.tasks.add),
      isWrong
        ? div(
            { class: "problem", id: "title-problem" },
            problems(namedProblems(words, taskFields, wrong), false)
          )
        : null
    ],
    { class: "add-line" }
  )
}

/** The line that adds a task is hidden while another form is open. */
export const tasksOf = (shown: ShownProject, refused: RefusedTask | "hidden" | null): Child => {
  const { project, tasks, reader, path, page } = shown
  const { words, listWords, count } = reader
  const done = listWords.tasksDone(count(project.completedTaskCount), count(project.taskCount))
  return section(
    { id: "tasks" },
    h2(
      words.tasks.title,
      " ",
      project.taskCount === 0 ? null : span({ class: "small quiet" }, done)
    ),
    tasks.items.length === 0
      ? p({ class: "quiet" }, words.tasks.none)
      : form(path, page.cookies.csrf, [
          onceField(page),
          ul(
            { class: "tasks" },
            tasks.items.map((task) => taskRow(shown, task))
          )
        ]),
    partLinks(shown, "tasks", tasks.total),
    project.status === "archived" || refused === "hidden" ? null : addForm(shown, refused)
  )
}
