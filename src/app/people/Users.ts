/**
 * The people of a workspace: invited by mail, given a role, removed. A workspace always has an
 * owner. Removing a user or lowering the role revokes the API keys, apps and webhook endpoints that
 * the user created, except those that the actor names.
 */
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { isLowered, type Role } from "../../domain/access/Scope.ts"
import { parseOrFail, UserId } from "../../domain/Ids.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import {
  LastOwner,
  OwnersOnly,
  type RoleTooLow,
  User,
  type UserEmailTaken,
  UserNotFound
} from "../../domain/people/User.ts"
import { permitted } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { type CreatedAccess, createdAccess, revokeCreatedAccess } from "./CreatedAccess.ts"
import { hasEnded } from "./Sessions.ts"
import { UserLinks } from "./UserLinks.ts"

export interface Colleague {
  readonly user: User
  /** False until the invitation was followed. */
  readonly hasJoined: boolean
  /** The last use of a session, or the last sign-in; null before the first one. */
  readonly lastUsedAt: DateTime.Utc | null
  /** Whether the user is signed in somewhere. */
  readonly hasSession: boolean
}

/** An invitation is only for users who have not chosen a password. */
class AlreadyJoined extends Data.TaggedError("AlreadyJoined") {
  override get message() {
    return "The user has joined already"
  }
}

type Refused = UserNotFound | LastOwner | OwnersOnly

export class Users extends Context.Service<
  Users,
  {
    readonly list: (of: Pick<User, "workspaceId">) => Effect.Effect<ReadonlyArray<Colleague>>
    readonly get: (actor: User, id: string) => Effect.Effect<User, UserNotFound>
    readonly invite: (
      actor: User,
      input: { readonly name: string; readonly email: string; readonly role: Role }
    ) => Effect.Effect<User, UserEmailTaken | OwnersOnly | MailBoundReached>
    /** Mails a new link to a user who has not joined. */
    readonly resendInvitation: (
      actor: User,
      id: string
    ) => Effect.Effect<void, UserNotFound | AlreadyJoined | MailBoundReached | RoleTooLow>
    /** Signs the user out everywhere; only an owner does this to an owner. */
    readonly endSessions: (
      actor: User,
      id: string
    ) => Effect.Effect<void, UserNotFound | OwnersOnly | RoleTooLow>
    /** The API keys, apps and webhook endpoints that the user created. */
    readonly created: (user: User) => Effect.Effect<CreatedAccess>
    /** A lower role revokes what the user created, except for these ids. */
    readonly changeRole: (
      actor: User,
      id: string,
      role: Role,
      excepted?: ReadonlySet<string>
    ) => Effect.Effect<void, Refused>
    /**
     * Ends the user's sessions and all apps' access, and revokes what the user created, except for
     * these ids.
     */
    readonly remove: (
      actor: User,
      id: string,
      excepted?: ReadonlySet<string>
    ) => Effect.Effect<void, Refused>
  }
>()("retainer/app/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const users = yield* UserRepository
      const sessions = yield* SessionRepository
      const oauth = yield* OAuthRepository
      const links = yield* UserLinks
      const created = yield* createdAccess
      const revokeCreated = yield* revokeCreatedAccess
      const bounds = yield* MailBounds
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const get = Effect.fnUntraced(function* (actor: User, idText: string) {
        const missing = () => new UserNotFound({ id: idText })
        const id = yield* parseOrFail(UserId, idText, missing)
        return (yield* users.find(actor.workspaceId, id)) ?? (yield* missing())
      })

      /** Locks the owners, so that two of them cannot leave at the same time. */
      const withoutOwner = Effect.fnUntraced(function* (actor: User, user: User) {
        const owners = yield* users.ownersForUpdate(actor.workspaceId)
        if (!owners.some(({ id }) => id === user.id)) return
        if (actor.role !== "owner") return yield* new OwnersOnly()
        if (owners.length === 1) return yield* new LastOwner()
      })

      return Users.of({
        get,
        created,
        list: useCase("Users.list")(function* ({ workspaceId }) {
          const [all, uses] = yield* Effect.all(
            [users.list(workspaceId), sessions.lastUses(workspaceId)],
            { concurrency: "unbounded" }
          )
          const now = yield* DateTime.now
          const useOf = new Map(uses.map((use) => [use.userId, use]))
          return all.map(({ user, passwordHash, signedInAt }) => {
            const use = useOf.get(user.id)
            return {
              user,
              hasJoined: passwordHash !== null,
              lastUsedAt: use?.usedAt ?? signedInAt,
              hasSession: use !== undefined && !hasEnded(use, now)
            }
          })
        }),

        invite: useCase("Users.invite")(function* (actor, input) {
          if (input.role === "owner" && actor.role !== "owner") return yield* new OwnersOnly()
          const id = yield* UserId.next(random)
          const user = new User({ id, workspaceId: actor.workspaceId, ...input })
          yield* users.insert(user, null)
          yield* bounds.require(user.workspaceId, user.email)
          yield* links.issue(user, "invite", "caller")
          yield* journal.note(user.workspaceId, "user.created", null, user)
          return user
        }, transact),

        resendInvitation: useCase("Users.resendInvitation")(
          function* (actor, idText) {
            const user = yield* get(actor, idText)
            const all = yield* users.list(actor.workspaceId)
            const hasJoined = all.some(
              (one) => one.user.id === user.id && one.passwordHash !== null
            )
            if (hasJoined) return yield* new AlreadyJoined()
            yield* bounds.require(user.workspaceId, user.email)
            yield* links.issue(user, "invite", "caller")
            yield* journal.note(user.workspaceId, "user.invited_again", null, user)
          },
          transact,
          permitted("settings")
        ),

        endSessions: useCase("Users.endSessions")(
          function* (actor, idText) {
            const user = yield* get(actor, idText)
            if (user.role === "owner" && actor.role !== "owner") return yield* new OwnersOnly()
            yield* sessions.removeOfUser(user.workspaceId, user.id)
            yield* journal.note(user.workspaceId, "user.sessions_ended", null, user)
          },
          transact,
          permitted("settings")
        ),

        changeRole: useCase("Users.changeRole")(function* (
          actor,
          idText,
          role,
          excepted = new Set<string>()
        ) {
          const user = yield* get(actor, idText)
          if (user.role === role) return
          if (role === "owner" && actor.role !== "owner") return yield* new OwnersOnly()
          yield* withoutOwner(actor, user)
          if (isLowered(user.role, role)) yield* revokeCreated(user, excepted)
          yield* users.saveRole(actor.workspaceId, user.id, role)
          yield* journal.note(user.workspaceId, "user.updated", user, { ...user, role })
        }, transact),

        remove: useCase("Users.remove")(function* (actor, idText, excepted = new Set<string>()) {
          const user = yield* get(actor, idText)
          yield* withoutOwner(actor, user)
          yield* revokeCreated(user, excepted)
          const now = yield* DateTime.now
          yield* users.remove(actor.workspaceId, user.id, now)
          yield* sessions.removeOfUser(actor.workspaceId, user.id)
          yield* oauth.revokeGrantsOfUser(actor.workspaceId, user.id, now)
          yield* journal.note(user.workspaceId, "user.deleted", user, user)
        }, transact)
      })
    })
  )
}
