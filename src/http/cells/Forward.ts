/**
 * Forwards one request to a cell and its answer to the caller: bodies are streamed both ways, and
 * headers pass as they came, but for those of the connection and of the caller's address.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http"
import { recordBody } from "./RepeatedBody.ts"
import type { Upstream } from "./Upstream.ts"

/** Names the step of a sign-in at several cells; only the router sends it. */
export const signInStepHeader = "retainer-sign-in"

/**
 * In a request, a router can follow a workspace that moved; in the answer, the label of its cell.
 * Only routers and cells send it to each other.
 */
export const movedHeader = "retainer-moved"

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

const dropped = new Set([...ofConnection, signInStepHeader, movedHeader])
const droppedFromStranger = new Set([...dropped, ...ofAddress])
const droppedFromAnswer = new Set([...ofConnection, "transfer-encoding", movedHeader])

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

/** The error of an idle connection that the cell has just closed. */
const isStale = (error: Error, isReused: boolean): boolean =>
  isReused && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE")

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly headers: ReadonlyArray<string>
  /** The beginning of the body, if it was read; the whole body unless `hasMore`. */
  readonly begun?: Buffer
  readonly hasMore?: boolean
  readonly cellOf: (label: string) => Upstream | undefined
}

/** Passes the answer of a cell on. */
const passOn = (answer: IncomingMessage, response: ServerResponse): void => {
  const { statusCode = 500, statusMessage = "", rawHeaders } = answer
  response.writeHead(statusCode, statusMessage, answerHeaders(rawHeaders))
  // The caller must see that the rest is missing.
  answer.on("error", () => response.destroy())
  answer.pipe(response)
}

/** Sends the rest of the body, and reads it away once the cell takes no more. */
const streamTo = (
  sent: ClientRequest,
  request: IncomingMessage,
  isSentElsewhere: () => boolean
): void => {
  request.pipe(sent)
  request.on("error", () => void sent.destroy())
  sent.once("close", () => {
    if (isSentElsewhere()) return
    request.unpipe(sent)
    request.resume()
  })
}

const noBytes = Buffer.alloc(0)

/**
 * Sends the request to the first of the cells, and to the next one where that cannot have begun to
 * work on it. A cell that the workspace left names another, which gets the request then; each cell
 * gets it once. `onFailed` answers, if none does.
 */
export const forward = (
  { request, response, headers, begun, hasMore = false, cellOf }: Exchange,
  cells: ReadonlyArray<Upstream>,
  onFailed: () => void
): void => {
  const { method = "GET", url = "/" } = request
  const streams = begun === undefined ? hasBody(request) : hasMore
  const repeats = !streams && (method === "GET" || method === "HEAD")
  const bodySoFar = streams ? recordBody(request, begun ?? noBytes) : () => begun ?? noBytes
  const left = new Set<Upstream>()

  /** The cell to which the workspace moved, if the request can be sent to it. */
  const nextOf = (answer: IncomingMessage): Upstream | undefined => {
    const label = answer.headers[movedHeader]
    const next = typeof label === "string" ? cellOf(label) : undefined
    return next === undefined || left.has(next) || bodySoFar() === null ? undefined : next
  }

  const attempt = ([cell, ...others]: ReadonlyArray<Upstream>, isRepeat = false): void => {
    if (cell === undefined || response.destroyed) {
      onFailed()
      return
    }
    if (cell.state() === "silent") {
      attempt(others)
      return
    }
    const bytes = left.size === 0 ? begun : (bodySoFar() ?? noBytes)
    const sent = cell.send(method, url, headers)
    let failed = false
    const onGone = (): void => void sent.destroy()
    response.once("close", onGone)
    sent.once("response", (answer) => {
      left.add(cell)
      const next = nextOf(answer)
      if (next === undefined) {
        passOn(answer, response)
        return
      }
      failed = true
      response.off("close", onGone)
      request.unpipe(sent)
      // A connection on which the rest of the body is missing has no other use.
      if (streams) sent.destroy()
      else answer.resume()
      attempt([next])
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
    if (bytes !== undefined && bytes.length > 0) sent.write(bytes)
    if (streams && !request.readableEnded) streamTo(sent, request, () => failed)
    else sent.end()
  }

  // The caller may be gone while its answer is written.
  response.on("error", () => {})
  attempt(cells)
}
