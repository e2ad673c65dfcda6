/**
 * A milestone of a project as everyone outside sees it, as it is stored, and what may be sent of it
 * (docs/spec.md §2.4).
 */
import { Schema } from "effect"
import { InvoiceId, MilestoneId, ProjectId, WorkspaceId } from "../Ids.ts"
import { limits } from "../money/Money.ts"
import { Instant, Minor, MinorInput, type StoredFieldsOnly, shape } from "../Resource.ts"
import { line, prose } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"

const milestoneStatuses = ["pending", "completed"] as const
const MilestoneStatus = Schema.Literals(milestoneStatuses)

/** The invoice that bills a milestone. */
const MilestoneInvoice = Schema.Struct({ id: InvoiceId.schema, number: Schema.String })

const own = {
  id: MilestoneId.schema,
  projectId: ProjectId.schema,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  dueDate: Schema.NullOr(CalendarDate),
  status: MilestoneStatus,
  completedAt: Schema.NullOr(Instant),
  amountMinor: Schema.NullOr(Minor)
}
const times = { createdAt: Instant, updatedAt: Instant }

export const MilestoneResource = shape(
  {
    ...own,
    invoice: Schema.NullOr(MilestoneInvoice).annotate({
      description: "What bills it; null while nothing does, and again after a void"
    }),
    ...times
  },
  "Milestone"
)
export type MilestoneView = typeof MilestoneResource.Type

export const MilestoneStored = shape({
  ...own,
  workspaceId: WorkspaceId.schema,
  /** The invoice that was made last, also one that was voided since. */
  invoiceId: Schema.NullOr(InvoiceId.schema),
  ...times
})
export type Milestone = typeof MilestoneStored.Type

/** At most the amount of one invoice line, so that every amount can be billed. */
const amount = MinorInput.check(
  Schema.isLessThanOrEqualTo(limits.unitPrice, {
    message: `must be at most ${limits.unitPrice}`
  })
).annotate({ money: true, description: "Minor units of the workspace's currency, at most 10^11" })

const optional = {
  description: Schema.optionalKey(Schema.NullOr(prose(5000))),
  dueDate: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  status: Schema.optionalKey(MilestoneStatus),
  amountMinor: Schema.optionalKey(Schema.NullOr(amount))
}

export const MilestoneCreate = shape({ name: line(255), ...optional }, "MilestoneCreate")
export type MilestoneInput = StoredFieldsOnly<typeof MilestoneCreate.Type, Milestone>

/** Absent is unchanged, null clears. */
export const MilestoneUpdate = shape(
  { name: Schema.optionalKey(line(255)), ...optional },
  "MilestoneUpdate"
)
export type MilestonePatch = StoredFieldsOnly<typeof MilestoneUpdate.Type, Milestone>
