/** Adds a user who can sign in immediately. */
import { Effect, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserId, type WorkspaceId } from "../../domain/Ids.ts"
import { User } from "../../domain/people/User.ts"
import { Journal } from "../Journal.ts"
import { Passwords } from "../people/Passwords.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

export interface NewUser {
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly email: string
  readonly role: User["role"]
  readonly password: Redacted.Redacted
}

export const addUser = Effect.gen(function* () {
  const users = yield* UserRepository
  const passwords = yield* Passwords
  const random = yield* SecureRandom.SecureRandom
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  const insert = Effect.fnUntraced(function* (user: User, hash: string) {
    yield* users.insert(user, hash)
    yield* journal.note(user.workspaceId, "user.created", null, user)
  }, transact)

  return useCase("Workspaces.addUser")(function* ({ password, ...fields }: NewUser) {
    const id = yield* UserId.next(random)
    yield* annotate({ "workspace.id": fields.workspaceId, "user.id": id })
    const hash = yield* passwords.choose(fields.email, password)
    yield* insert(new User({ id, ...fields }), hash)
    return id
  })
})
