/**
 * Enforces the bounds on mails (docs/spec.md §8). The counter is the records of mails. A mail that
 * a caller requests is checked under the workspace's lock, so concurrent requests cannot exceed a
 * bound.
 */
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { MailId, WorkspaceId } from "../../domain/Ids.ts"
import {
  boundsWindow,
  boundText,
  type MailBound,
  MailBoundReached,
  mailsByPlan,
  mailsToOneAddress
} from "../../domain/mail/MailBounds.ts"
import type { Plan } from "../../domain/workspaces/Workspace.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { RateLimits } from "../ports/RateLimits.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"

interface Reached {
  readonly bound: MailBound
  readonly plan: Plan
  /** When the oldest of the mails that fill the bound was created. */
  readonly since: DateTime.Utc
}

export class MailBounds extends Context.Service<
  MailBounds,
  {
    /**
     * Fails if the recipient may get no more mails. Runs in the transaction that sends one more,
     * and locks the workspace until its end.
     */
    readonly require: (
      workspaceId: WorkspaceId,
      recipient: string
    ) => Effect.Effect<void, MailBoundReached, Transaction>
    /** The bound that the mails before this one fill, in words; null if the mail may be sent. */
    readonly reachedBefore: (
      workspaceId: WorkspaceId,
      recipient: string,
      mail: MailId
    ) => Effect.Effect<string | null>
  }
>()("retainer/app/MailBounds") {
  static readonly layer = Layer.effect(
    MailBounds,
    Effect.gen(function* () {
      const mails = yield* MailRepository
      const workspaces = yield* WorkspaceRepository
      const { boundsMails } = yield* RateLimits

      const reached = Effect.fnUntraced(function* (
        workspaceId: WorkspaceId,
        recipient: string,
        before: MailId | null
      ): Effect.fn.Return<Reached | null> {
        const workspace = yield* workspaces.findAny(workspaceId)
        if (workspace === null) return null
        const { plan } = workspace
        const after = DateTime.subtractDuration(yield* DateTime.now, boundsWindow)
        const nth = (most: number, to: string | null) =>
          mails.createdAtOf(workspaceId, most, { recipient: to, after, before })
        const ofAddress = yield* nth(mailsToOneAddress, recipient)
        if (ofAddress !== null) return { bound: "address", plan, since: ofAddress }
        const ofPlan = yield* nth(mailsByPlan[plan], null)
        return ofPlan === null ? null : { bound: "plan", plan, since: ofPlan }
      })

      return MailBounds.of({
        require: Effect.fnUntraced(function* (workspaceId, recipient) {
          if (!boundsMails) return
          yield* workspaces.lock(workspaceId)
          const full = yield* reached(workspaceId, recipient, null)
          if (full === null) return
          const free = DateTime.addDuration(full.since, boundsWindow)
          const rest = DateTime.distance(yield* DateTime.now, free)
          const retryAfterSeconds = Math.max(1, Math.ceil(Duration.toSeconds(rest)))
          return yield* new MailBoundReached({ ...full, retryAfterSeconds })
        }),
        reachedBefore: (workspaceId, recipient, mail) =>
          boundsMails
            ? Effect.map(reached(workspaceId, recipient, mail), (full) =>
                full === null ? null : boundText(full.bound, full.plan)
              )
            : Effect.succeed(null)
      })
    })
  )
}
