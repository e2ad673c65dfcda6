/** Seals texts with HMAC-SHA256 under the first of the service's keys; every key unseals. */
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from "node:crypto"
import { Layer, Redacted } from "effect"
import { Signer } from "../../app/ports/Signer.ts"
import type { SecretKeys } from "./SecretKeys.ts"

/** In bytes: a guess succeeds with a probability of 2^-128. */
const tagLength = 16

const macOf = (key: KeyObject, purpose: string, payload: string): Buffer =>
  createHmac("sha256", key)
    // The length separates the purpose from the payload.
    .update(`${purpose.length}:${purpose}${payload}`)
    .digest()

const tagOf = (key: KeyObject, purpose: string, payload: string): Buffer =>
  macOf(key, purpose, payload).subarray(0, tagLength)

const sealUnder = (key: KeyObject, purpose: string, payload: string): string =>
  Buffer.concat([tagOf(key, purpose, payload), Buffer.from(payload)]).toString("base64url")

const deriveUnder = (key: KeyObject, purpose: string, payload: string): Uint8Array =>
  Uint8Array.from(macOf(key, `derive:${purpose}`, payload))

const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

export const SignerHmac = (secrets: SecretKeys): Layer.Layer<Signer> => {
  // Created once, not for each tag.
  const first = createSecretKey(Redacted.value(secrets[0]))
  const keys = [first, ...secrets.slice(1).map((key) => createSecretKey(Redacted.value(key)))]
  const unseal = (purpose: string, sealed: string): string | undefined => {
    const bytes = Buffer.from(sealed, "base64url")
    // Refuses other spellings of the same bytes.
    if (bytes.length <= tagLength || bytes.toString("base64url") !== sealed) return undefined
    const payload = bytes.subarray(tagLength).toString()
    const tag = bytes.subarray(0, tagLength)
    return keys.some((key) => sameBytes(tagOf(key, purpose, payload), tag)) ? payload : undefined
  }
  return Layer.succeed(Signer, {
    seal: (purpose, payload) => sealUnder(first, purpose, payload),
    unseal,
    sealings: (purpose, payload) => keys.map((key) => sealUnder(key, purpose, payload)),
    derive: (purpose, payload) => deriveUnder(first, purpose, payload),
    derivations: (purpose, payload) => keys.map((key) => deriveUnder(key, purpose, payload)),
    hash: (secret) => hash("sha256", Redacted.value(secret)),
    sameHash: (a, b) => sameBytes(Buffer.from(a), Buffer.from(b))
  })
}
