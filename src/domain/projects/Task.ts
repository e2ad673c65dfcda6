/** A task of a project. */
import { Schema } from "effect"

export const TaskStatus = Schema.Literals(["todo", "in_progress", "done"])
export type TaskStatus = typeof TaskStatus.Type
