/** Links to choose a password, in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type UserLink, UserLinkRepository } from "../../app/ports/UserLinkRepository.ts"
import { UserId, UserLinkId, WorkspaceId } from "../../domain/Ids.ts"
import { dateOf, instant } from "./Rows.ts"

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
      replace: Effect.fn("UserLinkRepository.replace")(function* (link) {
        const row = {
          workspaceId: WorkspaceId.toUuid(link.workspaceId),
          id: UserLinkId.toUuid(link.id),
          userId: UserId.toUuid(link.userId),
          purpose: link.purpose,
          hash: link.hash,
          createdAt: dateOf(link.createdAt),
          expiresAt: dateOf(link.expiresAt)
        }
        yield* sql`INSERT INTO user_links ${sql.insert(row)}
          ON CONFLICT (workspace_id, user_id) DO UPDATE
          SET ${sql.update(row, ["workspaceId", "userId"])}`
      }, Effect.orDie),

      find: Effect.fn("UserLinkRepository.find")(function* (workspaceId, id) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserLinkId.toUuid(id)}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      findByHash: Effect.fn("UserLinkRepository.findByHash")(function* (hash) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links WHERE hash = ${hash}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      consume: Effect.fn("UserLinkRepository.consume")(function* (workspaceId, id) {
        const gone = yield* sql`DELETE FROM user_links
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserLinkId.toUuid(id)}
          RETURNING 1`
        return gone.length === 1
      }, Effect.orDie)
    })
  })
)
