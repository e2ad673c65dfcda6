/** Users in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { UserRepository } from "../../../app/ports/people/UserRepository.ts"
import type { Role } from "../../../domain/access/Scope.ts"
import { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { User, UserEmailTaken } from "../../../domain/people/User.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { dateOf, insertRow, instantOrNull, keysOf, updateRow } from "../Rows.ts"

const keyOf = keysOf(UserId)

interface UserRow {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly language: Language | null
  readonly keys: boolean
}

interface PasswordRow extends UserRow {
  readonly passwordHash: string | null
  readonly signedInAt: Date | null
}

const userOf = (row: UserRow): User =>
  new User({
    id: UserId.fromUuid(row.id),
    workspaceId: WorkspaceId.fromUuid(row.workspaceId),
    name: row.name,
    email: row.email,
    role: row.role,
    language: row.language,
    keys: row.keys
  })

const withPassword = (row: PasswordRow) => ({
  user: userOf(row),
  passwordHash: row.passwordHash,
  signedInAt: instantOrNull(row.signedInAt)
})

type Port = UserRepository["Service"]

const reads = (sql: SqlClient.SqlClient) =>
  ({
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* sql<UserRow>`
        SELECT * FROM users WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND id = ${UserId.toUuid(id)} AND removed_at IS NULL`
      return rows[0] === undefined ? null : userOf(rows[0])
    }, Effect.orDie),

    list: Effect.fnUntraced(function* (workspaceId) {
      const rows = yield* sql<PasswordRow>`
        SELECT * FROM users WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND removed_at IS NULL ORDER BY id`
      return rows.map(withPassword)
    }, Effect.orDie),

    findByEmail: Effect.fnUntraced(function* (email) {
      const rows = yield* sql<PasswordRow>`
        SELECT u.* FROM users u JOIN workspaces w ON w.id = u.workspace_id
        WHERE lower(u.email) = lower(${email}) AND u.removed_at IS NULL AND w.deleted_at IS NULL
        ORDER BY u.workspace_id LIMIT 20`
      return rows.map(withPassword)
    }, Effect.orDie)
  }) satisfies Partial<Port>

const update = (workspaceId: WorkspaceId, id: UserId, change: Record<string, unknown>) =>
  updateRow("users", keyOf(workspaceId, id), change)

const profiles = (sql: SqlClient.SqlClient) => {
  const requireFree = Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    id: UserId,
    email: string
  ) {
    const [other] = yield* Effect.orDie(sql`SELECT 1 FROM users
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND lower(email) = lower(${email}) AND removed_at IS NULL
        AND id <> ${UserId.toUuid(id)}`)
    if (other !== undefined) return yield* new UserEmailTaken({ email })
  })

  return {
    insert: Effect.fnUntraced(function* (user, passwordHash) {
      const { workspaceId, id, name, email, role } = user
      yield* requireFree(workspaceId, id, email)
      yield* insertRow("users", keyOf(workspaceId, id), { name, email, role, passwordHash })
    }),

    saveProfile: (workspaceId, id, changes) => update(workspaceId, id, changes),

    saveEmail: Effect.fnUntraced(function* (workspaceId, id, email, at) {
      yield* requireFree(workspaceId, id, email)
      yield* update(workspaceId, id, { email, emailVerifiedAt: dateOf(at) })
    })
  } satisfies Partial<Port>
}

const changes = (sql: SqlClient.SqlClient) =>
  ({
    ownersForUpdate: Effect.fnUntraced(function* (workspaceId) {
      // The workspace's row guards who owns it: two owners cannot leave at the same time.
      const id = WorkspaceId.toUuid(workspaceId)
      yield* readForUpdate({ table: "workspaces", key: { id } })
      const rows = yield* Effect.orDie(sql<UserRow>`
        SELECT * FROM users WHERE workspace_id = ${id}
          AND role = 'owner' AND removed_at IS NULL ORDER BY id`)
      return rows.map(userOf)
    }),

    saveRole: (workspaceId, id, role) => update(workspaceId, id, { role }),

    savePassword: (workspaceId, id, passwordHash, at) =>
      update(workspaceId, id, {
        passwordHash,
        signedInAt: dateOf(at),
        emailVerifiedAt: dateOf(at)
      }),

    replacePassword: Effect.fnUntraced(function* (workspaceId, id, from, to, at) {
      const key = keyOf(workspaceId, id)
      const user = yield* readForUpdate({ table: "users", key })
      if (user?.["passwordHash"] !== from || user["removedAt"] !== null) return false
      yield* update(workspaceId, id, { passwordHash: to, signedInAt: dateOf(at) })
      return true
    }),

    remove: (workspaceId, id, at) => update(workspaceId, id, { removedAt: dateOf(at) })
  }) satisfies Partial<Port>

export const UserRepositorySql = Layer.effect(
  UserRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    UserRepository.of({ ...reads(sql), ...profiles(sql), ...changes(sql) })
  )
)
