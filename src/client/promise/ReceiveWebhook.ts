/**
 * Verifies and parses a webhook with WebCrypto alone, in Node, browsers and edge runtimes. It needs
 * the raw body, byte for byte, and not one that a framework has parsed.
 */
import {
  type WebhookFault,
  type WebhookHeaders,
  webhookFault,
  webhookSignature
} from "../../domain/events/WebhookMac.ts"
import type { WebhookEvent } from "../effect/Webhooks.ts"
import type { Plain } from "./RetainerTypes.ts"

/**
 * An event, or the test of an endpoint (`webhook.test`, sequence 0). A switch over `type` needs a
 * default: a later version may send further types.
 */
export type ReceivedEvent = Plain<WebhookEvent>

/** The webhook is forged, older than five minutes, or not an event; see `reason`. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
  readonly reason: WebhookFault | "body"

  constructor(reason: WebhookFault | "body") {
    super(`The webhook is not genuine, or not of now: its ${reason} is not right`)
    this.reason = reason
  }
}

export interface ReceivedWebhook {
  /** `whsec_…`; two during a rotation. */
  readonly secret: string | ReadonlyArray<string>
  /** The headers of a `Request`, an `IncomingMessage` or a gateway event. */
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string | Uint8Array | ArrayBuffer
  /** Milliseconds; by default now. */
  readonly now?: number
}

const headersOf = (headers: ReceivedWebhook["headers"]): WebhookHeaders => {
  const entries =
    headers instanceof Headers
      ? [...headers]
      : Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value?.toString()])
  return Object.fromEntries(entries)
}

const isEvent = (value: unknown): value is ReceivedEvent =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "type" in value &&
  typeof value.type === "string" &&
  "data" in value

const eventIn = (text: string): ReceivedEvent => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WebhookRefused("body")
  }
  if (!isEvent(value)) throw new WebhookRefused("body")
  return value
}

/**
 * The event of a webhook that was signed within the last five minutes. Rejects with WebhookRefused.
 */
export const receiveWebhook = async ({
  secret,
  headers,
  body,
  now = Date.now()
}: ReceivedWebhook): Promise<ReceivedEvent> => {
  const bytes = body instanceof ArrayBuffer ? new Uint8Array(body) : body
  const secrets = typeof secret === "string" ? [secret] : secret
  let fault: WebhookFault | null = "secret"
  for (const one of secrets) {
    fault = await webhookFault(one, headersOf(headers), bytes, now)
    if (fault === null) break
  }
  if (fault !== null) throw new WebhookRefused(fault)
  return eventIn(typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes))
}

/** The headers that Retainer would send with this body, for tests of a receiver. */
export const signedHeaders = async (
  secret: string,
  body: string | Uint8Array,
  { id = "evt_test", now = Date.now() }: { readonly id?: string; readonly now?: number } = {}
): Promise<Record<string, string>> => {
  const timestamp = Math.floor(now / 1000)
  const signature = await webhookSignature(secret, id, timestamp, body)
  if (signature === undefined) throw new WebhookRefused("secret")
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature
  }
}
