/** Secrets encrypted with AES-256-GCM under a key of its own, derived from the service's (HKDF, RFC 5869). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Layer, Redacted } from "effect"
import { Vault } from "../../app/ports/Vault.ts"

const version = "v1"
const nonceLength = 12
const tagLength = 16

export const VaultAesGcm = (secretKey: Redacted.Redacted<Uint8Array>): Layer.Layer<Vault> => {
  const key = new Uint8Array(
    hkdfSync("sha256", Redacted.value(secretKey), new Uint8Array(0), "retainer vault", 32)
  )
  return Layer.succeed(Vault, {
    encrypt: (secret) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", key, nonce)
      const sealed = Buffer.concat([cipher.update(Redacted.value(secret)), cipher.final()])
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`
    },
    decrypt: (text) => {
      const [found, encoded = ""] = text.split(".")
      if (found !== version) throw new Error("a secret was encrypted in an unknown way")
      const bytes = Buffer.from(encoded, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength))
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      const opened = Buffer.concat([
        decipher.update(bytes.subarray(nonceLength + tagLength)),
        decipher.final()
      ])
      return Redacted.make(opened.toString())
    }
  })
}
