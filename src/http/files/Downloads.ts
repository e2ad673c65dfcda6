/**
 * `GET /files/:id?token=…`: the bytes of a file, for the bearer of a valid link. A browser saves
 * them and never shows or runs them on our origin: an attachment of exactly its type, in a sandbox.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type ErrorStatus, envelope } from "../../api/errors/ErrorEnvelope.ts"
import { downloadPath } from "../../app/files/FileLinks.ts"
import { Files, type Opened } from "../../app/files/Files.ts"
import type { ByteRange } from "../../app/ports/files/FileStorage.ts"

/** Characters that `encodeURIComponent` leaves and RFC 8187 §3.2.1 does not allow. */
const notAllowed = /['()*]/g

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Content-Disposition (RFC 6266): `filename*` (RFC 8187), and ASCII for old browsers. */
export const attachment = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const encoded = encodeURIComponent(name.toWellFormed()).replace(notAllowed, percent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The range of a download (RFC 9110 §14.2). Undefined is the whole file, also if the header is not
 * a single range; null is a range without a byte.
 */
const parseRange = (header: string | undefined, size: number): ByteRange | null | undefined => {
  const [, from = "", to = ""] = pattern.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  const last = size - 1
  if (from === "") return to === "0" ? null : { first: Math.max(0, size - Number(to)), last }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return undefined
  return first > last ? null : { first, last: to === "" ? last : Math.min(Number(to), last) }
}

type Request = HttpServerRequest.HttpServerRequest

const refused = (status: ErrorStatus, message: string) =>
  HttpServerResponse.jsonUnsafe(envelope(status, message), { status })

const expired = refused(
  403,
  "This link is no longer good, or was changed: get the file again for a new one"
)
const gone = refused(404, "The file was deleted")

const sandbox =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A range counts only while the file is the one of `If-Range`. */
const requestedRange = ({ headers }: Request, etag: string, size: number) => {
  const onlyOf = headers["if-range"]
  return onlyOf === undefined || onlyOf === etag ? parseRange(headers["range"], size) : undefined
}

const answer = Effect.fnUntraced(function* (request: Request, { file, read }: Opened) {
  const { name, size, contentType, sha256 } = file
  const etag = `"${sha256}"`
  const range = requestedRange(request, etag, size)
  const headers = {
    etag,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": attachment(name),
    "content-security-policy": sandbox
  }
  if (request.headers["if-none-match"] === etag) {
    return HttpServerResponse.empty({ status: 304, headers })
  }
  if (range === null) {
    const error = {
      code: "BAD_REQUEST",
      message: "The file has no byte in this range",
      status: 416
    }
    return HttpServerResponse.jsonUnsafe(
      { error },
      { status: 416, headers: { "content-range": `bytes */${size}` } }
    )
  }
  const bytes = yield* read(range)
  if (bytes === null) return gone
  return HttpServerResponse.stream(bytes, {
    contentType,
    contentLength: range === undefined ? size : range.last - range.first + 1,
    status: range === undefined ? 200 : 206,
    headers:
      range === undefined
        ? headers
        : { ...headers, "content-range": `bytes ${range.first}-${range.last}/${size}` }
  })
})

const tokenOf = ({ url }: Request): string =>
  URL.parse(url, "http://retainer.invalid")?.searchParams.get("token") ?? ""

export const layerDownloads = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const files = yield* Files
    yield* router.add(
      "GET",
      `${downloadPath}/:id`,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { id = "" } = yield* HttpRouter.params
        const opened = yield* files.open(id, tokenOf(request))
        return opened === null ? expired : yield* answer(request, opened)
      }).pipe(Effect.catchTag("FileNotFound", () => Effect.succeed(gone)))
    )
  })
)
