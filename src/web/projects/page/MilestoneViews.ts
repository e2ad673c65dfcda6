/**
 * The milestones of a project, by due day: one form whose buttons complete and bill them. A
 * completed one with an amount is billed by a draft, at most one that is not void.
 */
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import { a, button, type Child, div, h2, li, p, section, span, ul } from "../../../html/Elements.ts"
import { sign } from "../../../html/Icons.ts"
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { form, link } from "../../Parts.ts"
import { actionPath } from "./ProjectActions.ts"
import type { ShownProject } from "./ProjectReading.ts"
import { partLinks } from "./TaskViews.ts"

const statusOf = ({ reader: { words } }: ShownProject, { status }: MilestoneView): Child =>
  status === "completed"
    ? span({ class: "badge paid" }, sign("tick"), words.milestones.completed)
    : span({ class: "badge" }, words.milestones.pending)

const actionsOf = (shown: ShownProject, milestone: MilestoneView): Child => {
  const { reader, path, project } = shown
  const { words } = reader
  const { id, status, invoice, amountMinor, name } = milestone
  const press = (action: ProjectAction, text: string, kind: string) =>
    button(
      {
        ...{ type: "submit", class: kind },
        formAction: actionPath(path, action, id),
        "aria-label": `${text}, ${name}`
      },
      text
    )
  const isOpen = project.status !== "archived"
  if (invoice !== null) {
    return link(`/invoices/${invoice.id}`, words.milestones.billedBy(invoice.number), "small")
  }
  const isBillable = status === "completed" && amountMinor !== null && project.client !== null
  return [
    isBillable ? press("bill", words.milestones.bill, "tiny") : null,
    isOpen && status === "pending"
      ? press("complete", words.milestones.complete, "second tiny")
      : null,
    isOpen && status === "completed" && !isBillable
      ? press("reopen", words.milestones.reopen, "second tiny")
      : null
  ]
}

const rowOf = (shown: ShownProject, milestone: MilestoneView): Child => {
  const { reader, path, project } = shown
  const { words, formats, currency, today } = reader
  const { id, name, dueDate, amountMinor, status } = milestone
  const isLate = dueDate !== null && dueDate < today && status === "pending"
  const date = dueDate === null ? null : formats.date(dueDate)
  return li(
    div(
      { class: "grow" },
      project.status === "archived"
        ? span({ class: "strong" }, name)
        : a(
            {
              ...{ class: "row-link", href: actionPath(path, "edit-milestone", id) },
              "aria-label": words.milestones.edit(name)
            },
            name
          ),
      p(
        { class: "small quiet" },
        statusOf(shown, milestone),
        date === null
          ? null
          : isLate
            ? span({ class: "bad" }, words.tasks.overdue(date))
            : words.tasks.due(date)
      )
    ),
    span(
      { class: "num strong" },
      amountMinor === null ? "–" : formats.money(amountMinor, currency)
    ),
    div({ class: "do" }, actionsOf(shown, milestone))
  )
}

export const milestonesOf = (shown: ShownProject): Child => {
  const { project, milestones, reader, path, page } = shown
  const { words } = reader
  return section(
    { id: "milestones" },
    h2(words.milestones.title),
    milestones.items.length === 0
      ? p({ class: "quiet" }, words.milestones.none)
      : form(path, page.cookies.csrf, [
          onceField(page),
          ul(
            { class: "tasks goals" },
            milestones.items.map((milestone) => rowOf(shown, milestone))
          )
        ]),
    partLinks(shown, "milestones", milestones.total),
    project.status === "archived"
      ? null
      : p(
          { class: "add-line" },
          link(actionPath(path, "milestone"), words.milestones.add, "button second tiny")
        )
  )
}
