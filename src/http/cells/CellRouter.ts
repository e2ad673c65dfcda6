/**
 * The router in front of several cells: it sends each request to its cell by the label in the
 * request alone, without a table and without a secret. Its own answers are health, an unknown label
 * (401) and a cell that does not answer (500).
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { type ErrorStatus, envelope } from "../../api/errors/ErrorEnvelope.ts"
import { newRequestId } from "../edge/RequestContext.ts"
import { type Addresses, makeWayOf } from "./CellOfRequest.ts"
import { type Everywhere, postEverywhere, signInEverywhere } from "./FanOut.ts"
import { type Forwarding, forward, headersFor } from "./Forward.ts"
import type { Upstream } from "./Upstream.ts"

/** Seconds after which a caller tries a cell again that does not answer. */
const retryAfterSeconds = 5

/** A form of the pages, and the document of the page that checks one (`FormReader.ts`). */
const maxFormBytes = 65_536
const maxDocumentBytes = maxFormBytes + 5 * 1_048_576

const own = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): void => {
  if (response.headersSent || response.destroyed) return
  const text = JSON.stringify(body)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": newRequestId(),
    ...headers
  })
  response.end(text)
}

/** Answers in the envelope. */
export const refuse = (
  response: ServerResponse,
  status: ErrorStatus,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): void => own(response, status, envelope(status, message), headers)

const unknownLabel = (response: ServerResponse): void =>
  refuse(response, 401, "No cell has the label of this credential or link", {
    "www-authenticate": 'Bearer realm="retainer", error="invalid_token"'
  })

const isDown = (response: ServerResponse): void =>
  refuse(response, 500, "The part of the service that has this workspace does not answer", {
    "retry-after": String(retryAfterSeconds)
  })

/** The beginning of a body: all of it unless `hasMore`. */
const begin = (
  request: IncomingMessage,
  maxBytes: number,
  use: (begun: Buffer, hasMore: boolean) => void
): void => {
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) done(true)
  }
  const onEnd = (): void => done(false)
  const done = (hasMore: boolean): void => {
    request.off("data", onData)
    request.off("end", onEnd)
    if (hasMore) request.pause()
    use(Buffer.concat(chunks), hasMore)
  }
  request.on("data", onData)
  request.on("end", onEnd)
}

interface RouterOptions extends Addresses, Forwarding {
  /** Never empty; unlabelled requests go to the first. */
  readonly cells: ReadonlyArray<Upstream>
}

export const makeCellRouter = (
  options: RouterOptions
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const { cells } = options
  const wayOf = makeWayOf(options)
  const byLabel = new Map(cells.map((cell) => [cell.label, cell]))
  const first = cells.slice(0, 1)

  /** The cell of the label; none for an unknown one. */
  const cellsOf = (label: string | null): ReadonlyArray<Upstream> =>
    label === null ? first : cells.filter((cell) => cell === byLabel.get(label))

  /** All cells, that of the label first. */
  const preferring = (label: string | null): ReadonlyArray<Upstream> => {
    const up = cells.filter((cell) => cell.state() === "up")
    const preferred = label === null ? undefined : byLabel.get(label)
    return preferred === undefined ? [...up, ...first] : [preferred, ...up]
  }

  /** Alive while any cell is down; ready while any is up. */
  const health = (response: ServerResponse, url: string): void => {
    const isReady = cells.some((cell) => cell.state() === "up")
    if (url.startsWith("/healthz")) own(response, 200, { status: "ok" })
    else own(response, isReady ? 200 : 503, { status: isReady ? "ready" : "unavailable" })
  }

  return (request, response) => {
    const { method = "GET", url = "/" } = request
    const way = wayOf({ method, url, headers: request.headers })
    const fail = (): void => isDown(response)

    const toCells = (
      candidates: ReadonlyArray<Upstream>,
      body: { readonly begun?: Buffer; readonly hasMore?: boolean } = {}
    ): void => {
      if (candidates.length === 0) unknownLabel(response)
      else
        forward(
          { request, response, headers: headersFor(request, options), ...body },
          candidates,
          fail
        )
    }

    const toAll = (post: (all: Everywhere) => Promise<boolean>, maxBytes: number): void =>
      begin(request, maxBytes, (body, hasMore) => {
        // The first cell refuses it, as it is too large.
        if (hasMore) return toCells(preferring(null), { begun: body, hasMore })
        const headers = headersFor(request, options)
        void post({ request, response, headers, body, cells }).then(
          (isAnswered) => (isAnswered ? undefined : fail()),
          fail
        )
      })

    switch (way.kind) {
      case "own":
        return health(response, url)
      case "cell":
        return toCells(cellsOf(way.label))
      case "session": {
        const found = cellsOf(way.label)
        return toCells(found.length === 0 ? preferring(null) : found)
      }
      case "any":
        return toCells(preferring(way.label))
      case "form":
        return begin(request, maxFormBytes, (begun, hasMore) => {
          const form = new URLSearchParams(hasMore ? "" : begun.toString())
          toCells(cellsOf(way.labelIn(form)), { begun, hasMore })
        })
      case "signIn":
        return toAll(signInEverywhere, maxFormBytes)
      case "all":
        return toAll(postEverywhere, url.startsWith("/check") ? maxDocumentBytes : maxFormBytes)
    }
  }
}
