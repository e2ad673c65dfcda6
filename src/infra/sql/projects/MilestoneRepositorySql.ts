/** Milestones in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { MilestoneRepository } from "../../../app/ports/projects/MilestoneRepository.ts"
import { ClientId, MilestoneId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { MilestoneNotFound } from "../../../domain/projects/Milestone.ts"
import { MilestoneResource, MilestoneStored } from "../../../domain/projects/MilestoneResource.ts"
import { type Beside, readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  beyond,
  byId,
  direction,
  idPage,
  type PageRow,
  rowsBeside,
  withMeta
} from "../lists/Newest.ts"
import { deleteRow, insertRow, insertRows, integer, keysOf, saveRow, toPage } from "../Rows.ts"

const stored = columns(MilestoneStored)
const shown = columns(MilestoneResource)
const keyOf = keysOf(MilestoneId)

/** Replaces the last invoice of the row by `billedId`, which is null after a void. */
const viewIn = (row: Row) => shown.decode({ ...row, invoiceId: row["billedId"] })

/** A change of an archived project is refused, so its row is read too. */
const project: Beside = {
  table: "projects",
  key: { workspaceId: "workspaceId", id: "projectId" },
  seen: "projectSeen"
}

type Port = MilestoneRepository["Service"]

const writes = {
  insert: (milestone, ...more) =>
    more.length === 0
      ? insertRow(
          "milestones",
          keyOf(milestone.workspaceId, milestone.id),
          stored.encode(milestone)
        )
      : insertRows("milestones", [stored.encode(milestone), ...more.map(stored.encode)]),

  save: (milestone) =>
    saveRow("milestones", keyOf(milestone.workspaceId, milestone.id), stored.encode(milestone)),

  remove: (workspaceId, id) => deleteRow("milestones", keyOf(workspaceId, id))
} satisfies Partial<Port>

const reads = (sql: SqlClient.SqlClient) => {
  const one = (workspaceId: WorkspaceId, id: MilestoneId) =>
    sql`m.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND m.id = ${MilestoneId.toUuid(id)}`

  const selectViews = (more = sql``) => sql`
    SELECT m.*, i.id AS billed_id, i.number AS invoice_number ${more} FROM milestones m
    LEFT JOIN LATERAL (SELECT id, number FROM invoices
      WHERE workspace_id = m.workspace_id AND id = m.invoice_id AND status <> 'void' LIMIT 1
    ) i ON true`

  const views = selectViews()

  const viewOf = (workspaceId: WorkspaceId, id: MilestoneId) =>
    sql<Row>`${views} WHERE ${one(workspaceId, id)}`

  return {
    getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
      const row = yield* readForUpdate({
        table: "milestones",
        key: keyOf(workspaceId, id),
        view: sql`${selectViews(
          sql`, m.xmin::text AS seen, p.xmin::text AS project_seen, p.client_id,
            p.status = 'archived' AS is_archived`
        )} JOIN projects p ON p.workspace_id = m.workspace_id AND p.id = m.project_id
          WHERE ${one(workspaceId, id)}`,
        beside: [project]
      })
      if (row === undefined) return yield* new MilestoneNotFound({ id })
      return {
        milestone: stored.decode(row),
        view: viewIn(row),
        isArchived: row["isArchived"] === true,
        clientId: row["clientId"] === null ? null : ClientId.fromUuid(String(row["clientId"]))
      }
    }),

    view: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* Effect.orDie(viewOf(workspaceId, id))
      return rows[0] === undefined ? yield* new MilestoneNotFound({ id }) : viewIn(rows[0])
    }),

    inOrder: Effect.fnUntraced(function* (workspaceId, projectId, { limit, offset }) {
      const ofProject = sql`m.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND m.project_id = ${ProjectId.toUuid(projectId)}`
      const page = sql`${views} WHERE ${ofProject}
        ORDER BY m.due_date, m.id LIMIT ${limit} OFFSET ${offset}`
      const total = sql`SELECT count(*) FROM milestones m WHERE ${ofProject}`
      const rows = yield* sql<PageRow>`${withMeta(sql, total, page, sql`p.due_date, p.id`)}`
      return { items: rowsBeside(rows).map(viewIn), total: integer(rows[0]?.meta ?? 0n) }
    }, Effect.orDie),

    listOfProject: Effect.fnUntraced(function* (workspaceId, projectId, request) {
      const place = idPage(request, MilestoneId.toUuid)
      const ofProject = sql`m.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND m.project_id = ${ProjectId.toUuid(projectId)}`
      const page = sql`${views} WHERE ${ofProject} AND ${beyond(sql, place, "m.id")}
        ORDER BY m.id ${direction(sql, place)} LIMIT ${place.count}`
      const total = sql`SELECT count(*) FROM milestones m WHERE ${ofProject}`
      const rows = yield* sql<PageRow>`${withMeta(sql, total, page, byId(sql, place))}`
      return toPage(rowsBeside(rows).map(viewIn), integer(rows[0]?.meta ?? 0n), request)
    }, Effect.orDie)
  } satisfies Partial<Port>
}

export const MilestoneRepositorySql = Layer.effect(
  MilestoneRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return MilestoneRepository.of({ ...writes, ...reads(sql) })
  })
)
