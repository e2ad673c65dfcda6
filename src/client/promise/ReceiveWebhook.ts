/**
 * Webhooks for those who do not use Effect, by WebCrypto alone: in Node, browsers and at the edge. What is
 * taken is the body as it came, byte for byte; a framework that parsed it has to be asked for the raw one.
 */
import {
  type WebhookFault,
  type WebhookHeaders,
  webhookFault,
  webhookSignature
} from "../../domain/events/WebhookMac.ts"
import type { WebhookEvent } from "../effect/Webhooks.ts"
import type { Plain } from "./Face.ts"

/** An event as a webhook brings it, or the test of an endpoint (`webhook.test`, sequence 0). */
export type ReceivedEvent = Plain<WebhookEvent>

/** It is not genuine, not of now, or no event; `reason` says which. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
  readonly reason: WebhookFault | "body"

  constructor(reason: WebhookFault | "body") {
    super(`The webhook is not genuine, or not of now: its ${reason} is not right`)
    this.reason = reason
  }
}

export interface ReceivedWebhook {
  /** `whsec_…`; several while one is replaced by another. */
  readonly secret: string | ReadonlyArray<string>
  /** Of a `Request`, of Node's `IncomingMessage`, or of a gateway's event. */
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

/** The event of a webhook that is genuine, and of the last five minutes; rejects with WebhookRefused. */
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

/** The headers with which Retainer would send this body: for tests of a receiver. */
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
