/** Hashes passwords so that a stolen database does not give them away. */
import { Context, type Effect, type Redacted } from "effect"

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  { readonly hash: (password: Redacted.Redacted) => Effect.Effect<string> }
>()("retainer/app/ports/PasswordHasher") {}
