/**
 * Secret keys of the service: the first signs and encrypts, all of them verify and open, so that a
 * key can be replaced while its signatures are still in use.
 */
import { createHash } from "node:crypto"
import { Redacted } from "effect"

export type SecretKey = Redacted.Redacted<Uint8Array>
export type SecretKeys = readonly [SecretKey, ...ReadonlyArray<SecretKey>]

const keyLength = 32

const keyOf = (text: string): SecretKey | undefined => {
  const bytes = Buffer.from(text, "base64")
  const isExact = bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "")
  return bytes.length === keyLength && isExact ? Redacted.make(new Uint8Array(bytes)) : undefined
}

/** Keys in base64, separated by commas; undefined if one is invalid or repeated. */
export const parseSecretKeys = (text: string): SecretKeys | undefined => {
  const keys = text.split(",").flatMap((part) => keyOf(part.trim()) ?? [])
  const [first, ...others] = keys
  const isWhole = keys.length === text.split(",").length
  return first !== undefined && isWhole && new Set(keys.map(keyId)).size === keys.length
    ? [first, ...others]
    : undefined
}

/** Names a key without revealing it; ciphertexts carry this name. */
export const keyId = (key: SecretKey): string =>
  createHash("sha256")
    .update("retainer key id")
    .update(Redacted.value(key))
    .digest("hex")
    .slice(0, 12)
