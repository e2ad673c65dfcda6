/** A milestone of a project. */
import { Schema } from "effect"

export const MilestoneStatus = Schema.Literals(["pending", "completed"])
export type MilestoneStatus = typeof MilestoneStatus.Type
