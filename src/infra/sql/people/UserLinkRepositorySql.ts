/** Links of users, in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type UserLink, UserLinkRepository } from "../../../app/ports/people/UserLinkRepository.ts"
import { UserId, UserLinkId, WorkspaceId } from "../../../domain/Ids.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { dateOf, insertRow, instant, keysOf } from "../Rows.ts"

const keyOf = keysOf(UserLinkId)

interface UserLinkRow {
  readonly workspaceId: string
  readonly id: string
  readonly userId: string
  readonly purpose: UserLink["purpose"]
  readonly email: string | null
  readonly hash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const linkOf = (row: UserLinkRow): UserLink => ({
  id: UserLinkId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  userId: UserId.fromUuid(row.userId),
  purpose: row.purpose,
  email: row.email,
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
        yield* insertRow("user_links", keyOf(link.workspaceId, link.id), {
          userId: UserId.toUuid(link.userId),
          purpose: link.purpose,
          email: link.email,
          hash: link.hash,
          createdAt: dateOf(link.createdAt),
          expiresAt: dateOf(link.expiresAt)
        })
      }),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserLinkId.toUuid(id)}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      findByHash: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<UserLinkRow>`SELECT * FROM user_links WHERE hash = ${hash}`
        return rows[0] === undefined ? null : linkOf(rows[0])
      }, Effect.orDie),

      removeOfUser: Effect.fnUntraced(function* (workspaceId, userId, purpose) {
        const chosen = purpose === undefined ? sql`` : sql`AND purpose = ${purpose}`
        yield* write({
          table: "user_links",
          statement: sql`DELETE FROM user_links
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
              AND user_id = ${UserId.toUuid(userId)} ${chosen} RETURNING 1`
        })
      }),

      consume: Effect.fnUntraced(function* (workspaceId, id) {
        const key = keyOf(workspaceId, id)
        const found = yield* readForUpdate<UserLinkRow>({ table: "user_links", key })
        if (found === undefined) return false
        yield* write({
          table: "user_links",
          statement: sql`DELETE FROM user_links
            WHERE workspace_id = ${key.workspaceId} AND user_id = ${found.userId} RETURNING 1`
        })
        return true
      })
    })
  })
)
