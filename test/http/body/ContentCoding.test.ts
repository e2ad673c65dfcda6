/** Which coding a request gets, and the tags of what is coded. */
import { assert, describe, it } from "@effect/vitest"
import { canRead, codingOf, plainTag, tagIn } from "../../../src/http/body/ContentCoding.ts"

describe("Accept-Encoding", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["deflate, zstd", undefined],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0.9", "gzip"],
    ["gzip;q=0.1, br ; q=0.2", "br"],
    ["br;q=0, gzip;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["gzip;q=much", undefined],
    ["identity, gzip;q=0.5", undefined],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity;q=0, gzip;q=0.001", "gzip"]
  ])("%s: %s", (header, coding) => {
    assert.strictEqual(codingOf(header), coding)
    // The second time it is known.
    assert.strictEqual(codingOf(header), coding)
  })
})

describe("an ETag", () => {
  it("is another one in each coding, and leads back to the first", () => {
    assert.strictEqual(tagIn('"abc"', "gzip"), '"abc-gzip"')
    assert.strictEqual(tagIn('"abc"', "br"), '"abc-br"')
    for (const tag of ['"abc"', '"abc-br"', '"abc-gzip"']) {
      assert.strictEqual(plainTag(tag), '"abc"')
    }
    assert.strictEqual(plainTag('"abc-zip"'), '"abc-zip"')
  })

  it("is of something readable where the coding is accepted, or none is named", () => {
    assert.isTrue(canRead(undefined, '"abc-br"'))
    assert.isTrue(canRead("gzip", '"abc-gzip"'))
    assert.isTrue(canRead("", '"abc"'))
    assert.isFalse(canRead("gzip", '"abc-br"'))
    assert.isFalse(canRead("", '"abc-gzip"'))
  })
})
