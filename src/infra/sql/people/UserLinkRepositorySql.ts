/** Links to choose a password, in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type UserLink, UserLinkRepository } from "../../../app/ports/people/UserLinkRepository.ts"
import { UserId, UserLinkId, WorkspaceId } from "../../../domain/Ids.ts"
import { dateOf, instant } from "../Rows.ts"

interface UserLinkRow {
  readonly workspaceId: string
  readonly id: string
  readonly userId: string
  readonly purpose: UserLink["purpose"]
  readonly hash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const linkOf = (row: UserLinkRow): UserLink => ({
  id: UserLinkId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  userId: UserId.fromUuid(row.userId),
  purpose: row.purpose,
  hash: row.hash,
  createdAt: instant(row.createdAt),
  expiresAt: instant(row.expiresAt)
})

export const UserLinkRepositorySql = Layer.effect(
  UserLinkRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return UserLinkRepository.of({
      insert: Effect.fnUntraced(function* (link) {
        yield* sql`INSERT INTO user_links ${sql.insert({
          workspaceId: WorkspaceId.toUuid(link.workspaceId),
          id: UserLinkId.toUuid(link.id),
          userId: UserId.toUuid(link.userId),
          purpose: link.purpose,
          hash: link.hash,
          createdAt: dateOf(link.createdAt),
          expiresAt: dateOf(link.expiresAt)
        })}`
      }, Effect.orDie),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserLinkId.toUuid(id)}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      findByHash: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links WHERE hash = ${hash}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      consume: Effect.fnUntraced(function* (workspaceId, id) {
        const linkId = UserLinkId.toUuid(id)
        const gone = yield* sql<{ readonly id: string }>`DELETE FROM user_links
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND user_id = (
            SELECT l.user_id FROM user_links l
            WHERE l.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND l.id = ${linkId})
          RETURNING id`
        return gone.some((row) => row.id === linkId)
      }, Effect.orDie)
    })
  })
)
