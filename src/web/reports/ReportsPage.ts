/**
 * The reports (`/reports?show&from&to&interval&currency`), and each of them as CSV. A page reads
 * one report alone.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Analytics } from "../../app/analytics/Analytics.ts"
import { Reports } from "../../app/analytics/Reports.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { Range } from "../../domain/analytics/Periods.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import { type CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { Child } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { makePages } from "../Pages.ts"
import { clientsCsv, clientsReport } from "./ClientsReport.ts"
import { projectsCsv, projectsReport } from "./ProjectsReport.ts"
import { receivablesCsv, receivablesReport } from "./ReceivablesReport.ts"
import { type ReportReader, reportReader } from "./ReportParts.ts"
import { type ReportQuery, reportQueryOf, reportsPath } from "./ReportQuery.ts"
import { reportPage } from "./ReportViews.ts"
import { revenueCsv, revenueReport } from "./RevenueReport.ts"
import { taxesCsv, taxesReport } from "./TaxesReport.ts"

/** On the page; the rest is one sum, and the CSV has all. */
const shownClients = 50
const allClients = 1_000_000
const projectPage = 50
const csvPage = 100

interface Request {
  readonly workspace: Workspace
  readonly query: ReportQuery
  readonly range: Range
  readonly today: CalendarDate
}

interface Report {
  readonly page: (request: Request, reader: ReportReader) => Effect.Effect<Child>
  readonly csv: (request: Request) => Effect.Effect<string>
}

/** The reads of each report; a range was checked before, so that none is refused. */
const makeReports = Effect.gen(function* () {
  const analytics = yield* Analytics
  const reports = yield* Reports
  const projects = (workspace: Workspace, limit: number, after: ProjectId | null) =>
    Effect.orDie(analytics.projects(workspace, {}, { limit, after }))
  const revenue = ({ workspace, range }: Request) =>
    Effect.map(Effect.orDie(analytics.revenue(workspace, range)), ({ data }) => data)
  const receivables = ({ workspace }: Request) =>
    Effect.map(analytics.receivables(workspace), ({ data }) => data)
  const taxes = ({ workspace, range }: Request) => Effect.orDie(reports.taxes(workspace, range))
  const clients = ({ workspace, range, query }: Request, limit: number) =>
    Effect.orDie(reports.clients(workspace, range, query.currency, limit))

  const allProjects = Effect.fnUntraced(function* ({ workspace }: Request) {
    let text = ""
    let after: ProjectId | null = null
    do {
      const found: Effect.Success<ReturnType<typeof projects>> = yield* projects(
        workspace,
        csvPage,
        after
      )
      const lines = projectsCsv(found.items)
      text += text === "" ? lines : lines.slice(lines.indexOf("\r\n") + 2)
      after = found.next
    } while (after !== null)
    return text
  })

  return {
    revenue: {
      page: (request, reader) =>
        Effect.map(revenue(request), (rows) => revenueReport(reader, rows, request.query.currency)),
      csv: (request) => Effect.map(revenue(request), revenueCsv)
    },
    receivables: {
      page: (request, reader) =>
        Effect.map(receivables(request), (rows) => receivablesReport(reader, rows, request.today)),
      csv: (request) =>
        Effect.map(receivables(request), (rows) => receivablesCsv(rows, request.today))
    },
    projects: {
      page: ({ workspace, query }, reader) =>
        Effect.map(projects(workspace, projectPage, query.after), (found) =>
          projectsReport(reader, query, found)
        ),
      csv: allProjects
    },
    taxes: {
      page: (request, reader) =>
        Effect.map(taxes(request), (found) => taxesReport(reader, found, request.query.currency)),
      csv: (request) => Effect.map(taxes(request), taxesCsv)
    },
    clients: {
      page: (request, reader) =>
        Effect.map(clients(request, shownClients), (found) =>
          clientsReport(reader, found, request.query.currency)
        ),
      csv: (request) =>
        Effect.map(clients(request, allClients), (found) =>
          clientsCsv(found, request.query.currency)
        )
    }
  } satisfies Readonly<Record<ReportQuery["show"], Report>>
})

const requestOf = ({ workspace }: SignedIn, { request }: BrowserRequest) =>
  Effect.map(todayIn(workspace.zone), (today) => {
    const query = reportQueryOf(request, workspace, today)
    return { workspace, query, range: query.range, today }
  })

const csvAnswer = (text: string, show: ReportQuery["show"]) =>
  HttpServerResponse.text(text, {
    contentType: "text/csv; charset=utf-8; header=present",
    headers: {
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${show}.csv"`
    }
  })

export const layerReportsPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const reports = yield* makeReports
    const { currencies } = yield* Reports

    yield* settingsGet(reportsPath, (signedIn, page) =>
      Effect.gen(function* () {
        const reader = reportReader(signedIn, page)
        const { range, ...request } = yield* requestOf(signedIn, page)
        const read = yield* Effect.all(
          {
            content:
              range === null
                ? Effect.succeed(null)
                : reports[request.query.show].page({ ...request, range }, reader),
            currencies: currencies(signedIn.workspace)
          },
          { concurrency: "unbounded" }
        )
        return reportPage(signedIn, page, { ...read, query: request.query, reader })
      })
    )

    yield* settingsGet(`${reportsPath}.csv`, (signedIn, page) =>
      Effect.gen(function* () {
        const { range, ...request } = yield* requestOf(signedIn, page)
        const { show, problem } = request.query
        if (range === null) {
          const { title, ...words } = wordsIn(page.language).report
          const message = words[problem?.reason ?? "badDate"]
          return yield* new PageRefused({ status: 422, title, message, language: page.language })
        }
        return csvAnswer(yield* reports[show].csv({ ...request, range }), show)
      })
    )
  })
)
