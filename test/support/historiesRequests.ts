/**
 * Requests of histories: with the moments of their begin and end, and without an exception where no
 * answer comes.
 */
import { type Agent, type IncomingHttpHeaders, request as openRequest } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { Json } from "./pair.ts"

export interface Answer {
  /** 0 where the connection ended without an answer. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body, decompressed. */
  readonly bytes: Buffer
  /** The body, where it is JSON. */
  readonly body: Json
  /**
   * Milliseconds on a clock that only rises: before the request was sent, after the answer had
   * come.
   */
  readonly began: number
  readonly ended: number
}

export interface Call {
  /** Instead of the key of the workspace; null for none. */
  readonly key?: string | null
  /** JSON; a text is sent as it is. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

const decompressed = (bytes: Buffer, encoding: string | undefined): Buffer => {
  if (encoding === "gzip") return gunzipSync(bytes)
  return encoding === "br" ? brotliDecompressSync(bytes) : bytes
}

const jsonOf = (bytes: Buffer): Json => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

export const sendBy = (
  agent: Agent,
  url: string,
  method: string,
  { body, headers = {} }: Call
): Promise<Answer> =>
  new Promise((resolve) => {
    const began = performance.now()
    const data = typeof body === "object" ? JSON.stringify(body) : body
    const end = (status: number, found: IncomingHttpHeaders, raw: Buffer): void => {
      const ended = performance.now()
      const bytes = decompressed(raw, found["content-encoding"])
      resolve({ status, headers: found, bytes, body: jsonOf(bytes), began, ended })
    }
    const lost = (): void => end(0, {}, Buffer.alloc(0))
    const request = openRequest(url, { method, agent, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        end(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))
      )
      response.on("error", lost)
    })
    request.on("error", lost)
    request.end(data)
  })
