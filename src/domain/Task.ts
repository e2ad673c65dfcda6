/** A task of a project (DECISIONS §13). */
import { Schema } from "effect"

export const TaskStatus = Schema.Literals(["todo", "in_progress", "done"])
export type TaskStatus = typeof TaskStatus.Type
