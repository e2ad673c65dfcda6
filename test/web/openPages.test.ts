/** Which pages are compressed, and that the token of a form is no text that stands twice. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { signedInOwner } from "../support/owners.ts"

const open = [
  "/invoices",
  "/reports",
  "/search",
  "/settings/users",
  "/settings/workspace",
  "/settings/audit",
  "/check"
]
const closed = ["/settings/api-keys", "/settings/apps", "/settings/webhooks", "/settings/access"]

const tokensOf = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/name="csrf" value="([^"]+)"/g)].map(([, token = ""]) => token)

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("that show no secret are compressed, those that may show one are not", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedInOwner()
      yield* Effect.promise(async () => {
        for (const path of [...open, ...closed]) {
          const answer = await visitor.once("GET", path, { headers: { "accept-encoding": "gzip" } })
          assert.strictEqual(answer.status, 200, path)
          const coding = open.includes(path) ? "gzip" : null
          assert.strictEqual(answer.headers.get("content-encoding"), coding, path)
          assert.isTrue(coding !== null || (await answer.text()).length > 1024, path)
        }
      })
    })
  )

  it.effect("have another token each time, and each of them is taken", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedInOwner()
      yield* Effect.promise(async () => {
        const path = "/settings/users"
        const [first, second] = [await visitor.get(path), await visitor.get(path)]
        const [one, two] = [tokensOf(first.body)[0] ?? "", tokensOf(second.body)[0] ?? ""]
        assert.lengthOf(one, 128)
        assert.notStrictEqual(one, two)
        assert.notStrictEqual(one.slice(64), two.slice(64))
        const send = (csrf: string) =>
          visitor.once("POST", "/sign-out", {
            body: new URLSearchParams({ csrf }),
            headers: { origin: "http://retainer.test" }
          })
        for (const wrong of [one.slice(64), `${two.slice(0, 64)}${one.slice(64)}`, ""]) {
          assert.notStrictEqual((await send(wrong)).status, 303, wrong)
        }
        assert.strictEqual((await send(one)).status, 303)
      })
    })
  )
})
