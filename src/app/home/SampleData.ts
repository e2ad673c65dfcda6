/**
 * Fills an empty workspace with sample data, for people who try the service out. It does nothing
 * where there is a client or an invoice, so a second press, or two at once, fill it once.
 */
import { Context, Effect, Layer } from "effect"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { HomeRepository } from "../ports/home/HomeRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { DemoData } from "../workspaces/DemoData.ts"

/** False on a PostgreSQL server: its workspaces are in real use. */
export const OffersSampleData = Context.Reference<boolean>("retainer/app/OffersSampleData", {
  defaultValue: () => true
})

/** Enough for a year of charts, in a transaction of few seconds. */
const sampleInvoices = 25

export class SampleData extends Context.Service<
  SampleData,
  {
    readonly isOffered: boolean
    /** False, without a change, if it is not offered or the workspace is not empty. */
    readonly fill: (workspace: Workspace) => Effect.Effect<boolean, RoleTooLow>
  }
>()("retainer/app/SampleData") {
  static readonly layer = Layer.effect(
    SampleData,
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const workspaces = yield* WorkspaceRepository
      const demo = yield* DemoData
      const { transact } = yield* UnitOfWork
      const isOffered = yield* OffersSampleData

      return SampleData.of({
        isOffered,
        fill: useCase("SampleData.fill")(
          function* (workspace) {
            if (!isOffered) return false
            yield* workspaces.lock(workspace.id)
            const { clients, invoices } = yield* home.counts(workspace.id)
            if (clients > 0 || invoices > 0) return false
            yield* demo.add(workspace, sampleInvoices, () => Effect.void)
            return true
          },
          transact,
          permitted("settings")
        )
      })
    })
  )
}
