/** Workspaces in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { WorkspaceRepository } from "../../app/ports/WorkspaceRepository.ts"
import { CurrencyCode } from "../../domain/Currency.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { type Logo, type Plan, Workspace } from "../../domain/Workspace.ts"

export interface WorkspaceRow {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly currency: string
  readonly timeZone: string
  readonly invoicePrefix: string
  readonly locale: string
  readonly paymentTermsDays: number
  readonly reminderDays: ReadonlyArray<number>
  readonly legalName: string | null
  readonly address: string | null
  readonly vatId: string | null
  readonly email: string | null
  readonly colour: string | null
}

export const workspaceOf = (row: WorkspaceRow): Workspace =>
  new Workspace({
    id: WorkspaceId.fromUuid(row.id),
    name: row.name,
    plan: row.plan,
    currency: CurrencyCode.make(row.currency),
    timeZone: row.timeZone,
    invoicePrefix: row.invoicePrefix,
    locale: row.locale,
    paymentTermsDays: row.paymentTermsDays,
    reminderDays: row.reminderDays,
    branding: {
      legalName: row.legalName,
      address: row.address,
      vatId: row.vatId,
      email: row.email,
      colour: row.colour
    }
  })

export const WorkspaceRepositorySql = Layer.effect(
  WorkspaceRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return WorkspaceRepository.of({
      insert: Effect.fn("WorkspaceRepository.insert")(function* (workspace) {
        const { id, branding, ...fields } = workspace
        const uuid = WorkspaceId.toUuid(id)
        yield* sql`INSERT INTO workspaces ${sql.insert({ id: uuid, ...fields, ...branding })}`
        yield* sql`INSERT INTO counters (workspace_id, name)
          VALUES (${uuid}, 'invoice_number'), (${uuid}, 'event')`
      }, Effect.orDie),

      find: Effect.fn("WorkspaceRepository.find")(function* (id) {
        const rows = yield* sql<WorkspaceRow>`
          SELECT * FROM workspaces WHERE id = ${WorkspaceId.toUuid(id)}`
        return rows[0] === undefined ? null : workspaceOf(rows[0])
      }, Effect.orDie),

      withReminders: sql<WorkspaceRow>`
        SELECT * FROM workspaces WHERE cardinality(reminder_days) > 0`.pipe(
        Effect.map((rows) => rows.map(workspaceOf)),
        Effect.orDie
      ),

      save: Effect.fn("WorkspaceRepository.save")(function* (workspace) {
        const { id, branding, ...fields } = workspace
        yield* sql`UPDATE workspaces SET ${sql.update({ ...fields, ...branding })}
          WHERE id = ${WorkspaceId.toUuid(id)}`
      }, Effect.orDie),

      hasLogo: Effect.fn("WorkspaceRepository.hasLogo")(function* (id) {
        const rows = yield* sql`SELECT 1 FROM logos WHERE workspace_id = ${WorkspaceId.toUuid(id)}`
        return rows.length === 1
      }, Effect.orDie),

      logo: Effect.fn("WorkspaceRepository.logo")(function* (id) {
        const rows = yield* sql<Logo>`
          SELECT type, bytes FROM logos WHERE workspace_id = ${WorkspaceId.toUuid(id)}`
        const row = rows[0]
        return row === undefined ? null : { type: row.type, bytes: Uint8Array.from(row.bytes) }
      }, Effect.orDie),

      saveLogo: Effect.fn("WorkspaceRepository.saveLogo")(function* (id, logo) {
        const workspaceId = WorkspaceId.toUuid(id)
        yield* sql`DELETE FROM logos WHERE workspace_id = ${workspaceId}`
        if (logo !== null) yield* sql`INSERT INTO logos ${sql.insert({ workspaceId, ...logo })}`
      }, Effect.orDie),

      isEmpty: sql`SELECT 1 FROM workspaces LIMIT 1`.pipe(
        Effect.map((rows) => rows.length === 0),
        Effect.orDie
      )
    })
  })
)
