/**
 * The milestones of a project, by due day: one form whose buttons complete and bill them. A
 * completed one with an amount is billed by a draft, at most one that is not void.
 */
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import {
  a,
  button,
  type Child,
  caption,
  h2,
  p,
  section,
  span,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../../html/Elements.ts"
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
  return tr(
    td(
      { class: "a1 wrap" },
      project.status === "archived"
        ? span({ class: "strong" }, name)
        : a(
            {
              ...{ class: "row-link", href: actionPath(path, "edit-milestone", id) },
              "aria-label": words.milestones.edit(name)
            },
            name
          )
    ),
    td({ class: "b1" }, statusOf(shown, milestone)),
    td(
      { class: isLate ? "bad b2 date" : "quiet b2 date" },
      dueDate === null
        ? null
        : isLate
          ? words.tasks.overdue(formats.date(dueDate))
          : formats.date(dueDate)
    ),
    td({ class: "r a2" }, amountMinor === null ? "–" : formats.amount(amountMinor, currency)),
    td({ class: "actions" }, actionsOf(shown, milestone))
  )
}

export const milestonesOf = (shown: ShownProject): Child => {
  const { project, milestones, reader, path, page } = shown
  const { words, listWords } = reader
  const head = (text: string, kind?: string) => th({ scope: "col", class: kind }, text)
  return section(
    { id: "milestones" },
    h2(words.milestones.title),
    milestones.items.length === 0
      ? p({ class: "quiet" }, words.milestones.none)
      : form(path, page.cookies.csrf, [
          onceField(page),
          table(
            { class: "rows" },
            caption(words.milestones.title),
            thead(
              tr(
                head(words.labels.milestone),
                head(listWords.columns.status),
                head(words.labels.due),
                head(words.amountIn(reader.currency), "r"),
                td()
              )
            ),
            tbody(milestones.items.map((milestone) => rowOf(shown, milestone)))
          )
        ]),
    partLinks(shown, "milestones", milestones.total),
    project.status === "archived"
      ? null
      : p(link(actionPath(path, "milestone"), words.milestones.add, "button second tiny"))
  )
}
