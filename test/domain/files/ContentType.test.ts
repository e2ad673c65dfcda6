/** The content type of a file, from its bytes and from the sender's declaration. */
import { assert, describe, it } from "@effect/vitest"
import { contentTypeOf } from "../../../src/domain/files/ContentType.ts"

const known = ["image/png", "application/pdf", "application/zip"]
const of = (declared: string, detected: string | null, head: string | Uint8Array = "text") =>
  contentTypeOf({
    declared,
    detected,
    wouldShow: (type) => known.includes(type),
    head: typeof head === "string" ? new TextEncoder().encode(head) : head
  })
const binary = new Uint8Array([0, 1, 2])

describe("the type of a file", () => {
  it("is that of its bytes, whatever is declared", () => {
    assert.strictEqual(of("text/html", "image/png", binary), "image/png")
    assert.strictEqual(of("image/png", "application/pdf", binary), "application/pdf")
  })

  it("is the declared one of formats that begin alike", () => {
    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    assert.strictEqual(of(docx, "application/zip", binary), docx)
    assert.strictEqual(of("application/msword", "application/x-cfb", binary), "application/msword")
    assert.strictEqual(of("text/html", "application/zip", binary), "application/zip")
    assert.strictEqual(of("image/png", "application/zip", binary), "application/zip")
  })

  it("of a text is a plain one", () => {
    assert.strictEqual(of("text/csv; charset=utf-8", null), "text/csv")
    assert.strictEqual(of("", null, "Größe\r\n\tand"), "text/plain")
    // Cut off within a character.
    assert.strictEqual(of("text/markdown", null, new Uint8Array([65, 0xc3])), "text/markdown")
    for (const type of ["text/html", "image/svg+xml", "text/javascript", "text/css", "nonsense"]) {
      assert.strictEqual(of(type, null), "text/plain", type)
    }
    assert.strictEqual(of("image/svg+xml", "application/xml"), "text/plain")
  })

  it("of bytes that say nothing is the declared one, where it could be", () => {
    assert.strictEqual(of("application/x-sketch", null, binary), "application/x-sketch")
    for (const type of [
      ...["image/png", "text/plain", "application/json", "application/xhtml+xml", "text/html"],
      ...["application/wasm", "multipart/form-data", "application/vnd.mozilla.xul+xml", "a/b\r\nc"]
    ]) {
      assert.strictEqual(of(type, null, binary), "application/octet-stream", type)
    }
    assert.strictEqual(of("x", "application/wasm", binary), "application/octet-stream")
  })
})
