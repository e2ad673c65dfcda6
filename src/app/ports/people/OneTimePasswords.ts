/** Time-based one-time passwords (RFC 6238): six digits by SHA-1, a new code every 30 seconds. */
import { Context, type DateTime, type Redacted } from "effect"

export class OneTimePasswords extends Context.Service<
  OneTimePasswords,
  {
    /** The secret of these bytes as people type it: base32 (RFC 4648). */
    readonly secretOf: (bytes: Uint8Array) => Redacted.Redacted
    /** The step of the code, if it is that of now or of a neighbour; null for any other. */
    readonly stepOf: (secret: Redacted.Redacted, code: string, at: DateTime.Utc) => number | null
    /** The address that an authenticator app reads from a QR code. */
    readonly uri: (secret: Redacted.Redacted, issuer: string, account: string) => string
  }
>()("retainer/app/ports/OneTimePasswords") {}
