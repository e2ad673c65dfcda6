/** Raw requests to the in-memory app, for what a typed client would never send. */
import { Effect, Redacted } from "effect"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export interface RawRequest {
  readonly key?: Redacted.Redacted | string
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

const toRequest = (method: string, path: string, { key, body, raw, headers }: RawRequest) => {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const token = Redacted.isRedacted(key) ? Redacted.value(key) : key
  return new Request(`http://retainer.test${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(payload === undefined ? {} : { body: payload })
  })
}

const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const send = Effect.fnUntraced(function* (
  method: string,
  path: string,
  request: RawRequest = {}
) {
  const app = yield* RetainerMemory
  return yield* Effect.promise(async (): Promise<Answer> => {
    const response = await app.fetch(toRequest(method, path, request))
    return {
      status: response.status,
      headers: response.headers,
      body: parse(await response.text())
    }
  })
})

/** Requests with one key. */
export const sender =
  (key: Redacted.Redacted | string) =>
  (method: string, path: string, body?: unknown): Effect.Effect<Answer, never, RetainerMemory> =>
    send(method, path, { key, ...(body === undefined ? {} : { body }) })
