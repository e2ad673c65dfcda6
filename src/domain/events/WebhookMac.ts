/**
 * Signatures of Standard Webhooks: HMAC-SHA256 of `id.timestamp.body` with the secret of a
 * `whsec_…`, by WebCrypto. Server and receivers share it. It imports nothing, so that a receiver's
 * bundle is small.
 */

export const secretPrefix = "whsec_"

/** An older or newer message is refused, against replay attacks. */
const toleranceMs = 300_000

/** The part of a message that failed the check. */
export type WebhookFault = "headers" | "timestamp" | "signature" | "secret"

export interface WebhookHeaders {
  readonly "webhook-id"?: string | undefined
  readonly "webhook-timestamp"?: string | undefined
  readonly "webhook-signature"?: string | undefined
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Undefined for an invalid secret. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> | undefined => {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  if (!base64.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return bytes.length >= 16 ? bytes : undefined
}

const encoder = new TextEncoder()

/** A signature of the header, `v1,` and base64; undefined for an invalid secret. */
export const webhookSignature = async (
  secret: string,
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array
): Promise<string | undefined> => {
  const key = keyOf(secret)
  if (key === undefined) return undefined
  const head = encoder.encode(`${id}.${timestampSeconds}.`)
  const bytes = typeof body === "string" ? encoder.encode(body) : body
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", imported, signed))
  return `v1,${btoa(String.fromCharCode(...mac))}`
}

/** Compares in constant time. */
const same = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++)
    difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}

/** Null if a signature is valid and the timestamp is within the tolerance. */
export const webhookFault = async (
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  nowMs: number
): Promise<WebhookFault | null> => {
  const {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures
  } = headers
  if (id === undefined || timestamp === undefined || signatures === undefined) return "headers"
  if (keyOf(secret) === undefined) return "secret"
  const isOfNow =
    /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * 1000) <= toleranceMs
  if (!isOfNow) return "timestamp"
  const expected = await webhookSignature(secret, id, Number(timestamp), body)
  const isSigned = signatures
    .split(" ")
    .some((one) => expected !== undefined && same(one, expected))
  return isSigned ? null : "signature"
}
