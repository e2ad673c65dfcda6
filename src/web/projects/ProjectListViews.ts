/** The elements of the list of projects: tabs with counts, search, and rows. */
import type { ProjectBoard } from "../../app/projects/ProjectBoard.ts"
import {
  a,
  button,
  type Child,
  div,
  form,
  input,
  label,
  nav,
  p,
  span,
  td,
  tr
} from "../../html/Elements.ts"
import type { ProjectTab } from "../../words/projects/ProjectListWords.ts"
import { clientCell, onlyOf } from "../invoices/InvoiceListViews.ts"
import { link, rowsTable } from "../Parts.ts"
import {
  type ProjectListQuery,
  projectsAddress,
  projectsPath,
  projectTabs,
  shownProjects,
  tabOf
} from "./ProjectListQuery.ts"
import { overspent, type Reader, statusBadge } from "./ProjectParts.ts"

interface ListView {
  readonly query: ProjectListQuery
  readonly board: ProjectBoard
  /** The name of the client that the list is of. */
  readonly clientName: string | null
  readonly reader: Reader
}

export const newProjectLink = ({ board: { clientId } }: ProjectListQuery): string =>
  clientId === undefined ? `${projectsPath}/new` : `${projectsPath}/new?client=${clientId}`

export const projectTabLinks = ({ query, board, reader }: ListView): Child => {
  const { listWords: words, count } = reader
  return nav(
    { class: "tabs", "aria-label": words.byStatus },
    projectTabs.map((tab) =>
      a(
        {
          href: projectsAddress(query, { status: tab === "all" ? null : tab }),
          "aria-current": tab === tabOf(query) ? "page" : undefined
        },
        words.tabs[tab],
        " ",
        span({ class: "count" }, count(board.counts[tab]))
      )
    )
  )
}

/** A search keeps the tab and the client. */
export const projectSearchForm = ({ query, reader: { listWords: words } }: ListView): Child => {
  const { status, clientId, q = "" } = query.board
  return form(
    { class: "search", method: "get", action: projectsPath, role: "search" },
    Object.entries({ status, client: clientId }).map(([name, value]) =>
      value === undefined ? null : input({ type: "hidden", name, value })
    ),
    label({ class: "vh", for: "q" }, words.search),
    input({
      ...{ id: "q", name: "q", type: "search", maxLength: 100 },
      placeholder: words.search,
      value: q
    }),
    button({ type: "submit", class: "second" }, words.show)
  )
}

const rowOf = ({ reader }: ListView, item: ProjectBoard["items"][number]): Child => {
  const { listWords: words, formats, currency, count } = reader
  const { client, company, budgetMinor, budgetSpentMinor, endDate } = item
  const over = overspent(item)
  const isOver = over !== null && over > 0
  return tr(
    td(
      { class: "a1 wrap" },
      a({ class: "row-link", href: `${projectsPath}/${item.id}` }, item.name)
    ),
    td({ class: "b1" }, client === null ? words.noClient : clientCell(company, client.name)),
    td({ class: "b2" }, statusBadge(words, item.status)),
    td(
      { class: "quiet hide date" },
      item.taskCount === 0
        ? "–"
        : words.tasksDone(count(item.completedTaskCount), count(item.taskCount))
    ),
    td({ class: "quiet hide date" }, endDate === null ? "–" : formats.date(endDate)),
    td(
      { class: isOver ? "r bad a2" : "r a2" },
      formats.amount(budgetSpentMinor, currency),
      isOver ? div({ class: "small" }, words.overBudget) : null
    ),
    td(
      { class: "r quiet hide" },
      budgetMinor === null ? "–" : formats.amount(budgetMinor, currency)
    )
  )
}

const pagesOf = ({ query, board, reader: { listWords: words, count } }: ListView): Child => {
  const { items, older, newer } = shownProjects(query, board)
  return p(
    { class: "pages small" },
    span({ class: "quiet" }, words.shown(count(items.length), count(board.total))),
    newer === null ? null : link(projectsAddress(query, { before: newer }), words.newer),
    older === null ? null : link(projectsAddress(query, { after: older }), words.older)
  )
}

const begins: ReadonlySet<ProjectTab> = new Set(["all", "planning", "in_progress"])

const emptyTab = ({ query, reader: { listWords: words } }: ListView): Child => {
  const { q, clientId } = query.board
  const tab = tabOf(query)
  const isNarrowed = q !== undefined || (clientId !== undefined && tab !== "all")
  const { text, action } = isNarrowed ? words.noneFound : words.empty[tab]
  const href = !isNarrowed && begins.has(tab) ? newProjectLink(query) : projectsPath
  return p({ class: "empty" }, text, " ", link(href, action))
}

export const projectRows = (view: ListView): Child => {
  const { query, board, clientName, reader } = view
  const { listWords: words, currency } = reader
  const { columns } = words
  const { items } = shownProjects(query, board)
  return [
    onlyOf(words.ofClient, clientName, link(projectsAddress(query, { client: null }), words.ofAll)),
    items.length === 0
      ? emptyTab(view)
      : [
          rowsTable(
            `${words.title}: ${words.tabs[tabOf(query)]}`,
            [
              [columns.name],
              [columns.client],
              [columns.status],
              [columns.tasks],
              [columns.end],
              [columns.spent, "r"],
              [`${columns.budget}, ${currency}`, "r"]
            ],
            items.map((item) => rowOf(view, item))
          ),
          pagesOf(view)
        ]
  ]
}
