/** Sign-in to the workspace's pages, by a password or by a link to choose one. */
import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { PasswordTooCommon } from "../../domain/people/Password.ts"
import { mayManage } from "../../domain/people/Permissions.ts"
import type { User } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { FoundSession, OtherWorkspace } from "../ports/people/SessionRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import type { CodeWrong } from "./account/SecondFactorCodes.ts"
import { choosePassword, type LinkUnusable, openLink } from "./ChoosePassword.ts"
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from "./OwnSessions.ts"
import { pendingSignIns } from "./PendingSignIns.ts"
import { provePassword } from "./ProvePassword.ts"
import { isProved, userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"
import { type SignInExpired, signInByCode } from "./SignInByCode.ts"
import {
  type Browser,
  type SecondFactorNeeded,
  type SignInMatch,
  signInAtCells,
  signInByPassword,
  type WorkspaceAmbiguous,
  type WrongCredentials
} from "./SignInByPassword.ts"

interface LinkTarget {
  readonly user: User
  readonly workspace: Workspace
}

export interface SignedIn extends LinkTarget {
  /** The person's other workspaces. */
  readonly others: ReadonlyArray<OtherWorkspace>
}

/** A session in use. */
export interface ActiveSession extends SignedIn {
  /** Whether the user entered the password recently, which sensitive changes need. */
  readonly isProved: boolean
  /** Whether the workspace required a second factor before this sign-in, and the user has none. */
  readonly mustEnrol: boolean
}

interface PasswordChosen {
  readonly user: User
  /** Null if the user has a second factor: the sign-in waits for its code. */
  readonly session: Redacted.Redacted | null
  readonly pending: string
  /** Whether the password replaces one that a stranger may know. */
  readonly isReset: boolean
}

const requiresEnrolment = ({ user, session, hasFactor, factorSince }: FoundSession): boolean =>
  mayManage(user) &&
  !hasFactor &&
  factorSince !== null &&
  DateTime.isLessThanOrEqualTo(factorSince, session.createdAt)

export class SignIn extends Context.Service<
  SignIn,
  {
    /**
     * The secret of a new session; the browser's earlier session ends. A sign-in from a new device
     * sends the user a notice.
     */
    readonly signIn: (
      email: string,
      password: Redacted.Redacted,
      workspaceId: WorkspaceId | null,
      browser: Browser
    ) => Effect.Effect<
      Redacted.Redacted,
      WrongCredentials | WorkspaceAmbiguous | SecondFactorNeeded
    >
    /** After `SecondFactorNeeded`. */
    readonly signInByCode: (
      pending: string,
      code: string,
      browser: Browser
    ) => Effect.Effect<
      { readonly session: Redacted.Redacted; readonly email: string },
      CodeWrong | SignInExpired
    >
    /** The workspaces of this cell in which the password is right; starts no session. */
    readonly matches: (
      email: string,
      password: Redacted.Redacted,
      workspaceId: WorkspaceId | null
    ) => Effect.Effect<ReadonlyArray<SignInMatch>>
    /** The session of a match. */
    readonly beginProved: (
      proof: string,
      browser: Browser
    ) => Effect.Effect<
      { readonly session: Redacted.Redacted; readonly email: string },
      WrongCredentials | SecondFactorNeeded
    >
    /** The failed attempt of an address that matched in no cell. */
    readonly recordFailure: (email: string, workspaceId: WorkspaceId | null) => Effect.Effect<void>
    /** The address of a pending sign-in, for the limit of tries. */
    readonly pendingEmail: (pending: string) => string | null
    readonly resolve: (secret: Redacted.Redacted) => Effect.Effect<ActiveSession | null>
    /** False if the password is wrong or the session has ended. */
    readonly provePassword: (
      secret: Redacted.Redacted,
      password: Redacted.Redacted
    ) => Effect.Effect<boolean>
    readonly signOut: (secret: Redacted.Redacted) => Effect.Effect<void>
    /** All sessions of this session's user, newest first. */
    readonly listSessions: (secret: Redacted.Redacted) => Effect.Effect<ReadonlyArray<OwnSession>>
    /** Ends the session with the id of this session's user. */
    readonly endSession: (secret: Redacted.Redacted, id: string) => Effect.Effect<void>
    /** Ends all sessions of the user but this one. */
    readonly endOtherSessions: (secret: Redacted.Redacted) => Effect.Effect<void>
    /** The user of the link. */
    readonly openLink: (secret: string) => Effect.Effect<LinkTarget, LinkUnusable>
    /** Consumes the link, ends every session of the user and starts a new one. */
    readonly choosePassword: (
      secret: string,
      password: Redacted.Redacted
    ) => Effect.Effect<PasswordChosen, LinkUnusable | PasswordTooCommon>
  }
>()("retainer/app/SignIn") {
  static readonly layer = Layer.effect(
    SignIn,
    Effect.gen(function* () {
      const sessions = yield* userSessions
      const audit = yield* SignInAudit
      const { transact } = yield* UnitOfWork
      return SignIn.of({
        signIn: yield* signInByPassword,
        signInByCode: yield* signInByCode,
        ...(yield* signInAtCells),
        pendingEmail: (yield* pendingSignIns).emailOf,
        openLink: yield* openLink,
        choosePassword: yield* choosePassword,
        provePassword: yield* provePassword,
        listSessions: yield* listOwnSessions,
        endSession: yield* endOwnSession,
        endOtherSessions: yield* endOtherSessions,

        resolve: useCase("SignIn.resolve")(function* (secret) {
          const found = yield* sessions.use(secret)
          if (found === null) return null
          const { user, workspace, others, session } = found
          const mustEnrol = requiresEnrolment(found)
          return {
            user,
            workspace,
            others,
            mustEnrol,
            isProved: isProved(session, yield* DateTime.now)
          }
        }),

        signOut: useCase("SignIn.signOut")(function* (secret) {
          const user = yield* sessions.end(secret)
          if (user === null) yield* sessions.unlessMoved(secret)
          else yield* audit.signedOut(user)
        }, transact)
      })
    })
  )
}
