/** The head of a project's page: name, status, client, actions, figures and the budget's bar. */

import { numberFormat } from "../../../domain/text/LocaleFormats.ts"
import { a, type Child, div, h1, p, span } from "../../../html/Elements.ts"
import { meterBar } from "../../../html/Meter.ts"
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { clientName } from "../../PageFormats.ts"
import { button, form, link, pageHead } from "../../Parts.ts"
import { projectsPath } from "../ProjectListQuery.ts"
import { overspent, statusBadge } from "../ProjectParts.ts"
import { actionPath } from "./ProjectActions.ts"
import type { ShownProject } from "./ProjectReading.ts"

/** Archiving can be undone, so it needs no question. */
const pressOf = (
  { path, page }: ShownProject,
  name: ProjectAction,
  text: string,
  kind?: "second"
): Child => form(actionPath(path, name), page.cookies.csrf, [onceField(page), button(text, kind)])

const actionsOf = (shown: ShownProject): Child => {
  const { project, reader, path } = shown
  const { words } = reader
  if (project.status === "archived") return pressOf(shown, "restore", words.restore)
  const client = project.client === null ? "" : `client=${project.client.id}&`
  return [
    link(`/invoices/new?${client}project=${project.id}`, words.newInvoice, "button"),
    link(`${path}/edit`, words.edit, "button second"),
    pressOf(shown, "archive", words.archive, "second")
  ]
}

export const projectHead = (shown: ShownProject): Child => {
  const { project, company, reader } = shown
  const { words, listWords } = reader
  const { client, status, name } = project
  return pageHead(
    div(
      p({ class: "crumb" }, link(projectsPath, listWords.title)),
      div({ class: "title" }, h1(name), statusBadge(listWords, status)),
      p(
        { class: "quiet" },
        client === null
          ? listWords.noClient
          : a({ href: `/clients/${client.id}` }, clientName({ company, name: client.name }))
      ),
      status === "archived" ? p({ class: "small quiet" }, words.archived) : null
    ),
    actionsOf(shown)
  )
}

const figure = (label: string, value: Child, kind = ""): Child =>
  div(span({ class: "lab" }, label), span({ class: `big ${kind}` }, value))

export const projectFigures = ({ project, reader }: ShownProject): Child => {
  const { words, listWords, formats, currency, count } = reader
  const { budgetMinor, budgetSpentMinor, taskCount, completedTaskCount } = project
  const over = overspent(project)
  const amount = (minor: number) => formats.amount(minor, currency)
  const { figures } = words
  return div(
    { class: "sum" },
    figure(
      figures.budget,
      budgetMinor === null ? words.noBudget : formats.money(budgetMinor, currency)
    ),
    figure(figures.spent, amount(budgetSpentMinor)),
    over === null
      ? null
      : over > 0
        ? figure(figures.over, amount(over), "bad")
        : figure(figures.left, amount(-over)),
    figure(figures.tasks, listWords.tasksDone(count(completedTaskCount), count(taskCount)))
  )
}

/** How much of the budget is billed, as a bar and in words; what is beyond it is red. */
export const budgetOf = ({ project, reader }: ShownProject): Child => {
  const { words, formats, currency, locale } = reader
  const { budgetMinor, budgetSpentMinor } = project
  const over = overspent(project)
  if (budgetMinor === null || over === null) return null
  const money = (minor: number) => formats.money(minor, currency)
  const fraction = budgetMinor === 0 ? (over > 0 ? 2 : 0) : budgetSpentMinor / budgetMinor
  const percent = numberFormat(locale, { style: "percent" }).format(fraction)
  const sentence =
    over > 0
      ? words.exceeded(money(budgetSpentMinor), money(budgetMinor), money(over))
      : words.within(money(budgetSpentMinor), money(budgetMinor), percent)
  return div(
    { class: "budget" },
    meterBar(fraction, sentence),
    p({ class: over > 0 ? "small bad" : "small quiet" }, sentence)
  )
}
