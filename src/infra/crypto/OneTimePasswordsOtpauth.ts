/** Time-based one-time passwords by the library otpauth. */
import { DateTime, Layer, Redacted } from "effect"
import { Secret, TOTP } from "otpauth"
import { OneTimePasswords } from "../../app/ports/people/OneTimePasswords.ts"

const period = 30
/** Clocks of phones differ: the code before and the code after count too (RFC 6238 §5.2). */
const window = 1

const totpOf = (secret: Redacted.Redacted, issuer = "", label = ""): TOTP =>
  new TOTP({ issuer, label, period, secret: Secret.fromBase32(Redacted.value(secret)) })

export const OneTimePasswordsOtpauth = Layer.succeed(OneTimePasswords, {
  secretOf: (bytes) => Redacted.make(new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32),
  stepOf: (secret, token, at) => {
    const timestamp = DateTime.toEpochMillis(at)
    const delta = totpOf(secret).validate({ token, timestamp, window })
    return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
  },
  uri: (secret, issuer, label) => totpOf(secret, issuer, label).toString()
})
