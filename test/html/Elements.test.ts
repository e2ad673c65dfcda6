/**
 * Elements: what they render to, that everything in them is escaped, and that wrong attributes do
 * not compile.
 */
import { assert, describe, it } from "@effect/vitest"
import { render } from "preact-render-to-string"
import * as html from "../../src/html/Elements.ts"

describe("an element", () => {
  it("takes attributes or none, then children", () => {
    assert.strictEqual(render(html.p("a", "b")), "<p>ab</p>")
    assert.strictEqual(render(html.p({ class: "quiet" }, "a")), '<p class="quiet">a</p>')
    assert.strictEqual(render(html.p(html.strong("a"))), "<p><strong>a</strong></p>")
    assert.strictEqual(render(html.br()), "<br/>")
  })

  it("takes lists beside single children, and nothing for null", () => {
    const items = ["a", "b"].map((text) => html.li(text))
    assert.strictEqual(
      render(html.ul(items, null, html.li(1))),
      "<ul><li>a</li><li>b</li><li>1</li></ul>"
    )
  })

  it("escapes text and attributes", () => {
    assert.strictEqual(
      render(html.a({ href: `/"><script>` }, "<script>&")),
      '<a href="/&quot;>&lt;script>">&lt;script>&amp;</a>'
    )
  })

  it("compiles only with the attributes and children that it can have", () => {
    // @ts-expect-error: misspelt
    html.div({ clas: "card" }, "a")
    // @ts-expect-error: no attribute of a paragraph
    html.p({ href: "/" })
    // @ts-expect-error: attributes come first
    html.p("a", { class: "quiet" })
    // @ts-expect-error: not a child
    html.p(new Date(0))
  })
})
