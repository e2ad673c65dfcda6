/** Hashes passwords so that a stolen database does not give them away. */
import { Context, type Effect, type Redacted } from "effect"

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
    /**
     * Whether the hash is this password's. Null is no one's and takes as long, so that an answer's
     * time does not tell whether there is such a user.
     */
    readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean>
  }
>()("retainer/app/ports/PasswordHasher") {}
