/** One-time passwords for tests: the code is the time step itself. */
import { DateTime, Layer, Redacted } from "effect"
import { OneTimePasswords } from "../../app/ports/people/OneTimePasswords.ts"

const stepAt = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / 30_000)

/** The code of every secret at this time. */
export const codeAt = (at: DateTime.Utc): string => String(stepAt(at)).slice(-6).padStart(6, "0")

export const OneTimePasswordsMemory = Layer.succeed(OneTimePasswords, {
  secretOf: (bytes) => Redacted.make(Buffer.from(bytes).toString("hex").toUpperCase()),
  stepOf: (_, code, at) => {
    const offset = [0, -1, 1].find(
      (steps) => codeAt(DateTime.add(at, { seconds: steps * 30 })) === code
    )
    return offset === undefined ? null : stepAt(at) + offset
  },
  uri: (secret, issuer, account) =>
    `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${Redacted.value(secret)}`
})
