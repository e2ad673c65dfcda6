/**
 * Random bytes of a connection: requests that are valid, broken in one part, pipelined, cut off, or
 * say their length twice.
 */
import fc from "fast-check"

export interface Bytes {
  readonly bytes: Buffer
  /** Sizes of the pieces in which they are written; the last one repeats, and 0 is all the rest. */
  readonly pieces: ReadonlyArray<number>
  /** The connection is reset after them, instead of closed. */
  readonly isReset: boolean
  /** Both lengths are given: the one answer is a refusal. */
  readonly isAmbiguous: boolean
}

const crlf = "\r\n"
const long = (length: number): string => "a".repeat(length)
const some = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(...values)

/** One part in ten is odd, so that most requests are odd in one part. */
const mostly = <A>(usual: fc.Arbitrary<A>, odd: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: odd, weight: 1 })

const methods = mostly(
  some("GET", "GET", "POST"),
  some(
    "PATCH",
    "DELETE",
    "PUT",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PRI",
    "get",
    "G\0T",
    "G T",
    "",
    "MKCOL"
  )
)
const targets = mostly(
  some(
    "/v1/projects",
    "/v1/clients",
    "/v1/invoices?limit=1",
    "/v1/files",
    "/healthz",
    "/",
    "/docs"
  ),
  some(
    ...[
      "http://127.0.0.1/v1/projects",
      "http://other.example/v1/projects",
      "https://x@y:1/v1/clients"
    ],
    ...[
      "*",
      "",
      "v1/projects",
      "127.0.0.1:443",
      "//v1//projects",
      "/v1/../v1/projects",
      "/%00",
      "/%"
    ],
    ...[
      "/v1/projects\0",
      "/v1/pr\tojects",
      "/v1/ünï",
      "/v1/projects?cursor=\x7f",
      "/v1/projects#x"
    ],
    ...["/%2e%2e/%2e%2e/etc/passwd", "/v1/clients/%ff", "?x", "http://", "http:///v1/projects"],
    ...[`/v1/${long(9000)}`, `/v1/projects?q=${long(70_000)}`]
  )
)
const versions = mostly(
  some("HTTP/1.1"),
  some("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "http/1.1", "", "HTTP/1.1 x", "HTTP/1")
)

const oddHeaders = some(
  ...[
    "Host: other.example",
    "Host:",
    "Host: a@b",
    "Host: x/y",
    "no colon",
    ": no name",
    "A : space"
  ],
  ...["A:no space", "A: \0", "A: \x01\x7f", "A: é", " folded: line", "A: b\r\n c", "A: b\rB: c"],
  ...["A: b\nB: c", "Ä: b", "A[]: b", `A: ${long(9000)}`, `A: ${long(20_000)}`, `${long(9000)}: b`],
  ...[Array.from({ length: 3000 }, (_, at) => `a${at}: b`).join(crlf)],
  ...[
    "Connection: close",
    "Connection: keep-alive",
    "Connection: close, keep-alive",
    "Connection: host"
  ],
  ...["Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x", "Upgrade: TLS/1.0"],
  ...["Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"],
  ...[
    "Expect: 100-continue",
    "Expect: magic",
    "Range: bytes=0-,0-",
    'If-None-Match: "',
    "Cookie: =;;"
  ],
  ...["Content-Type: application/json; charset=x", "Content-Type: ;", "Content-Encoding: gzip"],
  ...[
    'Accept: "',
    "Accept-Encoding: ;q=9",
    "Accept-Language: *-*-*",
    "Authorization: Bearer",
    "TE: x"
  ],
  ...[
    "Authorization: Basic \xff",
    "X-Forwarded-For: '",
    "X-Forwarded-Proto: ,",
    "Idempotency-Key: \t"
  ],
  ...["Content-Length: -1", "Content-Length: +2", "Content-Length: 0x2", "Content-Length: 2, 2"],
  ...["Content-Length: 99999999999999999999", "Content-Length: 1e9", "Content-Length: "],
  ...[
    "Transfer-Encoding: identity",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: chunked, gzip"
  ],
  ...["Transfer-Encoding: xchunked", "Trailer: content-length", "Prefer: dry-run"]
)

const json = '{"name":"Raw","email":"raw@x.example"}'
const chunked = `${json.length.toString(16)}${crlf}${json}${crlf}0${crlf}${crlf}`
/** With the header that says where they end, or with none, or with a wrong one. */
const wholeBodies = some(
  ["", ""] as const,
  [`Content-Length: ${json.length}`, json] as const,
  ["Transfer-Encoding: chunked", chunked] as const
)
const oddBodies = some(
  ...[["", ""] as const, ["", json] as const, ["Content-Length: 0", ""] as const],
  ...[[`Content-Length: ${json.length}`, json] as const, ["Content-Length: 5", json] as const],
  ...[["Content-Length: 500", json] as const, ["Content-Length: 2", "{}"] as const],
  ...[["Content-Length: 4", "\0\0\0\0"] as const, ["Content-Length: 1", "{"] as const],
  ["Transfer-Encoding: chunked", chunked] as const,
  ["Transfer-Encoding: Chunked", chunked.replace(crlf, `;x="y"${crlf}`)] as const,
  ["Transfer-Encoding: chunked", chunked.replace(/0\r\n\r\n$/, "0\r\nA: trailer\r\n\r\n")] as const,
  ["Transfer-Encoding: chunked", chunked.slice(0, 20)] as const,
  ["Transfer-Encoding: chunked", `zz${crlf}${json}`] as const,
  ["Transfer-Encoding: chunked", `-1${crlf}${json}`] as const,
  ["Transfer-Encoding: chunked", `ffffffffffffffff${crlf}${json}`] as const,
  ["Transfer-Encoding: chunked", `5${crlf}${json}`] as const,
  ["Transfer-Encoding: chunked", `5\n${json}\n0\n\n`] as const,
  ["Transfer-Encoding: chunked", `0${crlf}`] as const
)

const requestOf = (key: string) => {
  const usual = [
    `Host: 127.0.0.1`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json"
  ]
  const [named, signed, typed] = usual
  const headers = mostly(
    fc.constant(usual),
    some([named], [signed], [named, typed], [named, named, signed], [])
  )
  const odd = mostly<ReadonlyArray<string>>(
    fc.constant([]),
    fc.array(oddHeaders, { minLength: 1, maxLength: 3 })
  )
  const bodies = mostly(wholeBodies, oddBodies)
  const ends = mostly(some(crlf), some("\n", "\r", ""))
  return fc
    .tuple(methods, targets, versions, headers, odd, bodies, ends)
    .map(([method, target, version, ordinary, more, [length, body], end]) =>
      [`${method} ${target} ${version}`, ...ordinary, ...more, length]
        .filter((line) => line !== "")
        .join(crlf)
        .concat(crlf, end, body)
    )
}

/** The request that is hidden in the body of another one. */
export const smuggledName = "Smuggled"
const smuggled = (key: string): string => {
  const body = JSON.stringify({ name: smuggledName, email: "s@x.example" })
  const head = ["POST /v1/clients HTTP/1.1", "Host: x", `Authorization: Bearer ${key}`]
  const type = ["Content-Type: application/json", `Content-Length: ${body.length}`]
  return [...head, ...type, "", body].join(crlf)
}

const ambiguousOf = (key: string) => {
  const codings = some(
    ...["Transfer-Encoding: chunked", "Transfer-Encoding: Chunked", "transfer-encoding:chunked"],
    ...["Transfer-Encoding: identity, chunked", "Transfer-Encoding: chunked, chunked"],
    ...[
      "Transfer-Encoding : chunked",
      "Transfer-Encoding: \x0bchunked",
      "Transfer-Encoding:\tchunked"
    ],
    ...[
      "Transfer-Encoding: xchunked",
      "Transfer-Encoding:\r\n chunked",
      "X: y\nTransfer-Encoding: chunked"
    ],
    ...["Transfer-Encoding: x\r\nTransfer-Encoding: chunked", "Content-Length: 6"]
  )
  const hidden = smuggled(key)
  const lengths = some(4, 5, 6 + hidden.length, hidden.length)
  return fc.tuple(codings, lengths, fc.boolean()).map(([coding, length, isFirst]) => {
    const both = [`Content-Length: ${length}`, coding]
    const head = ["POST /v1/clients HTTP/1.1", "Host: x", ...(isFirst ? both : both.toReversed())]
    return [...head, "", `0${crlf}`, hidden].join(crlf)
  })
}

const piecesOf = fc.oneof(
  { arbitrary: fc.constant([0]), weight: 3 },
  {
    arbitrary: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
    weight: 2
  }
)

/** `key` is a valid credential. */
export const anyBytes = (key: string): fc.Arbitrary<Bytes> => {
  const requests = fc
    .array(requestOf(key), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(""))
  const cut = fc.tuple(requests, fc.double({ min: 0.05, max: 1, noNaN: true }))
  const noise = fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes) => Buffer.from(bytes))
  const latin = (text: string) => Buffer.from(text, "latin1")
  const of = (bytes: fc.Arbitrary<Buffer>, isAmbiguous = false, isReset = false) =>
    fc.record({
      bytes,
      pieces: piecesOf,
      isAmbiguous: fc.constant(isAmbiguous),
      isReset: fc.constant(isReset)
    })
  return fc.oneof(
    { arbitrary: of(requests.map(latin)), weight: 12 },
    { arbitrary: of(cut.map(([all, part]) => latin(all.slice(0, all.length * part)))), weight: 4 },
    { arbitrary: of(noise), weight: 1 },
    { arbitrary: of(ambiguousOf(key).map(latin), true), weight: 2 },
    { arbitrary: of(requests.map(latin), false, true), weight: 1 }
  )
}
