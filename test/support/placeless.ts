/** Ciphertexts as they were before they named their key and row. */
import { createCipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Redacted } from "effect"

export const placeless = (key: Redacted.Redacted<Uint8Array>, secret: string): string => {
  const derived = hkdfSync("sha256", Redacted.value(key), "", "retainer vault", 32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", new Uint8Array(derived), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`
}
