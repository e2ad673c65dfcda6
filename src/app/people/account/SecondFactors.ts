/**
 * Second factors of users: one-time passwords (RFC 6238) with recovery codes. A workspace can
 * require one of its owners and admins, from their next sign-in on.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { RoleTooLow, User } from "../../../domain/people/User.ts"
import { permitted } from "../../CurrentActor.ts"
import { Journal } from "../../Journal.ts"
import { Notices } from "../../mail/Notices.ts"
import { SecondFactorRepository } from "../../ports/people/SecondFactorRepository.ts"
import { type Transaction, UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { type CodeWrong, type FactorOwner, useCode } from "./SecondFactorCodes.ts"
import { enrolment, type ProposedFactor } from "./SecondFactorEnrolment.ts"

export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    readonly propose: (user: User, issuer: string) => Effect.Effect<ProposedFactor>
    /** The same proposal again; null if the text was not sealed for this user. */
    readonly reopen: (user: User, issuer: string, sealed: string) => ProposedFactor | null
    /** Enrols with a code of the proposed secret, and gives the recovery codes. */
    readonly enrol: (
      user: User,
      sealed: string,
      code: string
    ) => Effect.Effect<ReadonlyArray<string>, CodeWrong>
    readonly isEnrolled: (owner: FactorOwner) => Effect.Effect<boolean>
    /** Uses a code, in the transaction of what it permits. */
    readonly use: (owner: FactorOwner, code: string) => Effect.Effect<void, CodeWrong, Transaction>
    /** By the user, with a code. */
    readonly disable: (user: User, code: string) => Effect.Effect<void, CodeWrong>
    /** By the operator, for a user who lost it; false if there was none. */
    readonly remove: (user: User) => Effect.Effect<boolean>
    readonly isRequired: (workspaceId: WorkspaceId) => Effect.Effect<boolean>
    readonly require: (workspaceId: WorkspaceId, on: boolean) => Effect.Effect<void, RoleTooLow>
  }
>()("retainer/app/SecondFactors") {
  static readonly layer = Layer.effect(
    SecondFactors,
    Effect.gen(function* () {
      const factors = yield* SecondFactorRepository
      const journal = yield* Journal
      const notices = yield* Notices
      const use = yield* useCode
      const { transact } = yield* UnitOfWork

      const drop = Effect.fnUntraced(function* (user: User) {
        yield* factors.remove(user.workspaceId, user.id)
        yield* notices.toUser(user, { type: "second_factor_off" })
        yield* journal.note(user.workspaceId, "user.second_factor_off", null, user)
      })

      return SecondFactors.of({
        use,
        ...(yield* enrolment),

        isEnrolled: ({ workspaceId, id }) =>
          Effect.map(factors.find(workspaceId, id), (found) => found !== null),

        disable: useCase("SecondFactors.disable")(function* (user, code) {
          yield* use(user, code)
          yield* drop(user)
        }, transact),

        remove: useCase("SecondFactors.remove")(function* (user) {
          if ((yield* factors.findForUpdate(user.workspaceId, user.id)) === null) return false
          yield* drop(user)
          return true
        }, transact),

        isRequired: (workspaceId) =>
          Effect.map(factors.requiredSince(workspaceId), (since) => since !== null),

        require: useCase("SecondFactors.require")(
          function* (workspaceId, required) {
            if (required === ((yield* factors.requiredSince(workspaceId)) !== null)) return
            yield* factors.saveRequired(workspaceId, required ? yield* DateTime.now : null)
            const after = { id: workspaceId, required }
            yield* journal.note(workspaceId, "workspace.second_factor", null, after)
          },
          transact,
          permitted("settings")
        )
      })
    })
  )
}
