/** Seals and hashes without a secret key: the same text always gives the same seal. */
import { createHash } from "node:crypto"
import { Layer, Redacted } from "effect"
import { Signer } from "../app/ports/Signer.ts"

const tagOf = (purpose: string, payload: string): string =>
  createHash("sha256").update(`test:${purpose}:${payload}`).digest("base64url").slice(0, 22)

const sealMemory = (purpose: string, payload: string): string =>
  `${tagOf(purpose, payload)}${Buffer.from(payload).toString("base64url")}`

const deriveMemory = (purpose: string, payload: string): Uint8Array =>
  Uint8Array.from(createHash("sha256").update(`derive:${purpose}:${payload}`).digest())

export const SignerMemory = Layer.succeed(Signer, {
  seal: sealMemory,
  sealings: (purpose, payload) => [sealMemory(purpose, payload)],
  unseal: (purpose, sealed) => {
    const payload = Buffer.from(sealed.slice(22), "base64url").toString()
    // One text, one meaning, as with the real one: no other spelling of the same bytes.
    return sealMemory(purpose, payload) === sealed ? payload : undefined
  },
  derive: deriveMemory,
  derivations: (purpose, payload) => [deriveMemory(purpose, payload)],
  hash: (secret) => createHash("sha256").update(Redacted.value(secret)).digest("hex"),
  sameHash: (a, b) => a === b
})
