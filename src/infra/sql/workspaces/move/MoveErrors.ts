/** Refusals and failures of a move, each in one line for the operator. */
import { Data } from "effect"

/** Nothing was changed and nothing is held. */
export class MoveRefused extends Data.TaggedError("MoveRefused")<{
  readonly reason: string
}> {
  override get message() {
    return `Nothing was moved: ${this.reason}`
  }
}

/** A change that was made during the copy cannot be repeated at the target row by row. */
export class CopyOvertaken extends Data.TaggedError("CopyOvertaken")<{
  readonly table: string
  readonly cause: unknown
}> {
  override get message() {
    return `the rows of ${this.table} changed while they were copied`
  }
}

/** The source is closed; the target could not say whether it is open there. */
export class MoveUndecided extends Data.TaggedError("MoveUndecided")<{
  readonly cause: unknown
}> {
  override get message() {
    return "The workspace is closed here, and the target did not answer: the servers here decide the move when it does; the same command does it too"
  }
}
