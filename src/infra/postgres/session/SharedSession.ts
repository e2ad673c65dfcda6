/** Apart from the sessions themselves: the public types of `Retainer.start` lead here, and need nothing of Node. */
import { Data } from "effect"

/** Statements of several clients ran in one session, as a pooler in transaction mode makes them. */
export class SharedSession extends Data.TaggedError("SharedSession") {
  override get message() {
    return "several clients share one session: set DATABASE_PREPARE=false for a pooler in transaction mode"
  }
}
