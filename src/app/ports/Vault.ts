/** Keeps secrets that have to be read again: encrypted at rest under the service's key. */
import { Context, type Redacted } from "effect"

export class Vault extends Context.Service<
  Vault,
  {
    readonly encrypt: (secret: Redacted.Redacted) => string
    /** A defect where the text was not encrypted under this key. */
    readonly decrypt: (text: string) => Redacted.Redacted
  }
>()("retainer/app/ports/Vault") {}
