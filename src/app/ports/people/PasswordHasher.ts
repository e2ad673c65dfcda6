/** Hashes passwords so that a stolen database does not give them away. */
import { Context, type Effect, type Redacted } from "effect"

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** Today's parameters with this salt: the beginning of a hash in PHC form, up to its last `$`. */
    readonly settings: (salt: Uint8Array) => string
    /**
     * The settings, `$` and the tag. One computation; few run at a time, also when callers stop
     * waiting. Dies with `Busy` where too many wait in the lane of the fiber (`PasswordLane`).
     */
    readonly hash: (password: Redacted.Redacted, settings: string) => Effect.Effect<string>
  }
>()("retainer/app/ports/PasswordHasher") {}
