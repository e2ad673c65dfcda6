/**
 * Makes a draft invoice of a milestone, under its lock: at most one that is not void. A void frees
 * the milestone, because a wrong invoice is voided and written anew. Billing changes no project, so
 * an archived one can be billed: that is often when it is.
 */
import { DateTime, Effect } from "effect"
import { MilestoneBilled, MilestoneNotBillable, viewOf } from "../../domain/projects/Milestone.ts"
import { MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Invoicing } from "../invoices/Invoicing.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { milestoneIdOf } from "./ChangeMilestone.ts"

export const billMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  const invoicing = yield* Invoicing
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Milestones.bill")(function* (workspace: Workspace, idText: string) {
    const id = yield* milestoneIdOf(idText)
    const { milestone, view, clientId } = yield* milestones.getForUpdate(workspace.id, id)
    yield* requireMatch(MilestoneResource, view)
    if (view.invoice !== null) return yield* new MilestoneBilled({ id, invoice: view.invoice })
    const { amountMinor, name, projectId } = milestone
    if (amountMinor === null) return yield* new MilestoneNotBillable({ id, missing: "amount" })
    if (clientId === null) return yield* new MilestoneNotBillable({ id, missing: "client" })
    const lineItems = [{ description: name, quantity: 1, unitPriceMinor: amountMinor }]
    const invoice = yield* invoicing.create(workspace, { clientId, projectId, lineItems })
    const billed = { ...milestone, invoiceId: invoice.id, updatedAt: yield* DateTime.now }
    yield* milestones.save(billed)
    const after = viewOf(billed, { id: invoice.id, number: invoice.number })
    yield* journal.record(workspace.id, "milestone.billed", view, after)
    return invoice
  }, transact)
})
