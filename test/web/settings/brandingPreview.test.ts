/** The preview shows typed values to owners and admins, and saves nothing. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, signedIn, submit } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const path = "/settings/branding"
const values = {
  name: "Studio <b>",
  colour: "#123456",
  invoice_prefix: "RE",
  payment_terms: "14",
  locale: "de",
  time_zone: "Europe/Berlin"
}

layer(layerRetainerMemory)("the preview of branding", (it) => {
  it.effect("shows header, pay page and mail with unsaved values, and saves nothing", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const page = yield* Effect.promise(() =>
        submit(visitor, path, { ...values, intent: "preview" })
      )
      assert.strictEqual(page.status, 200)
      const body = unescapeHtml(page.body)
      for (const text of [
        '<html lang="de">',
        "/assets/brand/123456.css",
        "Studio",
        "Rechnung RE-0001",
        "1.428,00",
        "<iframe",
        "Nothing is saved"
      ]) {
        assert.include(body, text)
      }
      assert.notInclude(page.body, "Studio <b>")
      const policy = page.headers.get("content-security-policy") ?? ""
      assert.include(policy, "script-src 'none'")
      const document = yield* Effect.promise(() =>
        submit(visitor, path, { ...values, intent: "preview-document" })
      )
      assert.strictEqual(document.headers.get("content-type"), "application/pdf")
      assert.include(document.body, "RE-0001")
      assert.notStrictEqual((yield* call("GET", "/v1/workspace")).body.invoice_prefix, "RE")
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.data.length, 0)
    })
  )

  it.effect("names what is wrong instead, and is not for members", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const wrong = yield* Effect.promise(() =>
        submit(visitor, path, { ...values, invoice_prefix: "", intent: "preview" })
      )
      assert.strictEqual(wrong.status, 422)
      assert.include(wrong.body, "Invoice prefix")
      const member = yield* colleagueOf(visitor, "member")
      const forged = yield* Effect.promise(async () => {
        const form = await member.get("/settings/connected-apps")
        const token = /name="csrf" value="([^"]+)"/.exec(form.body)?.[1] ?? ""
        return await member.once("POST", path, {
          body: new URLSearchParams({ ...values, intent: "preview", csrf: token }).toString(),
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            origin: "http://retainer.test"
          }
        })
      })
      assert.strictEqual(forged.status, 403)
    })
  )
})
