/** Projects by budget: what is spent of it, and by how much a project is over. */
import type { ProjectRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { a, type Child, p, span } from "../../html/Elements.ts"
import { meterBar } from "../../html/Meter.ts"
import { link } from "../Parts.ts"
import { csvAmount, csvText, type ReportReader, reportTable } from "./ReportParts.ts"
import { type ReportQuery, reportAddress } from "./ReportQuery.ts"

const usedOf = (
  { words, formats, percent }: ReportReader,
  { budgetMinor, budgetSpentMinor, currency }: ProjectRow
): Child => {
  if (budgetMinor === null) return span({ class: "quiet" }, words.noBudget)
  const share = budgetMinor === 0 ? (budgetSpentMinor > 0 ? 2 : 0) : budgetSpentMinor / budgetMinor
  const over = budgetSpentMinor - budgetMinor
  return [
    meterBar(
      share,
      words.ofBudget(percent(budgetMinor === 0 ? Math.min(share, 1) : share)),
      "share"
    ),
    " ",
    over > 0 ? span({ class: "bad" }, words.over(formats.amount(over, currency))) : percent(share)
  ]
}

export const projectsReport = (
  reader: ReportReader,
  query: ReportQuery,
  { items, total, next }: Page<ProjectRow, ProjectId>
): Child => {
  const { words, formats, count } = reader
  if (items.length === 0) return p({ class: "empty" }, words.noProjects)
  const [first] = items
  return [
    reportTable(
      words.shows.projects,
      [
        { name: words.project },
        { name: words.status },
        {
          name: first === undefined ? words.budget : `${words.budget}, ${first.currency}`,
          isFigure: true
        },
        { name: words.spent, isFigure: true },
        { name: words.used },
        { name: words.tasks, isFigure: true }
      ],
      items.map((row) => ({
        cells: [
          a({ class: "row-link", href: `/projects/${row.project.id}` }, row.project.name),
          words.statuses[row.status],
          row.budgetMinor === null ? "–" : formats.amount(row.budgetMinor, row.currency),
          formats.amount(row.budgetSpentMinor, row.currency),
          usedOf(reader, row),
          words.shown(count(row.completedTaskCount), count(row.taskCount))
        ]
      }))
    ),
    p(
      { class: "pages small" },
      span({ class: "quiet" }, words.shown(count(items.length), count(total))),
      query.after === null ? null : link(reportAddress(query), words.newer),
      next === null ? null : link(reportAddress(query, { after: next }), words.older)
    )
  ]
}

const projectsCsvColumns = [
  ...["project", "status", "currency", "budget", "spent", "tasks", "completed_tasks", "id"]
]

const projectCsvRow = ({ project, status, currency, ...row }: ProjectRow) => ({
  ...{ project: project.name, status, currency },
  budget: row.budgetMinor === null ? null : csvAmount(row.budgetMinor, currency),
  spent: csvAmount(row.budgetSpentMinor, currency),
  tasks: row.taskCount,
  completed_tasks: row.completedTaskCount,
  id: project.id
})

export const projectsCsv = (items: ReadonlyArray<ProjectRow>): string =>
  csvText(projectsCsvColumns, items.map(projectCsvRow))
