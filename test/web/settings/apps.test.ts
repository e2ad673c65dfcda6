/** The page of OAuth apps. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { signedIn, submit } from "../../support/pages.ts"
import { plainPng, pngBomb } from "../../support/pictures.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect(
    "an app is registered with its logo; addresses that codes must not go to are refused",
    () =>
      Effect.gen(function* () {
        const { visitor, anyone } = yield* signedIn
        yield* Effect.promise(async () => {
          const path = "/settings/apps"
          for (const [uri, reason] of [
            ["http://app.example/cb", "must be https"],
            ["https://app.example/cb#x", "must not have a fragment"],
            ["https://u:p@app.example/", "must not carry a user"],
            ["/cb", "must be an absolute URI"],
            ["javascript:alert(1)", "must be https, or a private scheme"],
            ["https://app;x.example/", "must have a plain host name"],
            ["", "must have an address"]
          ] as const) {
            const refused = await submit(visitor, path, { name: "App", redirect_uris: uri })
            assert.strictEqual(refused.status, 422, uri)
            assert.include(refused.body, reason)
          }
          const shown = await submit(visitor, path, {
            name: "App",
            redirect_uris: "https://app.example/cb\r\ncom.example.app:/cb\r\nhttp://127.0.0.1:9/cb"
          })
          assert.match(shown.body, /rcs_[0-9A-Za-z]{38}/)
          const id = /app_[0-9a-z]{26}/.exec(shown.body)?.[0] ?? ""
          const page = await visitor.get(`${path}/${id}`)
          const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
          const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
            const data = new FormData()
            data.set("csrf", csrf)
            data.set("name", "App 2")
            data.set("redirect_uris", "https://app.example/cb")
            data.set("logo", new Blob([bytes]), "logo.png")
            const request = new Request(origin, { method: "POST", body: data })
            return await visitor.once("POST", `${path}/${id}`, {
              body: await request.arrayBuffer(),
              headers: { "content-type": request.headers.get("content-type") ?? "", origin }
            })
          }
          const svg = await upload(new TextEncoder().encode("<svg onload='alert(1)'/>"))
          assert.strictEqual(svg.status, 422)
          const bomb = await upload(pngBomb())
          assert.strictEqual(bomb.status, 422)
          assert.include(
            await bomb.text(),
            "Choose a PNG or JPEG of at most 256 kB and 2000 × 2000 pixels"
          )
          const png = plainPng(3)
          assert.strictEqual((await upload(png)).status, 303)
          const logo = await anyone().once("GET", `/assets/apps/${id}`)
          assert.strictEqual(logo.headers.get("content-type"), "image/png")
          assert.include(logo.headers.get("content-security-policy") ?? "", "sandbox")
          assert.deepStrictEqual(new Uint8Array(await logo.arrayBuffer()), png)
        })
      })
  )
})
