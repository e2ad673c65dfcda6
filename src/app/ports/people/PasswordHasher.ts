/** Password hashing: slow, so that a stolen database does not reveal passwords. */
import { Context, type Effect, type Redacted } from "effect"

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** Current parameters with this salt: a hash in PHC form, up to its last `$`. */
    readonly settings: (salt: Uint8Array) => string
    /**
     * The settings, `$` and the tag. Few computations run at a time, also if callers are
     * interrupted. Dies with `Busy` if too many wait in the lane of the fiber (`PasswordLane`).
     */
    readonly hash: (password: Redacted.Redacted, settings: string) => Effect.Effect<string>
  }
>()("retainer/app/ports/PasswordHasher") {}
