/**
 * Compression of answers that are declared open (docs/decisions/0047). The bytes of each coding are
 * memoized by the body, so a cached answer is compressed once. Large answers are compressed in a
 * thread, and sent uncompressed if no thread is free.
 */
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { allowsCompression } from "../../api/endpoint/Bodies.ts"
import { type Coding, codingOf, tagIn } from "./ContentCoding.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Up to this size compressing takes some tenths of a millisecond, less than a thread costs. */
const maxBytesHere = 16 * 1024
/** Node has four threads, which files and DNS use too. */
const maxThreads = 2

/** The bytes; null if they are not smaller, a promise while a thread makes them. */
type Coded = Uint8Array | null | Promise<Uint8Array | null>
type Codings = Map<Coding, Coded>
const made = new WeakMap<HttpBody.HttpBody, Codings>()

/** The most bytes of an answer with its codings, which together are never longer than it. */
export const maxBytesOf = (response: Response): number =>
  response.body._tag === "Uint8Array"
    ? response.body.contentLength * (allowsCompression(response) ? 2 : 1)
    : 0

const brotliOptions = ({ length }: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    // A window larger than the text costs more time than small texts take.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(length))))
  }
})

const compressHere = (bytes: Uint8Array, coding: Coding): Uint8Array =>
  coding === "br" ? brotliCompressSync(bytes, brotliOptions(bytes)) : gzipSync(bytes)

const brotliLater = promisify(brotliCompress)
const gzipLater = promisify<Uint8Array, Buffer>(gzip)

let threads = 0

const compressInThread = async (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> => {
  threads += 1
  try {
    return await (coding === "br" ? brotliLater(bytes, brotliOptions(bytes)) : gzipLater(bytes))
  } finally {
    threads -= 1
  }
}

/** Stores the bytes unless all codings together would be longer than the plain answer. */
const storeCoded = (
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

/** The bytes or a promise of them; null for the uncompressed answer. */
const codedOf = (response: Response, coding: Coding): Coded => {
  const { body } = response
  if (body._tag !== "Uint8Array") return null
  const coded: Codings = made.get(body) ?? new Map()
  made.set(body, coded)
  const known = coded.get(coding)
  if (known !== undefined) return known
  const plain = body.body
  if (plain.length <= maxBytesHere) {
    return storeCoded(coded, coding, compressHere(plain, coding), plain)
  }
  if (threads >= maxThreads) return null
  const later = compressInThread(plain, coding).then(
    (bytes) => storeCoded(coded, coding, bytes, plain),
    // Memory is short: this answer and later ones are sent uncompressed.
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

/** The answer in the accepted coding; an effect if a thread still compresses it. */
export const inCoding = (
  accept: string | undefined,
  response: Response
): Response | Effect.Effect<Response> => {
  if (accept === undefined || !allowsCompression(response)) return response
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
