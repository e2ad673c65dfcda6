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

/** A form with a file and fields beside it. */
export const fileForm = (
  fields: Readonly<Record<string, string>>,
  file: File = new File(["Hello"], "hello.txt", { type: "text/plain" })
): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", file)
  return form
}

export interface RawRequest {
  readonly key?: Redacted.Redacted | string
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/**
 * A body as it is sent. A form is made whole first: one that is read in part ends in an error of
 * undici's.
 */
const encoded = async ({ raw, body }: RawRequest) => {
  if (raw !== undefined) return { payload: raw, type: "application/json" }
  if (body === undefined) return undefined
  if (!(body instanceof FormData)) {
    return { payload: JSON.stringify(body), type: "application/json" }
  }
  const form = new Response(body)
  const type = form.headers.get("content-type") ?? ""
  return { payload: new Uint8Array(await form.arrayBuffer()), type }
}

const toRequest = async (method: string, path: string, request: RawRequest) => {
  const { key, headers } = request
  const content = await encoded(request)
  const token = Redacted.isRedacted(key) ? Redacted.value(key) : key
  return new Request(`http://retainer.test${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { "content-type": content.type }),
      ...headers
    },
    ...(content === undefined ? {} : { body: content.payload })
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
    const response = await app.fetch(await toRequest(method, path, request))
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
