/** The tests that the documents show, run from the documents themselves. */
import { assert, describe, it } from "@effect/vitest"
import { root, snippets, withFile } from "../support/snippets.ts"

const tests = snippets.filter(({ kind }) => kind === "test")

for (const snippet of tests)
  describe(snippet.place, async () => {
    // Its own calls of `it` are heard here.
    await withFile(snippet, (file) => import(/* @vite-ignore */ `${root}${file}`))
  })

it("the manual for testers shows tests", () => {
  assert.isAtLeast(tests.filter(({ place }) => place.startsWith("docs/tester.md")).length, 3)
})
