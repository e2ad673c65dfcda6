/** Passwords: their hashing, and the most common ones, which the password policy refuses. */
import { Context, type Effect, type Redacted } from "effect"

/** Slow, so that a stolen database does not reveal passwords. */
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

export class CommonPasswords extends Context.Service<
  CommonPasswords,
  {
    /** Whether the text, in lower case, is one of the 10,000 most common passwords. */
    readonly has: (text: string) => Effect.Effect<boolean>
  }
>()("retainer/app/ports/CommonPasswords") {}
