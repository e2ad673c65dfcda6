/** The list of projects (`/projects`), and the same query as a table for programs. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Clients } from "../../app/clients/Clients.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import type { ProjectBoard } from "../../app/projects/ProjectBoard.ts"
import { Projects } from "../../app/projects/Projects.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { formatMinor } from "../../domain/money/MinorUnits.ts"
import { type Child, h1, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { broadQuery, csvAnswer, csvPageSize, pageAfter } from "../CsvPages.ts"
import { framedPage } from "../Frame.ts"
import { seeOther } from "../Layout.ts"
import { clientName } from "../PageFormats.ts"
import { makePages } from "../Pages.ts"
import { link, note, pageHead } from "../Parts.ts"
import { projectPageOf, projectQueryOf, projectsAddress, projectsPath } from "./ProjectListQuery.ts"
import {
  newProjectLink,
  projectRows,
  projectSearchForm,
  projectTabLinks
} from "./ProjectListViews.ts"
import { projectReader } from "./ProjectParts.ts"

const csvPath = `${projectsPath}.csv`

const csvColumns = [
  ...["name", "status", "client", "company", "team_lead", "start_date", "end_date"],
  ...["currency", "budget", "budget_spent", "tasks", "tasks_done", "id"]
]

/** Amounts with their decimals, as spreadsheets read them. */
const csvRow = (currency: CurrencyCode) => (item: ProjectBoard["items"][number]) => ({
  name: item.name,
  status: item.status,
  client: item.client?.name ?? null,
  company: item.company,
  team_lead: item.teamLead?.name ?? null,
  start_date: item.startDate,
  end_date: item.endDate,
  currency,
  budget: item.budgetMinor === null ? null : formatMinor(item.budgetMinor, currency),
  budget_spent: formatMinor(item.budgetSpentMinor, currency),
  tasks: item.taskCount,
  tasks_done: item.completedTaskCount,
  id: item.id
})

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  children: ReadonlyArray<Child>,
  status = 200
) => {
  const words = wordsIn(page.language).projectList
  const query = projectQueryOf(page.request)
  return framedPage(signedIn, page, {
    title: words.title,
    place: "projects",
    sheet: "project",
    isOpen: true,
    status,
    children: [
      pageHead(h1(words.title), [
        link(projectsAddress(query, {}, csvPath), words.csv, "button second"),
        link(newProjectLink(query), words.newProject, "button")
      ]),
      children
    ]
  })
}

export const layerProjectListPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const projects = yield* Projects
    const clients = yield* Clients

    yield* settingsGet(projectsPath, (signedIn, page) => {
      const { workspace } = signedIn
      const query = projectQueryOf(page.request)
      const { clientId } = query.board
      const ofClient =
        clientId === undefined
          ? Effect.succeed(null)
          : clients.get(workspace, clientId).pipe(
              Effect.map(clientName),
              Effect.orElseSucceed(() => null)
            )
      return Effect.all(
        {
          reader: projectReader(signedIn, page),
          board: projects.board(workspace, query.board, projectPageOf(query)),
          clientName: ofClient
        },
        { concurrency: "unbounded" }
      ).pipe(
        Effect.map((read) => {
          const view = { query, ...read }
          return listPage(signedIn, page, [
            projectTabLinks(view),
            projectSearchForm(view),
            projectRows(view)
          ])
        }),
        Effect.catchTag("ListTooBroad", () => {
          const words = wordsIn(page.language).projectList
          const { message } = broadQuery(page, words)
          const children = [note("bad", p(message)), p(link(projectsPath, words.ofAll))]
          return Effect.succeed(listPage(signedIn, page, children, 422))
        })
      )
    })

    // The address that archived projects had among the settings.
    yield* settingsGet("/settings/archived-projects", () =>
      Effect.succeed(seeOther(`${projectsPath}?status=archived`))
    )

    yield* settingsGet(csvPath, ({ workspace }, page) => {
      const { board } = projectQueryOf(page.request)
      const first: PageRequest<ProjectId> = { limit: csvPageSize, after: null }
      return csvAnswer(first, {
        name: "projects",
        columns: csvColumns,
        read: (request) => projects.board(workspace, board, request),
        rowsOf: ({ items }) => items.map(csvRow(workspace.currency)),
        following: pageAfter(first)
      }).pipe(
        Effect.catchTag("ListTooBroad", () =>
          Effect.fail(broadQuery(page, wordsIn(page.language).projectList))
        )
      )
    })
  })
)
