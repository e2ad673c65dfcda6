/** A milestone of a project (DECISIONS §13). */
import { Schema } from "effect"

export const MilestoneStatus = Schema.Literals(["pending", "completed"])
export type MilestoneStatus = typeof MilestoneStatus.Type
