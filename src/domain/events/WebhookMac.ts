/**
 * Signatures of the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body` under the secret
 * of a `whsec_…`, by WebCrypto. For who sends and for who receives; imports nothing, so a receiver loads no
 * more than this.
 */

export const secretPrefix = "whsec_"

/** A message that is this much older or newer than now is refused: it may be a replay. */
export const toleranceMs = 300_000

/** What is not right about a message. */
export type WebhookFault = "headers" | "timestamp" | "signature" | "secret"

export interface WebhookHeaders {
  readonly "webhook-id"?: string | undefined
  readonly "webhook-timestamp"?: string | undefined
  readonly "webhook-signature"?: string | undefined
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The key of a secret; undefined where it is none. */
const keyOf = (secret: string): Uint8Array<ArrayBuffer> | undefined => {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  if (!base64.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return bytes.length >= 16 ? bytes : undefined
}

const encoder = new TextEncoder()

/** One signature as it stands in the header: `v1,` and base64; undefined where the secret is none. */
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

/** Equal without telling by its time where two texts differ. */
const same = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++)
    difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}

/** Null where one of the signatures is the secret's and the message is of now. */
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
