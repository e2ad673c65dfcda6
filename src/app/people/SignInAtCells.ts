/**
 * Sign-in behind a router of several cells. The router asks each cell where the password is right,
 * and then lets one go on. A wrong password and an unknown address cause the same work in each.
 */
import { Effect, type Redacted } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { SecondFactors } from "./account/SecondFactors.ts"
import { pendingSignIns } from "./PendingSignIns.ts"
import { SignInAudit } from "./SignInAudit.ts"
import {
  type Browser,
  beginSignIn,
  provenUsers,
  SecondFactorNeeded,
  WrongCredentials
} from "./SignInByPassword.ts"

/** A workspace in which the address has a user with this password. */
export interface SignInMatch {
  readonly id: WorkspaceId
  readonly name: string
  /** Proves the password to this cell for some minutes. */
  readonly proof: string
}

export const signInAtCells = Effect.gen(function* () {
  const users = yield* UserRepository
  const workspaces = yield* WorkspaceRepository
  const factors = yield* SecondFactors
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
      if (yield* factors.isEnrolled(found.user)) {
        return yield* new SecondFactorNeeded({ pending: yield* pending.seal(found) })
      }
      // The password is not at hand in a checked form, so an outdated salt stays.
      const session = yield* transact(begin(found, found.passwordHash, browser))
      return { session, email: found.user.email }
    }),

    /** No cell knows the address with this password. */
    recordFailure: useCase("SignIn.recordFailure")(function* (
      email: string,
      workspaceId: WorkspaceId | null
    ) {
      for (const { user } of yield* users.findByEmail(email)) {
        if (workspaceId === null || user.workspaceId === workspaceId) yield* audit.failed(user)
      }
    })
  }
})
