/**
 * Sign-in with an address and a password. A wrong password and an unknown user get the same answer
 * after the same work.
 */
import { Data, DateTime, Effect, type Redacted } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Notices } from "../mail/Notices.ts"
import { UserRepository, type UserWithPassword } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { SecondFactors } from "./account/SecondFactors.ts"
import { Passwords } from "./Passwords.ts"
import { pendingSignIns } from "./PendingSignIns.ts"
import { userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"

export class WrongCredentials extends Data.TaggedError("WrongCredentials") {
  override get message() {
    return "The e-mail address or the password is not right"
  }
}

/** The person has users in several workspaces and must choose one. */
export class WorkspaceAmbiguous extends Data.TaggedError("WorkspaceAmbiguous")<{
  readonly workspaces: ReadonlyArray<Workspace>
}> {}

/** The password is right, and the user has a second factor. */
export class SecondFactorNeeded extends Data.TaggedError("SecondFactorNeeded")<{
  /** Proves the password, for the form that has the code. */
  readonly pending: string
}> {}

/** The browser that sends the sign-in. */
export interface Browser {
  /** Its earlier session, which ends. */
  readonly session: Redacted.Redacted | null
  /** Whether it has signed in to the account before. */
  readonly isKnown: boolean
}

/** The users with the address, in one workspace or in all. */
const usersOf = Effect.map(
  UserRepository,
  (users) => (email: string, workspaceId: WorkspaceId | null) =>
    Effect.map(users.findByEmail(email), (all) =>
      all.filter(({ user }) => workspaceId === null || user.workspaceId === workspaceId)
    )
)

/** The users with the address, and those of them with this password. */
const provenUsers = Effect.gen(function* () {
  const candidatesOf = yield* usersOf
  const passwords = yield* Passwords
  return Effect.fnUntraced(function* (
    email: string,
    password: Redacted.Redacted,
    workspaceId: WorkspaceId | null
  ) {
    const candidates = yield* candidatesOf(email, workspaceId)
    const hashes = candidates.map(({ passwordHash }) => passwordHash)
    const matches = yield* passwords.match(email, password, hashes)
    const found = candidates.flatMap(({ passwordHash, ...candidate }, index) =>
      passwordHash !== null && matches[index] === true ? [{ ...candidate, passwordHash }] : []
    )
    return { candidates, found }
  })
})

/** Fails with a sealed proof of the password if the user has a second factor. */
const secondFactorCheck = Effect.gen(function* () {
  const factors = yield* SecondFactors
  const pending = yield* pendingSignIns
  return Effect.fnUntraced(function* (proved: UserWithPassword) {
    if (yield* factors.isEnrolled(proved.user)) {
      return yield* new SecondFactorNeeded({ pending: yield* pending.seal(proved) })
    }
  })
})

/** Starts the session of a user whose password, and code where one is needed, was right. */
export const beginSignIn = Effect.gen(function* () {
  const users = yield* UserRepository
  const sessions = yield* userSessions
  const audit = yield* SignInAudit
  const notices = yield* Notices

  return Effect.fnUntraced(function* (
    { user, passwordHash, signedInAt }: UserWithPassword & { readonly passwordHash: string },
    kept: string,
    { session: previous, isKnown }: Browser
  ) {
    const now = yield* DateTime.now
    // The password was changed concurrently, which ended every session.
    if (!(yield* users.replacePassword(user.workspaceId, user.id, passwordHash, kept, now))) {
      return yield* new WrongCredentials()
    }
    if (!isKnown && signedInAt !== null) yield* notices.toUser(user, { type: "new_device" })
    if (previous !== null) yield* sessions.end(previous)
    yield* audit.signedIn(user)
    return yield* sessions.begin(user)
  })
})

export const signInByPassword = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const passwords = yield* Passwords
  const requireCode = yield* secondFactorCheck
  const proven = yield* provenUsers
  const audit = yield* SignInAudit
  const begin = yield* beginSignIn
  const { transact } = yield* UnitOfWork

  return useCase("SignIn.signIn")(function* (
    email: string,
    password: Redacted.Redacted,
    workspaceId: WorkspaceId | null,
    browser: Browser
  ) {
    const { candidates, found } = yield* proven(email, password, workspaceId)
    const [first, ...others] = found
    if (first === undefined) {
      for (const { user } of candidates) yield* audit.failed(user)
      return yield* new WrongCredentials()
    }
    if (others.length > 0) {
      const named = yield* Effect.forEach(found, ({ user }) => workspaces.find(user.workspaceId))
      return yield* new WorkspaceAmbiguous({
        workspaces: named.flatMap((workspace) => workspace ?? [])
      })
    }
    yield* requireCode(first)
    const kept = yield* passwords.renew(email, password, first.passwordHash)
    return yield* transact(begin(first, kept, browser))
  })
})

/** A workspace in which the address has a user with this password. */
export interface SignInMatch {
  readonly id: WorkspaceId
  readonly name: string
  /** Proves the password to this cell for some minutes. */
  readonly proof: string
}

/**
 * Sign-in behind a router of several cells. The router asks each cell where the password is right,
 * and then lets one go on. A wrong password and an unknown address cause the same work in each.
 */
export const signInAtCells = Effect.gen(function* () {
  const candidatesOf = yield* usersOf
  const workspaces = yield* WorkspaceRepository
  const requireCode = yield* secondFactorCheck
  const pending = yield* pendingSignIns
  const proven = yield* provenUsers
  const audit = yield* SignInAudit
  const begin = yield* beginSignIn
  const { transact } = yield* UnitOfWork

  return {
    matches: useCase("SignIn.matches")(function* (
      email: string,
      password: Redacted.Redacted,
      workspaceId: WorkspaceId | null
    ) {
      const { found } = yield* proven(email, password, workspaceId)
      const matches: SignInMatch[] = []
      for (const one of found) {
        const workspace = yield* workspaces.find(one.user.workspaceId)
        if (workspace === null) continue
        const { id, name } = workspace
        matches.push({ id, name, proof: yield* pending.seal(one) })
      }
      return matches
    }),

    beginProved: useCase("SignIn.beginProved")(function* (proof: string, browser: Browser) {
      const found = yield* pending.open(proof)
      if (found === null) return yield* new WrongCredentials()
      yield* requireCode(found)
      // The password is not in this form, so its hash is not renewed.
      const session = yield* transact(begin(found, found.passwordHash, browser))
      return { session, email: found.user.email }
    }),

    /** No cell knows the address with this password. */
    recordFailure: useCase("SignIn.recordFailure")(function* (
      email: string,
      workspaceId: WorkspaceId | null
    ) {
      for (const { user } of yield* candidatesOf(email, workspaceId)) yield* audit.failed(user)
    })
  }
})
