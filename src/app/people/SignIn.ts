/**
 * Signing in to the workspace's pages. A session is a secret in a cookie and its hash in the database;
 * a wrong password and an unknown user get the same answer after the same work.
 */
import { Context, Data, DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { hasSecretForm, makeSecret } from "../../domain/people/Credential.ts"
import type { User } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { Passwords } from "./Passwords.ts"
import { UserLinks } from "./UserLinks.ts"

export const sessionLifetime = Duration.days(14)

export class SignInRefused extends Data.TaggedError("SignInRefused") {
  override get message() {
    return "The e-mail address or the password is not right"
  }
}

/** The same person in several workspaces: one has to be chosen. */
export class WorkspaceAmbiguous extends Data.TaggedError("WorkspaceAmbiguous")<{
  readonly workspaces: ReadonlyArray<Workspace>
}> {}

export class LinkUnusable extends Data.TaggedError("LinkUnusable") {
  override get message() {
    return "This link has expired, or a password was chosen already"
  }
}

export interface SignedIn {
  readonly user: User
  readonly workspace: Workspace
}

export interface PasswordChosen {
  readonly user: User
  readonly session: Redacted.Redacted
  /** Whether it takes the place of another one, which may have been in a stranger's hands. */
  readonly isReset: boolean
}

export class SignIn extends Context.Service<
  SignIn,
  {
    /** The secret of a new session; the session that the browser had before ends. */
    readonly signIn: (
      email: string,
      password: Redacted.Redacted,
      workspaceId: WorkspaceId | null,
      previous: Redacted.Redacted | null
    ) => Effect.Effect<Redacted.Redacted, SignInRefused | WorkspaceAmbiguous>
    readonly resolve: (secret: Redacted.Redacted) => Effect.Effect<SignedIn | null>
    readonly signOut: (secret: Redacted.Redacted) => Effect.Effect<void>
    /** Whose password the link lets one choose. */
    readonly openLink: (secret: string) => Effect.Effect<SignedIn, LinkUnusable>
    /** Uses the link up, ends every session of the user and begins a new one. */
    readonly choosePassword: (
      secret: string,
      password: Redacted.Redacted
    ) => Effect.Effect<PasswordChosen, LinkUnusable>
  }
>()("retainer/app/SignIn") {
  static readonly layer = Layer.effect(
    SignIn,
    Effect.gen(function* () {
      const users = yield* UserRepository
      const workspaces = yield* WorkspaceRepository
      const sessions = yield* SessionRepository
      const linkRows = yield* UserLinkRepository
      const links = yield* UserLinks
      const passwords = yield* Passwords
      const signer = yield* Signer
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const find = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
        if (!hasSecretForm("rse", secret)) return null
        const found = yield* sessions.find(signer.hash(secret))
        const now = yield* DateTime.now
        return found === null || DateTime.isLessThanOrEqualTo(found.session.expiresAt, now)
          ? null
          : found
      })

      const begin = Effect.fnUntraced(function* (user: User) {
        const secret = yield* makeSecret("rse", random)
        const createdAt = yield* DateTime.now
        yield* sessions.insert({
          hash: signer.hash(secret),
          workspaceId: user.workspaceId,
          userId: user.id,
          createdAt,
          expiresAt: DateTime.addDuration(createdAt, sessionLifetime)
        })
        return secret
      })

      const end = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
        const found = yield* find(secret)
        if (found !== null) yield* sessions.remove(found.workspace.id, found.session.hash)
      })

      /** Everyone whose address and password these are. */
      const proven = Effect.fnUntraced(function* (
        email: string,
        password: Redacted.Redacted,
        workspaceId: WorkspaceId | null
      ) {
        const candidates = (yield* users.findByEmail(email)).filter(
          ({ user }) => workspaceId === null || user.workspaceId === workspaceId
        )
        const hashes = candidates.map(({ passwordHash }) => passwordHash)
        const matches = yield* passwords.match(email, password, hashes)
        return candidates.flatMap(({ user, passwordHash }, index) =>
          passwordHash !== null && matches[index] === true ? [{ user, passwordHash }] : []
        )
      })

      const linkTarget = Effect.fnUntraced(function* (secret: string) {
        const link = yield* links.resolve(secret)
        if (link === null) return yield* new LinkUnusable()
        const user = yield* users.find(link.workspaceId, link.userId)
        const workspace = yield* workspaces.find(link.workspaceId)
        return user === null || workspace === null
          ? yield* new LinkUnusable()
          : { link, user, workspace }
      })

      return SignIn.of({
        signIn: Effect.fn("SignIn.signIn")(function* (email, password, workspaceId, previous) {
          const found = yield* proven(email, password, workspaceId)
          const [first, ...others] = found
          if (first === undefined) return yield* new SignInRefused()
          if (others.length > 0) {
            const named = yield* Effect.forEach(found, ({ user }) =>
              workspaces.find(user.workspaceId)
            )
            return yield* new WorkspaceAmbiguous({
              workspaces: named.flatMap((workspace) => workspace ?? [])
            })
          }
          const { user, passwordHash } = first
          const kept = yield* passwords.renew(email, password, passwordHash)
          return yield* transact(
            Effect.gen(function* () {
              // Another password was chosen while this one was looked at: that ended every session.
              if (!(yield* users.replacePassword(user.workspaceId, user.id, passwordHash, kept))) {
                return yield* new SignInRefused()
              }
              if (previous !== null) yield* end(previous)
              return yield* begin(user)
            })
          )
        }),

        resolve: Effect.fn("SignIn.resolve")(function* (secret) {
          const found = yield* find(secret)
          return found === null ? null : { user: found.user, workspace: found.workspace }
        }),

        signOut: Effect.fn("SignIn.signOut")(end),

        openLink: Effect.fn("SignIn.openLink")(function* (secret) {
          const { user, workspace } = yield* linkTarget(secret)
          return { user, workspace }
        }),

        choosePassword: Effect.fn("SignIn.choosePassword")(function* (secret, password) {
          const { link, user } = yield* linkTarget(secret)
          const hash = yield* passwords.hash(user.email, password)
          return yield* transact(
            Effect.gen(function* () {
              if (!(yield* linkRows.consume(link.workspaceId, link.id))) {
                return yield* new LinkUnusable()
              }
              yield* users.savePassword(user.workspaceId, user.id, hash)
              yield* sessions.removeOfUser(user.workspaceId, user.id)
              const session = yield* begin(user)
              return { user, session, isReset: link.purpose === "reset" }
            })
          )
        })
      })
    })
  )
}
