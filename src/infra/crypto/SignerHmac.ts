/** Seals texts with HMAC-SHA256 under the service's secret key. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { Layer, Redacted } from "effect"
import { Signer } from "../../app/ports/Signer.ts"

/** 128 bits of tag: a forger has no better than one guess in 2^128 per request. */
const tagLength = 16

export const SignerHmac = (secretKey: Redacted.Redacted<Uint8Array>): Layer.Layer<Signer> => {
  const macOf = (purpose: string, payload: string): Buffer =>
    createHmac("sha256", Redacted.value(secretKey))
      // The length keeps a purpose from reaching into the payload.
      .update(`${purpose.length}:${purpose}${payload}`)
      .digest()

  const tagOf = (purpose: string, payload: string): Buffer =>
    macOf(purpose, payload).subarray(0, tagLength)

  const sameBytes = (a: Buffer, b: Buffer): boolean =>
    a.length === b.length && timingSafeEqual(a, b)

  return Layer.succeed(Signer, {
    seal: (purpose, payload) =>
      Buffer.concat([tagOf(purpose, payload), Buffer.from(payload)]).toString("base64url"),
    unseal: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, "base64url")
      // Other spellings of the same bytes are refused: one text, one meaning.
      if (bytes.length <= tagLength || bytes.toString("base64url") !== sealed) return undefined
      const payload = bytes.subarray(tagLength).toString()
      return sameBytes(tagOf(purpose, payload), bytes.subarray(0, tagLength)) ? payload : undefined
    },
    derive: (purpose, payload) => Uint8Array.from(macOf(`derive:${purpose}`, payload)),
    hash: (secret) => createHash("sha256").update(Redacted.value(secret)).digest("hex"),
    sameHash: (a, b) => sameBytes(Buffer.from(a), Buffer.from(b))
  })
}
