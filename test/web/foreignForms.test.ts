/** Forms that are not the pages' own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { origin } from "../support/owners.ts"
import { signedIn } from "../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("a form from elsewhere, without its token or of another kind is refused", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/api-keys")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const form = "application/x-www-form-urlencoded"
        const body = `csrf=${csrf}&name=Key&scopes=projects:read`
        const post = (headers: Record<string, string>, content = body) =>
          visitor.once("POST", "/settings/api-keys", {
            body: content,
            headers: { "content-type": form, ...headers }
          })
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { origin, "sec-fetch-site": "same-site" },
          { origin, "sec-fetch-site": "cross-site" }
        ]) {
          assert.strictEqual((await post(headers)).status, 403)
        }
        assert.strictEqual((await post({ origin }, "name=Key&scopes=projects:read")).status, 403)
        assert.strictEqual(
          (await post({ origin }, `${body.replace(csrf, "0".repeat(64))}`)).status,
          403
        )
        assert.strictEqual(
          (await post({ origin, "content-type": "application/json" }, "{}")).status,
          400
        )
        assert.strictEqual(
          (await post({ origin, "content-type": "multipart/form-data; boundary=x" }, "--y")).status,
          400
        )
        assert.notInclude((await visitor.get("/settings/api-keys")).body, "<strong>Key<")
        // The headers of a browser under Referrer-Policy: no-referrer.
        assert.strictEqual(
          (await post({ origin: "null", "sec-fetch-site": "same-origin" })).status,
          303
        )
      })
    })
  )
})
