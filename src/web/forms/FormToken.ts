/**
 * Masked form tokens: each response has another mask, so that the length of a compressed page
 * reveals nothing about the token (BREACH, docs/decisions/0047).
 */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"

const xor = (bytes: Uint8Array, mask: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)))

/** The mask, followed by the masked hexadecimal token. */
export const masked = (
  token: string,
  random: SecureRandom.SecureRandom["Service"]
): Effect.Effect<string> => {
  const bytes = Buffer.from(token, "hex")
  return Effect.map(random.randomBytes(bytes.length), (mask) =>
    Buffer.concat([mask, xor(bytes, mask)]).toString("hex")
  )
}

/** Reverses `masked`; any other text yields a token that matches none. */
export const unmasked = (shown: string): string => {
  const bytes = Buffer.from(shown, "hex")
  const middle = bytes.length / 2
  return xor(bytes.subarray(middle), bytes.subarray(0, middle)).toString("hex")
}
