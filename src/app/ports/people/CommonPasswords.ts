/** The most common passwords, which the password policy refuses. */
import { Context, type Effect } from "effect"

export class CommonPasswords extends Context.Service<
  CommonPasswords,
  {
    /** Whether the text, in lower case, is one of the 10,000 most common passwords. */
    readonly has: (text: string) => Effect.Effect<boolean>
  }
>()("retainer/app/ports/CommonPasswords") {}
