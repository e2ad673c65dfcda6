/**
 * Known devices: a signed cookie lists the accounts that signed in before. Attempts of strangers do
 * not count against a known device, so that strangers cannot lock out a user. Each device has a
 * limit of its own, so that a stolen cookie allows no faster guessing.
 */
import { Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Signer } from "../../app/ports/Signer.ts"
import { makeSecret } from "../../domain/people/Credential.ts"

/** The longest lifetime that browsers give a cookie (RFC 6265bis §5.5). */
export const deviceSeconds = 400 * 86_400
/** Accounts of people who share a device; of more, those who signed in last. */
const maxAccounts = 5
const purpose = "device"

interface Device {
  readonly id: string
  readonly accounts: ReadonlyArray<string>
}

export const makeDevices = Effect.gen(function* () {
  const signer = yield* Signer
  const random = yield* SecureRandom.SecureRandom

  /** The cookie names no address: it may be read where the device is. */
  const accountOf = (email: string): string =>
    signer.hash(Redacted.make(`${purpose}:${email.toLowerCase()}`)).slice(0, 32)

  const read = (cookie: Redacted.Redacted | null): Device | null => {
    const payload = cookie === null ? undefined : signer.unseal(purpose, Redacted.value(cookie))
    const [id, ...accounts] = payload?.split(" ") ?? []
    return id === undefined ? null : { id, accounts }
  }

  return {
    /** The device's name where it signed in to the account before. */
    known: (cookie: Redacted.Redacted | null, email: string): string | null => {
      const device = read(cookie)
      return device?.accounts.includes(accountOf(email)) === true ? device.id : null
    },
    /** The cookie of a device that signed in to the account just now. */
    remember: Effect.fnUntraced(function* (cookie: Redacted.Redacted | null, email: string) {
      const device = read(cookie)
      const id = device?.id ?? Redacted.value(yield* makeSecret("rse", random, null))
      const account = accountOf(email)
      const others = device?.accounts.filter((one) => one !== account) ?? []
      const accounts = [account, ...others].slice(0, maxAccounts)
      return Redacted.make(signer.seal(purpose, [id, ...accounts].join(" ")))
    })
  }
})
