/** Users in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { UserRepository } from "../../app/ports/UserRepository.ts"
import { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { type Role, User, UserEmailTaken } from "../../domain/User.ts"

interface UserRow {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

const userOf = (row: UserRow): User =>
  new User({
    id: UserId.fromUuid(row.id),
    workspaceId: WorkspaceId.fromUuid(row.workspaceId),
    name: row.name,
    email: row.email,
    role: row.role
  })

export const UserRepositorySql = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return UserRepository.of({
      insert: Effect.fn("UserRepository.insert")(
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

      find: Effect.fn("UserRepository.find")(function* (workspaceId, id) {
        const rows = yield* sql<UserRow>`
          SELECT workspace_id, id, name, email, role FROM users
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${UserId.toUuid(id)}`
        return rows[0] === undefined ? null : userOf(rows[0])
      }, Effect.orDie)
    })
  })
)
