/**
 * Recovery codes of a second factor: 80 random bits each, so that a plain hash of one cannot be
 * reversed. Without letters and digits that are easily confused.
 */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"

export const recoveryCodes = 10

const alphabet = "23456789abcdefghijkmnpqrstuvwxyz"
const groups = 4
const groupLength = 4

export const makeRecoveryCode = Effect.fnUntraced(function* (
  random: SecureRandom.SecureRandom["Service"]
) {
  const bytes = yield* random.randomBytes(groups * groupLength)
  const letters = Array.from(bytes, (byte) => alphabet[byte % 32])
  return Array.from({ length: groups }, (_, at) =>
    letters.slice(at * groupLength, (at + 1) * groupLength).join("")
  ).join("-")
})

/** As it is hashed, however it is typed. */
export const typedCode = (text: string): string => text.toLowerCase().replace(/[\s-]/g, "")
