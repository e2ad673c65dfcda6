/**
 * Forwards one request to a cell and its answer to the caller: bodies are streamed both ways, and
 * headers pass as they came, but for those of the connection and of the caller's address.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Upstream } from "./Upstream.ts"

/** Names the step of a sign-in at several cells; only the router sends it. */
export const signInStepHeader = "retainer-sign-in"

/** RFC 9110 §7.6.1. The length of a body in chunks is decided anew on each connection. */
const ofConnection = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "upgrade",
  "expect"
]
const ofAddress = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip"
]

const dropped = new Set([...ofConnection, signInStepHeader])
const droppedFromStranger = new Set([...dropped, ...ofAddress])
const droppedFromAnswer = new Set([...ofConnection, "transfer-encoding"])

/** Pairs in one list. */
const without = (
  raw: ReadonlyArray<string>,
  names: ReadonlySet<string>,
  named: ReadonlyArray<string> = []
): string[] => {
  const left: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ""
    const lower = name.toLowerCase()
    if (!names.has(lower) && !named.includes(lower)) left.push(name, raw[at + 1] ?? "")
  }
  return left
}

/** Header names that a Connection header lists, beside its two usual words. */
const namedBy = ({ headers: { connection } }: IncomingMessage): ReadonlyArray<string> =>
  connection === undefined || /^(?:keep-alive|close)$/i.test(connection)
    ? []
    : connection.toLowerCase().split(/\s*,\s*/)

export interface Forwarding {
  /** The proxy in front has named the caller's address and scheme. */
  readonly trustProxy: boolean
  readonly isTls: boolean
}

/** The headers of the request to a cell. */
export const headersFor = (request: IncomingMessage, forwarding: Forwarding): string[] => {
  const named = namedBy(request)
  if (forwarding.trustProxy) return without(request.rawHeaders, dropped, named)
  const headers = without(request.rawHeaders, droppedFromStranger, named)
  headers.push("X-Forwarded-For", request.socket.remoteAddress ?? "unknown")
  headers.push("X-Forwarded-Proto", forwarding.isTls ? "https" : "http")
  return headers
}

export const answerHeaders = (rawHeaders: ReadonlyArray<string>): string[] =>
  without(rawHeaders, droppedFromAnswer)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const isRefused = (error: Error): boolean => "code" in error && error.code === "ECONNREFUSED"

/** The error of a kept connection that the cell has just closed. */
const isStale = (error: Error, isReused: boolean): boolean =>
  isReused && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE")

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly headers: ReadonlyArray<string>
  /** The beginning of the body, if it was read; the whole body unless `hasMore`. */
  readonly begun?: Buffer
  readonly hasMore?: boolean
}

/**
 * Sends the request to the first of the cells, and to the next one where that cannot have begun to
 * work on it. `onFailed` answers, if none does.
 */
export const forward = (
  { request, response, headers, begun, hasMore = false }: Exchange,
  cells: ReadonlyArray<Upstream>,
  onFailed: () => void
): void => {
  const { method = "GET", url = "/" } = request
  const streams = begun === undefined ? hasBody(request) : hasMore
  const repeats = !streams && (method === "GET" || method === "HEAD")

  const attempt = ([cell, ...others]: ReadonlyArray<Upstream>, isRepeat = false): void => {
    if (cell === undefined || response.destroyed) {
      onFailed()
      return
    }
    if (cell.state() === "silent") {
      attempt(others)
      return
    }
    const sent = cell.send(method, url, headers)
    let failed = false
    const onGone = (): void => void sent.destroy()
    response.once("close", onGone)
    sent.once("response", (answer) => {
      response.writeHead(
        answer.statusCode ?? 500,
        answer.statusMessage ?? "",
        answerHeaders(answer.rawHeaders)
      )
      // The caller must see that the rest is missing.
      answer.on("error", () => response.destroy())
      answer.pipe(response)
    })
    sent.on("error", (error) => {
      if (failed || response.headersSent) return
      failed = true
      response.off("close", onGone)
      if (repeats && !isRepeat && isStale(error, sent.reusedSocket))
        attempt([cell, ...others], true)
      else if (repeats || (!streams && isRefused(error))) attempt(others)
      else onFailed()
    })
    if (begun !== undefined) sent.write(begun)
    if (!streams) {
      sent.end()
      return
    }
    request.pipe(sent)
    request.on("error", onGone)
    sent.once("close", () => {
      request.unpipe(sent)
      request.resume()
    })
  }

  // The caller may be gone while its answer is written.
  response.on("error", () => {})
  attempt(cells)
}
