/** Open redirects: a corpus of targets that browsers read as another site. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { ownPath } from "../../src/web/PageUrls.ts"
import { makeVisitor } from "../support/visitor.ts"

const home = "https://retainer.example"

const hostile = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/.//evil.example",
  "/./\\evil.example",
  "/.\\/evil.example",
  "/%2e//evil.example",
  "/%2E//evil.example",
  "/..//evil.example",
  "/%2e%2e//evil.example",
  "/.%2e//evil.example",
  "/a/..//evil.example",
  "/a/%2e%2e//evil.example",
  "/settings/../..//evil.example/x?y",
  "/.///evil.example",
  "/././/evil.example",
  "/\t.//evil.example",
  "//user:pw@evil.example",
  "/.//user@evil.example",
  "https://evil.example",
  "https:evil.example",
  "http:/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "@evil.example",
  "?x",
  "#x",
  ""
]

const own = [
  ["/settings/users", "/settings/users"],
  ["/oauth/authorize?a=b&c=%2F%2Fevil", "/oauth/authorize?a=b&c=%2F%2Fevil"],
  ["/settings/./users", "/settings/users"],
  ["/%2f/evil.example", "/%2f/evil.example"],
  ["/%5cevil.example", "/%5cevil.example"],
  ["/@evil.example", "/@evil.example"],
  ["/a//b", "/a//b"],
  ["/x#y", "/x"]
] as const

describe("ownPath", () => {
  it("a text that leads elsewhere is none", () => {
    for (const text of hostile) assert.isUndefined(ownPath(text), JSON.stringify(text))
  })

  it("a path of ours stays, as a browser reads it", () => {
    for (const [text, expected] of own) {
      assert.strictEqual(ownPath(text), expected)
      assert.strictEqual(new URL(expected, home).origin, home)
    }
  })
})

layer(layerRetainerMemory)("return_to", (it) => {
  it.effect("is left out of the page and the redirect where it leads elsewhere", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      yield* app.workspace()
      yield* Effect.promise(async () => {
        const visitor = makeVisitor(app.fetch, "http://retainer.test")
        const page = await visitor.get("/sign-in?return_to=/.//evil.example")
        assert.notInclude(page.body, "evil")
        const after = await visitor.submit(page, "/sign-in", {
          email: "owner@agency.example",
          password: ownerPassword,
          return_to: "/.//evil.example"
        })
        assert.strictEqual(after.path, "/home")
      })
    })
  )
})
