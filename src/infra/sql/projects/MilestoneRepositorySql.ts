/** Milestones in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { MilestoneRepository } from "../../../app/ports/projects/MilestoneRepository.ts"
import { ClientId, MilestoneId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { MilestoneNotFound } from "../../../domain/projects/Milestone.ts"
import { MilestoneResource, MilestoneStored } from "../../../domain/projects/MilestoneResource.ts"
import { columns, type Row } from "../Columns.ts"
import { both, eventually } from "../InUnit.ts"
import { idPage, type PageRow, rowsBeside, withMeta } from "../Newest.ts"
import { integer, toPage } from "../Rows.ts"

const stored = columns(MilestoneStored)
const shown = columns(MilestoneResource)

/** Of a row that carries the invoice it was billed by, and as `billed` the one that still bills it. */
const viewIn = (row: Row) => shown.decode({ ...row, invoiceId: row["billedId"] })

export const MilestoneRepositorySql = Layer.effect(
  MilestoneRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const one = (workspaceId: WorkspaceId, id: MilestoneId) =>
      sql`m.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND m.id = ${MilestoneId.toUuid(id)}`

    const views = sql`SELECT m.*, i.id AS billed_id, i.number AS invoice_number FROM milestones m
      LEFT JOIN LATERAL (SELECT id, number FROM invoices
        WHERE workspace_id = m.workspace_id AND id = m.invoice_id AND status <> 'void' LIMIT 1
      ) i ON true`

    const viewOf = (workspaceId: WorkspaceId, id: MilestoneId) =>
      sql<Row>`${views} WHERE ${one(workspaceId, id)}`

    return MilestoneRepository.of({
      insert: Effect.fnUntraced(function* (...milestones) {
        yield* eventually(sql, sql`INSERT INTO milestones ${stored.insert(sql, ...milestones)}`)
      }, Effect.orDie),

      // The view is a statement of its own, after the lock: what it joins is as it was when the lock was given.
      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const [[row], [shownRow]] = yield* Effect.orDie(
          both(
            sql,
            sql<Row>`SELECT m.*, p.status = 'archived' AS is_archived, p.client_id FROM milestones m
              JOIN projects p ON p.workspace_id = m.workspace_id AND p.id = m.project_id
              WHERE ${one(workspaceId, id)} FOR UPDATE OF m FOR SHARE OF p`,
            viewOf(workspaceId, id)
          )
        )
        if (row === undefined || shownRow === undefined) return yield* new MilestoneNotFound({ id })
        return {
          milestone: stored.decode(row),
          view: viewIn(shownRow),
          isArchived: row["isArchived"] === true,
          clientId: row["clientId"] === null ? null : ClientId.fromUuid(String(row["clientId"]))
        }
      }),

      save: Effect.fnUntraced(function* (milestone) {
        const row = stored.encode(milestone)
        yield* eventually(
          sql,
          sql`WITH saved AS (
            UPDATE milestones m SET ${sql.update(row, ["workspaceId", "id"])}
            WHERE ${one(milestone.workspaceId, milestone.id)} RETURNING 1
          ) SELECT 1 / count(*) AS the_milestone_is_there FROM saved`
        )
      }, Effect.orDie),

      remove: Effect.fnUntraced(function* (workspaceId, id) {
        yield* eventually(sql, sql`DELETE FROM milestones m WHERE ${one(workspaceId, id)}`)
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(viewOf(workspaceId, id))
        return rows[0] === undefined ? yield* new MilestoneNotFound({ id }) : viewIn(rows[0])
      }),

      listOfProject: Effect.fnUntraced(function* (workspaceId, projectId, request) {
        const { after, count } = idPage(request, MilestoneId.toUuid)
        const ofProject = sql`m.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND m.project_id = ${ProjectId.toUuid(projectId)}`
        const page = sql`${views} WHERE ${ofProject} AND m.id < ${after}::uuid
          ORDER BY m.id DESC LIMIT ${count}`
        const total = sql`SELECT count(*) FROM milestones m WHERE ${ofProject}`
        const rows = yield* sql<PageRow>`${withMeta(sql, total, page)}`
        return toPage(rowsBeside(rows).map(viewIn), integer(rows[0]?.meta ?? 0n), request)
      }, Effect.orDie)
    })
  })
)
