/** The name of a download: in ASCII for all, and as it is for those that know RFC 8187. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { attachment } from "../../../src/http/files/Downloads.ts"

describe("attachment", () => {
  it("names a file as it is, and in ASCII", () => {
    assert.strictEqual(
      attachment(`"Größe" (5%)'*\\.txt`),
      `attachment; filename="_Gr__e_ (5_)'*_.txt"; filename*=UTF-8''%22Gr%C3%B6%C3%9Fe%22%20%285%25%29%27%2A%5C.txt`
    )
  })

  it("is one header of allowed characters, from which the name comes back, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        const [, ascii = "", encoded = ""] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(
            attachment(name)
          ) ?? []
        assert.match(ascii, /^[\x20-\x7e]+$/)
        assert.strictEqual(decodeURIComponent(encoded), name.toWellFormed())
      })
    )
  })
})
