/**
 * In a file of its own, because the public types of `Retainer.start` refer to it and must not
 * import Node.
 */
import { Data } from "effect"

/** Statements of several clients ran in one session: a pooler in transaction mode. */
export class SharedSession extends Data.TaggedError("SharedSession") {
  override get message() {
    return "several clients share one session: set DATABASE_PREPARE=false for a pooler in transaction mode"
  }
}
