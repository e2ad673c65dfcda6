/** Bytes are coded once for each coding, large ones in few threads, and only where that pays. */
import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { allowCompression, allowsCompression } from "../../../src/api/endpoint/Bodies.ts"
import { inCoding, maxBytesOf } from "../../../src/http/body/Compression.ts"

type Response = HttpServerResponse.HttpServerResponse

const text = (content: string, contentType = "application/json"): Response =>
  allowCompression(HttpServerResponse.text(content, { contentType, headers: { etag: '"t"' } }))

/** Distinct, so that no test finds what another made. */
let count = 0
const words = (length: number) => `${count++} ${"word ".repeat(length / 5)}`

const bytesOf = ({ body }: Response): Uint8Array => {
  if (body._tag !== "Uint8Array") throw new Error("no bytes")
  return body.body
}

const atOnce = (accept: string | undefined, response: Response): Response => {
  const coded = inCoding(accept, response)
  if (!HttpServerResponse.isHttpServerResponse(coded)) throw new Error("it takes time")
  return coded
}

const codingOf = ({ headers }: Response) => headers["content-encoding"]

describe("what is coded", () => {
  it("is coded once for each coding, whatever happens to the headers", () => {
    const answer = text(words(4000))
    const again = HttpServerResponse.setHeader(answer, "x-request-id", "2")
    for (const coding of ["br", "gzip"]) {
      const [first, second] = [atOnce(coding, answer), atOnce(coding, again)]
      assert.strictEqual(codingOf(first), coding)
      assert.strictEqual(bytesOf(second), bytesOf(first))
      assert.strictEqual(first.headers["etag"], `"t-${coding}"`)
      assert.strictEqual(first.headers["content-length"], String(bytesOf(first).length))
      assert.strictEqual(first.headers["content-type"], "application/json")
    }
  })

  it("takes with its codings no more than twice its bytes", () => {
    const answer = text(words(4000))
    const coded = ["br", "gzip"].map((coding) => bytesOf(atOnce(coding, answer)).length)
    const all = [bytesOf(answer).length, ...coded].reduce((sum, length) => sum + length)
    assert.isAtMost(all, maxBytesOf(answer))
    const closed = HttpServerResponse.text(words(4000))
    assert.strictEqual(maxBytesOf(closed), bytesOf(closed).length)
  })

  it("is text of 1 KiB or more that was said to be open", () => {
    const closed = HttpServerResponse.text(words(4000))
    const picture = text(words(4000), "image/png")
    const small = text("x".repeat(1023))
    for (const answer of [closed, picture, small]) {
      assert.isFalse(allowsCompression(answer))
      assert.strictEqual(atOnce("gzip", answer), answer)
      assert.isUndefined(answer.headers["vary"])
    }
    assert.isTrue(allowsCompression(text("x".repeat(1024))))
    // Bytes that do not shrink go out as they are.
    const random = text(randomBytes(2000).toString("latin1"), "text/plain; charset=latin1")
    const noise = allowCompression(
      HttpServerResponse.uint8Array(randomBytes(2000), { contentType: "text/plain" })
    )
    assert.isTrue(allowsCompression(random) && allowsCompression(noise))
    assert.isUndefined(codingOf(atOnce("gzip", noise)))
    assert.strictEqual(atOnce(undefined, noise), noise)
  })
})

describe("what is large", () => {
  it("is coded in a thread, two at a time; what finds none free goes out as it is", async () => {
    const answers = [1, 2, 3].map(() => text(words(100_000)))
    const coded = answers.map((answer) => inCoding("gzip", answer))
    const [first, second, third] = coded
    if (!Effect.isEffect(first) || !Effect.isEffect(second)) return assert.fail("they wait")
    assert.strictEqual(third, answers[2])
    // Concurrent requests for the same answer share one compression.
    const same = answers[0] === undefined ? undefined : inCoding("gzip", answers[0])
    if (!Effect.isEffect(same)) return assert.fail("it waits too")
    const [one, two, again] = await Effect.runPromise(Effect.all([first, second, same]))
    assert.deepStrictEqual([one, two].map(codingOf), ["gzip", "gzip"])
    assert.strictEqual(bytesOf(again), bytesOf(one))
    // Now it is there at once, and there is a thread for the third.
    assert.strictEqual(bytesOf(atOnce("gzip", answers[0] ?? one)), bytesOf(one))
    const later = inCoding("gzip", answers[2] ?? one)
    if (!Effect.isEffect(later)) return assert.fail("it is coded now")
    assert.strictEqual(codingOf(await Effect.runPromise(later)), "gzip")
  })
})
