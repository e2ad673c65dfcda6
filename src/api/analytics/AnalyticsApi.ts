/** The endpoints of analytics: revenue, receivables and projects. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import {
  ProjectRow,
  ReceivablesMeta,
  ReceivablesRow,
  RevenueMeta,
  RevenueRow
} from "../../domain/analytics/AnalyticsResource.ts"
import { Interval } from "../../domain/analytics/Periods.ts"
import { queryShape, shape } from "../../domain/Resource.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { group, query } from "../endpoint/Endpoint.ts"
import { listOf } from "../endpoint/Pagination.ts"
import { projectQuery } from "../projects/ProjectsApi.ts"

const reportOf = <const Row extends Schema.Top, const Meta extends Schema.Top>(
  row: Row,
  meta: Meta,
  identifier: string
) => shape({ data: Schema.Array(row), meta }, identifier)

export class AnalyticsApi extends group(
  "analytics",
  "Sums of money and work, by currency and in the workspace's time zone.",
  query(
    HttpApiEndpoint.get("revenue", "/analytics/revenue", {
      query: queryShape({
        from: Schema.optionalKey(CalendarDate).annotateKey({
          description: "First day, inclusive; default: eleven periods before that of `to`"
        }),
        to: Schema.optionalKey(CalendarDate).annotateKey({
          description: "Last day, inclusive; default: today"
        }),
        interval: Schema.optionalKey(Interval).annotateKey({ description: "Default: `month`" })
      }),
      success: reportOf(RevenueRow, RevenueMeta, "Revenue")
    }),
    {
      scope: "analytics:read",
      role: "member",
      cacheable: { shows: ["invoices", "payments"] },
      table: true,
      summary: "Revenue by period",
      description:
        "What was issued (by issue date) and what was collected (by the day of payment), a " +
        "row for each period and currency, oldest first. A period that the range cuts counts " +
        "within the range only. At most 120 periods."
    }
  ),
  query(
    HttpApiEndpoint.get("receivables", "/analytics/receivables", {
      success: reportOf(ReceivablesRow, ReceivablesMeta, "Receivables")
    }),
    {
      scope: "analytics:read",
      role: "member",
      cacheable: { shows: ["invoices"] },
      table: true,
      summary: "Receivables by age",
      description: "What is left to pay of sent and overdue invoices, by the days since it was due."
    }
  ),
  query(
    HttpApiEndpoint.get("projects", "/analytics/projects", {
      query: projectQuery,
      success: listOf(ProjectRow, "ProjectAnalytics")
    }),
    {
      scope: "analytics:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "tasks", "invoices"] },
      table: true,
      summary: "Projects: budget, what is spent of it, tasks",
      description:
        "The projects that the list of projects has, newest first. Amounts are in the " +
        "workspace's currency."
    }
  )
) {}
