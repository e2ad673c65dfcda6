/**
 * The router in front of several cells: it sends each request to its cell by the label in the
 * request alone, without a table and without a secret.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { RouterErrorPage } from "../../api/errors/ErrorPage.ts"
import { type Addresses, makeWayOf } from "./CellOfRequest.ts"
import { type Everywhere, postEverywhere, signInEverywhere } from "./FanOut.ts"
import { type Forwarding, forward, headersFor, movedHeader } from "./Forward.ts"
import { makeOwnAnswers } from "./OwnAnswers.ts"
import type { Upstream } from "./Upstream.ts"

/** A form of the pages, and the document of the page that checks one (`FormReader.ts`). */
const maxFormBytes = 65_536
const maxDocumentBytes = maxFormBytes + 5 * 1_048_576
/** Documents in memory at a time. */
const maxDocuments = 8

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
  readonly errorPage: RouterErrorPage
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The cells at which a request is tried, in their order. */
const makeCandidates = (cells: ReadonlyArray<Upstream>) => {
  const byLabel = new Map(cells.map((cell) => [cell.label, [cell]]))
  const first = cells.slice(0, 1)
  const areUp = () => cells.filter((cell) => cell.state() === "up")
  return {
    areUp,
    /** The cell of the label; none for an unknown one. */
    of: (label: string | null): ReadonlyArray<Upstream> =>
      label === null ? first : (byLabel.get(label) ?? []),
    /** Those that may answer in place of each other, that of the label first. */
    preferring: (label: string | null): ReadonlyArray<Upstream> => {
      const preferred = label === null ? undefined : byLabel.get(label)
      return preferred === undefined ? [...areUp(), ...first] : [...preferred, ...areUp()]
    }
  }
}

/** `problemOf` finds what makes a request invalid. */
export const makeCellRouter = (
  options: RouterOptions,
  problemOf: (request: IncomingMessage) => string | undefined
): Handler => {
  const { cells } = options
  const wayOf = makeWayOf(options)
  const candidates = makeCandidates(cells)
  const own = makeOwnAnswers(options)
  const cellOf = (label: string) => candidates.of(label)[0]
  let documents = 0

  return (request, response) => {
    const { method = "GET", url = "/" } = request
    const exchange = { request, response }
    const problem = problemOf(request)
    if (problem !== undefined) return own.refuseBroken(exchange, problem)
    const way = wayOf({ method, url, headers: request.headers })
    const fail = (): void => own.isDown(exchange)

    const toCells = (
      tried: ReadonlyArray<Upstream>,
      body: { readonly begun?: Buffer; readonly hasMore?: boolean } = {}
    ): void => {
      const headers = headersFor(request, options)
      headers.push(movedHeader, "follow")
      if (tried.length === 0) own.unknownLabel(exchange)
      else forward({ ...exchange, headers, ...body, cellOf }, tried, fail)
    }

    const toAll = (post: (all: Everywhere) => Promise<boolean>, maxBytes: number): void =>
      begin(request, maxBytes, (body, hasMore) => {
        // The first cell refuses it, as it is too large.
        if (hasMore) return toCells(candidates.preferring(null), { begun: body, hasMore })
        const headers = headersFor(request, options)
        void post({ ...exchange, headers, body, cells }).then(
          (isAnswered) => (isAnswered ? undefined : fail()),
          fail
        )
      })

    switch (way.kind) {
      case "own":
        return own.health(exchange, candidates.areUp().length > 0)
      case "cell":
        return toCells(candidates.of(way.label))
      case "session": {
        const found = candidates.of(way.label)
        return toCells(found.length === 0 ? candidates.preferring(null) : found)
      }
      case "any":
        return toCells(candidates.preferring(way.label))
      case "form":
        return begin(request, maxFormBytes, (begun, hasMore) => {
          const form = new URLSearchParams(hasMore ? "" : begun.toString())
          toCells(candidates.of(way.labelIn(form)), { begun, hasMore })
        })
      case "signIn":
        return toAll(signInEverywhere, maxFormBytes)
      case "all":
        if (!url.startsWith("/check")) return toAll(postEverywhere, maxFormBytes)
        if (documents >= maxDocuments) return own.isBusy(exchange)
        documents += 1
        response.once("close", () => {
          documents -= 1
        })
        return toAll(postEverywhere, maxDocumentBytes)
    }
  }
}
