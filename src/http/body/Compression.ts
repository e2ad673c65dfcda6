/**
 * Answers in the coding that is asked for. Only what was said to be open is coded (docs/decisions/0047): its
 * bytes are coded once for each coding and stay with the body, so that an answer that is kept, or is the same
 * for everybody, is never coded again. What is large is coded in a thread, and what finds no thread free goes
 * out as it is.
 */
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { isOpen } from "../../api/endpoint/OpenAnswer.ts"
import { type Coding, codingOf, tagIn } from "./ContentCoding.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Takes some tenths of a millisecond: less than the way to a thread and back is worth. */
const mostBytesHere = 16 * 1024
/** Node has four threads, which files and names are also waiting for. */
const mostThreads = 2

/** The bytes; null where coding them does not pay, a promise while they are made. */
type Coded = Uint8Array | null | Promise<Uint8Array | null>
type Codings = Map<Coding, Coded>
const made = new WeakMap<HttpBody.HttpBody, Codings>()

/** How many bytes an answer takes at most, with those of its codings: together they are no more than it is. */
export const mostBytesOf = (response: Response): number =>
  response.body._tag === "Uint8Array" ? response.body.contentLength * (isOpen(response) ? 2 : 1) : 0

const brotliOptions = ({ length }: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    // A window larger than the text costs more time than small texts take.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(length))))
  }
})

const codeHere = (bytes: Uint8Array, coding: Coding): Uint8Array =>
  coding === "br" ? brotliCompressSync(bytes, brotliOptions(bytes)) : gzipSync(bytes)

const brotliLater = promisify(brotliCompress)
const gzipLater = promisify<Uint8Array, Buffer>(gzip)

let threads = 0

const codeElsewhere = async (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> => {
  threads += 1
  try {
    return await (coding === "br" ? brotliLater(bytes, brotliOptions(bytes)) : gzipLater(bytes))
  } finally {
    threads -= 1
  }
}

/** Keeps the bytes beside the others, unless all would be more than what is coded. */
const keepCoded = (
  coded: Codings,
  coding: Coding,
  bytes: Uint8Array,
  plain: Uint8Array
): Uint8Array | null => {
  const pays = bytes.length < plain.length
  const others = [...coded.values()].map((one) => (one instanceof Uint8Array ? one.length : 0))
  const total = others.reduce((sum, length) => sum + length, bytes.length)
  if (!pays) coded.set(coding, null)
  else if (total <= plain.length) coded.set(coding, bytes)
  else coded.delete(coding)
  return pays ? bytes : null
}

/** The bytes, or when they will be there; null for the answer as it is. */
const codedOf = (response: Response, coding: Coding): Coded => {
  const { body } = response
  if (body._tag !== "Uint8Array") return null
  const coded: Codings = made.get(body) ?? new Map()
  made.set(body, coded)
  const known = coded.get(coding)
  if (known !== undefined) return known
  const plain = body.body
  if (plain.length <= mostBytesHere) {
    return keepCoded(coded, coding, codeHere(plain, coding), plain)
  }
  if (threads >= mostThreads) return null
  const later = codeElsewhere(plain, coding).then(
    (bytes) => keepCoded(coded, coding, bytes, plain),
    // Memory is short: the answer goes out as it is, and so do those that come for it later.
    () => {
      coded.set(coding, null)
      return null
    }
  )
  coded.set(coding, later)
  return later
}

const withBytes = (response: Response, coding: Coding, bytes: Uint8Array | null): Response => {
  if (bytes === null) return response
  const { etag, "content-type": type } = response.headers
  return HttpServerResponse.setHeaders(
    HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, type)),
    { "content-encoding": coding, ...(etag === undefined ? {} : { etag: tagIn(etag, coding) }) }
  )
}

/** The answer in the coding that is asked for; an effect where its bytes are still to be made. */
export const inCoding = (
  accept: string | undefined,
  response: Response
): Response | Effect.Effect<Response> => {
  if (accept === undefined || !isOpen(response)) return response
  const coding = codingOf(accept)
  if (coding === undefined) return response
  const coded = codedOf(response, coding)
  return coded instanceof Promise
    ? Effect.map(
        Effect.promise(() => coded),
        (bytes) => withBytes(response, coding, bytes)
      )
    : withBytes(response, coding, coded)
}
