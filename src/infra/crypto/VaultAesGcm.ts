/**
 * Vault: encrypts secrets with AES-256-GCM under a key derived from a secret key (HKDF, RFC 5869).
 * A ciphertext names its key and is bound to its row; moved to another row it does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Layer, Redacted } from "effect"
import { type Place, Vault } from "../../app/ports/Vault.ts"
import { keyId, type SecretKey, type SecretKeys } from "./SecretKeys.ts"

const nonceLength = 12
const tagLength = 16
/** Ciphertexts of this version do not name key and row; only `adopt` opens them. */
const oldVersion = "v1"
const vaultVersion = "v2"

interface VaultKey {
  readonly id: string
  readonly key: Uint8Array
}

const vaultKeyOf = (key: SecretKey): VaultKey => ({
  id: keyId(key),
  key: new Uint8Array(
    hkdfSync("sha256", Redacted.value(key), new Uint8Array(0), "retainer vault", 32)
  )
})

/** A JSON list, so that two places never have the same text. */
const boundTo = ({ kind, workspaceId, id }: Place): Buffer =>
  Buffer.from(JSON.stringify([kind, workspaceId, id]))

const encryptUnder = ({ id, key }: VaultKey, secret: Redacted.Redacted, place: Place): string => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(place))
  const sealed = Buffer.concat([cipher.update(Redacted.value(secret)), cipher.final()])
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  return `${vaultVersion}.${id}.${bytes.toString("base64url")}`
}

/** Throws if the bytes were not encrypted under this key for this place. */
const openUnder = ({ key }: VaultKey, encoded: string, place: Place | null): Redacted.Redacted => {
  const bytes = Buffer.from(encoded, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength))
  if (place !== null) decipher.setAAD(boundTo(place))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  const opened = Buffer.concat([
    decipher.update(bytes.subarray(nonceLength + tagLength)),
    decipher.final()
  ])
  return Redacted.make(opened.toString())
}

export const VaultAesGcm = (keys: SecretKeys): Layer.Layer<Vault> => {
  const first = vaultKeyOf(keys[0])
  const all = keys.map(vaultKeyOf)

  const decrypt = (text: string, place: Place): Redacted.Redacted => {
    const [version, id, encoded = ""] = text.split(".")
    const key = all.find((one) => one.id === id)
    if (version !== vaultVersion) throw new Error("a secret has an unknown encryption version")
    if (key === undefined) throw new Error(`a secret needs the key ${id}, which is not configured`)
    return openUnder(key, encoded, place)
  }

  const opened = (open: () => Redacted.Redacted): Redacted.Redacted | undefined => {
    try {
      return open()
    } catch {
      return undefined
    }
  }

  const again = (secret: Redacted.Redacted | undefined, place: Place): string | null =>
    secret === undefined ? null : encryptUnder(first, secret, place)

  return Layer.succeed(Vault, {
    encrypt: (secret, place) => encryptUnder(first, secret, place),
    decrypt,
    renew: (text, place) =>
      again(
        opened(() => decrypt(text, place)),
        place
      ),
    adopt: (text, place) => {
      const [version, encoded = ""] = text.split(".")
      if (version !== oldVersion) return null
      const found = all.flatMap((key) => opened(() => openUnder(key, encoded, null)) ?? [])
      return again(found[0], place)
    }
  })
}
