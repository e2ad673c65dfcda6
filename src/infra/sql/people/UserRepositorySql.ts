/** Users in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { UserRepository } from "../../../app/ports/people/UserRepository.ts"
import { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { type Role, User, UserEmailTaken } from "../../../domain/people/User.ts"
import { dateOf } from "../Rows.ts"

interface UserRow {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

interface PasswordRow extends UserRow {
  readonly passwordHash: string | null
}

const userOf = (row: UserRow): User =>
  new User({
    id: UserId.fromUuid(row.id),
    workspaceId: WorkspaceId.fromUuid(row.workspaceId),
    name: row.name,
    email: row.email,
    role: row.role
  })

const withPassword = (row: PasswordRow) => ({ user: userOf(row), passwordHash: row.passwordHash })

export const UserRepositorySql = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return UserRepository.of({
      insert: Effect.fnUntraced(
        function* (user, passwordHash) {
          yield* sql`INSERT INTO users ${sql.insert({
            workspaceId: WorkspaceId.toUuid(user.workspaceId),
            id: UserId.toUuid(user.id),
            name: user.name,
            email: user.email,
            role: user.role,
            passwordHash
          })}`
        },
        (effect, user) =>
          Effect.catchReason(
            effect,
            "SqlError",
            "UniqueViolation",
            () => Effect.fail(new UserEmailTaken({ email: user.email })),
            Effect.die
          )
      ),

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
          SELECT * FROM users WHERE lower(email) = lower(${email}) AND removed_at IS NULL
          ORDER BY workspace_id LIMIT 20`
        return rows.map(withPassword)
      }, Effect.orDie),

      ownersForUpdate: Effect.fnUntraced(function* (workspaceId) {
        const rows = yield* sql<UserRow>`
          SELECT * FROM users WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND role = 'owner' AND removed_at IS NULL ORDER BY id FOR UPDATE`
        return rows.map(userOf)
      }, Effect.orDie),

      saveRole: Effect.fnUntraced(function* (workspaceId, id, role) {
        yield* sql`UPDATE users SET role = ${role}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserId.toUuid(id)}`
      }, Effect.orDie),

      savePassword: Effect.fnUntraced(function* (workspaceId, id, hash) {
        yield* sql`UPDATE users SET password_hash = ${hash}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserId.toUuid(id)}`
      }, Effect.orDie),

      replacePassword: Effect.fnUntraced(function* (workspaceId, id, from, to) {
        const replaced = yield* sql`UPDATE users SET password_hash = ${to}
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserId.toUuid(id)}
              AND password_hash = ${from} AND removed_at IS NULL
            RETURNING 1`
        return replaced.length === 1
      }, Effect.orDie),

      remove: Effect.fnUntraced(function* (workspaceId, id, at) {
        yield* sql`UPDATE users SET removed_at = ${dateOf(at)}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserId.toUuid(id)}`
      }, Effect.orDie)
    })
  })
)
