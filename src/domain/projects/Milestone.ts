/**
 * A milestone (docs/spec.md §2.4, §3.3). One with an amount is billed once: while an invoice that
 * is not void bills it, its amount stays, and it is not deleted.
 */
import { Data, type DateTime, Result } from "effect"
import { type MilestoneId, type ProjectId, shownId, type WorkspaceId } from "../Ids.ts"
import type { Defaults } from "../Resource.ts"
import type {
  Milestone,
  MilestoneInput,
  MilestonePatch,
  MilestoneView
} from "./MilestoneResource.ts"

const defaults: Defaults<MilestoneInput, Milestone> = {
  description: null,
  dueDate: null,
  status: "pending",
  amountMinor: null
}

export const make = (
  ids: {
    readonly id: MilestoneId
    readonly workspaceId: WorkspaceId
    readonly projectId: ProjectId
  },
  input: MilestoneInput,
  now: DateTime.Utc
): Milestone => {
  const fields = { ...defaults, ...input }
  const completedAt = fields.status === "completed" ? now : null
  return { ...ids, ...fields, completedAt, invoiceId: null, createdAt: now, updatedAt: now }
}

/** The milestone with the patch applied; the very same value where the patch holds nothing. */
export const revise = (
  milestone: Milestone,
  patch: MilestonePatch,
  { invoice }: Pick<MilestoneView, "invoice">,
  now: DateTime.Utc
): Result.Result<Milestone, MilestoneBilled> => {
  if (Object.keys(patch).length === 0) return Result.succeed(milestone)
  const { amountMinor = milestone.amountMinor } = patch
  if (invoice !== null && amountMinor !== milestone.amountMinor) {
    return Result.fail(new MilestoneBilled({ id: milestone.id, invoice }))
  }
  const revised = { ...milestone, ...patch, updatedAt: now }
  const completedAt = revised.status === "completed" ? (milestone.completedAt ?? now) : null
  return Result.succeed({ ...revised, completedAt })
}

export const isCompletedBy = (before: Milestone, after: Milestone): boolean =>
  before.status !== "completed" && after.status === "completed"

export const viewOf = (
  { workspaceId: _, invoiceId: __, ...milestone }: Milestone,
  invoice: MilestoneView["invoice"]
): MilestoneView => ({ ...milestone, invoice })

export class MilestoneNotFound extends Data.TaggedError("MilestoneNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `No milestone has the id ${shownId(this.id)}`
  }
}

export class MilestoneBilled extends Data.TaggedError("MilestoneBilled")<{
  readonly id: MilestoneId
  readonly invoice: NonNullable<MilestoneView["invoice"]>
}> {
  override get message() {
    const { id, number } = this.invoice
    return (
      `milestone ${this.id} is billed by invoice ${number} (${id}): until that is void it is not ` +
      "billed again, its amount stays, and it is not deleted"
    )
  }
}

export class MilestoneNotBillable extends Data.TaggedError("MilestoneNotBillable")<{
  readonly id: MilestoneId
  readonly missing: "amount" | "client"
}> {
  override get message() {
    return this.missing === "amount"
      ? `amount: milestone ${this.id} has none; set it before you bill the milestone`
      : `client_id: the project of milestone ${this.id} has no client to bill`
  }
}
