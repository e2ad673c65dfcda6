/**
 * Credits (docs/spec.md §12): lists them and records that one was repaid. The repayment itself
 * happens outside; a set-off is recorded as a payment (`Payments.record`).
 */

import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import { type ClientId, CreditId, parseOrFail, RefundId } from "../../domain/Ids.ts"
import { type Invalid, invalid, type PreconditionFailed } from "../../domain/Invalid.ts"
import {
  type CreditExceeded,
  CreditNotFound,
  refunded,
  takeOf
} from "../../domain/payments/Credit.ts"
import {
  CreditResource,
  type CreditView,
  type RefundInput
} from "../../domain/payments/CreditResource.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { requireClient } from "../clients/ReadClients.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { type CreditPage, CreditRepository } from "../ports/payments/CreditRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

/** As many as a form offers to choose from. */
const offered = 50

const creditIdOf = (id: string) => parseOrFail(CreditId, id, () => new CreditNotFound({ id }))

export class Credits extends Context.Service<
  Credits,
  {
    readonly ofClient: (
      workspace: Workspace,
      clientId: string,
      page: PageRequest<CreditId>
    ) => Effect.Effect<CreditPage, ClientNotFound>
    /** The newest of a client that was read, of which something is left. */
    readonly remaining: (
      workspace: Workspace,
      clientId: ClientId
    ) => Effect.Effect<ReadonlyArray<CreditView>>
    /** All clients' credits. */
    readonly list: (workspace: Workspace, page: PageRequest<CreditId>) => Effect.Effect<CreditPage>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<CreditView, CreditNotFound>
    /** Notes that what is left, or a part of it, was paid back. */
    readonly refund: (
      workspace: Workspace,
      id: string,
      input: RefundInput
    ) => Effect.Effect<
      CreditView,
      CreditNotFound | CreditExceeded | Invalid | PreconditionFailed | RoleTooLow
    >
  }
>()("retainer/app/Credits") {
  static readonly layer = Layer.effect(
    Credits,
    Effect.gen(function* () {
      const credits = yield* CreditRepository
      const journal = yield* Journal
      const clientIn = yield* requireClient
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const found = Effect.fnUntraced(function* <R>(
        idText: string,
        find: (id: CreditId) => Effect.Effect<CreditView | null, never, R>
      ) {
        const id = yield* creditIdOf(idText)
        yield* annotate({ "credit.id": id })
        return (yield* find(id)) ?? (yield* new CreditNotFound({ id }))
      })

      return Credits.of({
        ofClient: useCase("Credits.ofClient")(function* (workspace, clientId, page) {
          const client = yield* clientIn(workspace, clientId)
          return yield* credits.list(workspace.id, client, page)
        }),
        remaining: (workspace, clientId) => credits.remaining(workspace.id, clientId, offered),
        list: (workspace, page) => credits.list(workspace.id, null, page),
        get: useCase("Credits.get")(function* (workspace, id) {
          return yield* found(id, (credit) => credits.view(workspace.id, credit))
        }),
        refund: useCase("Credits.refund")(
          function* (workspace, idText, input) {
            const credit = yield* found(idText, (id) => credits.lock(workspace.id, id))
            yield* requireMatch(CreditResource, credit)
            const now = yield* DateTime.now
            const { refundedAt = now, reference = null } = input
            if (DateTime.isGreaterThan(refundedAt, now)) {
              return yield* invalid("refunded_at", "must not be in the future")
            }
            const amountMinor = yield* Effect.fromResult(takeOf(credit, input.amountMinor))
            yield* credits.refund({
              id: yield* RefundId.next(random),
              workspaceId: workspace.id,
              creditId: credit.id,
              amountMinor,
              refundedAt,
              reference,
              createdAt: now
            })
            const after = refunded(credit, amountMinor)
            yield* journal.record(workspace.id, "credit.refunded", credit, after)
            return after
          },
          transact,
          permitted("refund")
        )
      })
    })
  )
}
