/**
 * Sign-ins in the audit log. The first failure of an account and address is written at once.
 * Further failures within a minute become one entry with their count, so that guessing does not
 * flood the log. Each process counts its own.
 */
import { Context, Duration, Effect, Layer, Scope } from "effect"
import { systemActor } from "../../domain/access/Actor.ts"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { background, CurrentLane } from "../AdmissionControl.ts"
import { actingAs, CurrentOrigin, type Origin } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { type Transaction, UnitOfWork } from "../ports/UnitOfWork.ts"

type Account = { readonly workspaceId: WorkspaceId; readonly id: UserId }

/** Failures of one account and address since the first one was written. */
interface Folded {
  count: number
  /** The origin of the latest failure. */
  origin: Origin | null
}

const foldedFor = Duration.minutes(1)
/** Beyond this number each failure is written by itself. */
const maxFolded = 10_000

export class SignInAudit extends Context.Service<
  SignInAudit,
  {
    readonly signedIn: (user: Account) => Effect.Effect<void, never, Transaction>
    readonly signedOut: (user: Account) => Effect.Effect<void, never, Transaction>
    /**
     * Does not wait for the write: the time of an answer must not reveal whether the account
     * exists.
     */
    readonly failed: (user: Account) => Effect.Effect<void>
  }
>()("retainer/app/SignInAudit") {
  static readonly layer = Layer.effect(
    SignInAudit,
    Effect.gen(function* () {
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const scope = yield* Scope.Scope
      const open = new Map<string, Folded>()
      const asSystem = actingAs(systemActor)

      const write = ({ workspaceId, id }: Account, origin: Origin | null, count?: number) =>
        journal
          .note(workspaceId, "user.sign_in_failed", null, {
            id,
            ...(count === undefined ? {} : { count })
          })
          .pipe(
            asSystem,
            transact,
            Effect.provideService(CurrentOrigin, origin),
            Effect.provideService(CurrentLane, background),
            Effect.catchCause((cause) =>
              Effect.logWarning("the audit log could not record a failed sign-in", cause)
            )
          )

      /** Also written if the process stops within the minute. */
      const fold = (user: Account, key: string, folded: Folded) =>
        Effect.ensuring(
          Effect.sleep(foldedFor),
          Effect.suspend(() => {
            open.delete(key)
            return folded.count === 0 ? Effect.void : write(user, folded.origin, folded.count)
          })
        )

      return SignInAudit.of({
        signedIn: ({ workspaceId, id }) =>
          asSystem(journal.note(workspaceId, "user.signed_in", null, { id })),
        signedOut: ({ workspaceId, id }) =>
          asSystem(journal.note(workspaceId, "user.signed_out", null, { id })),
        failed: Effect.fnUntraced(function* (user) {
          const origin = yield* CurrentOrigin
          const key = `${user.id} ${origin?.address() ?? ""}`
          const known = open.get(key)
          if (known !== undefined) {
            known.count += 1
            known.origin = origin
            return
          }
          const folded: Folded = { count: 0, origin }
          if (open.size < maxFolded) open.set(key, folded)
          const written = write(user, origin)
          yield* Effect.forkIn(Effect.andThen(written, fold(user, key, folded)), scope, {
            startImmediately: true
          })
        })
      })
    })
  )
}
