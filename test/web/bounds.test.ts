/** Bounds: pages and the API refuse one more object of a workspace or an address. */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OAuthApps } from "../../src/app/oauth/OAuthApps.ts"
import { trialLimits } from "../../src/domain/access/RateLimit.ts"
import { type Bounded, bounds } from "../../src/domain/Bounds.ts"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { origin, signedInOwner } from "../support/owners.ts"
import { makeVisitor } from "../support/visitor.ts"

const setUp = Effect.gen(function* () {
  const { app, made, visitor: owner, call } = yield* signedInOwner()
  /** The page's answer to one more object. */
  const oneMore = (path: string, values: Parameters<typeof owner.submit>[2]) =>
    Effect.promise(async () => owner.submit(await owner.get(path), path, values))
  return { app, made, owner, oneMore, call }
})

const sentence = (what: Bounded) =>
  `A workspace has at most ${bounds[what]} ${what}; remove one before you create another`

layer(layerRetainerMemory)("bounds", (it) => {
  it.effect(
    "endpoints: 422 on the API and a sentence on the page, which keeps what was typed",
    () =>
      Effect.gen(function* () {
        const { call, oneMore } = yield* setUp
        const create = (url: string) => call("POST", "/v1/webhook_endpoints", { url })
        for (let count = 0; count < bounds["webhook endpoints"]; count++) {
          assert.strictEqual((yield* create(`https://x.example/${count}`)).status, 201)
        }
        const refused = yield* create("https://x.example/more")
        assert.deepInclude(refused.body.error, { code: "UNPROCESSABLE", status: 422 })
        assert.include(refused.body.error.message, sentence("webhook endpoints"))
        const page = yield* oneMore("/settings/webhooks", {
          url: "https://x.example/typed",
          which: "every"
        })
        assert.strictEqual(page.status, 422)
        assert.include(page.body, sentence("webhook endpoints"))
        assert.include(page.body, "https://x.example/typed")
        const list = (yield* call("GET", "/v1/webhook_endpoints?limit=100")).body
        assert.strictEqual(list.meta.total, bounds["webhook endpoints"])
        yield* call("DELETE", `/v1/webhook_endpoints/${list.data[0].id}`)
        assert.strictEqual((yield* create("https://x.example/more")).status, 201)
      })
  )

  it.effect("keys: the sentence on the page; a revoked one makes room", () =>
    Effect.gen(function* () {
      const { app, made, owner, oneMore } = yield* setUp
      // The workspace began with one.
      for (let count = 1; count < bounds["API keys"]; count++) {
        yield* app.apiKey(made, ["projects:read"])
      }
      const values = { name: "One more", scopes: ["projects:read"] }
      const page = yield* oneMore("/settings/api-keys", values)
      assert.strictEqual(page.status, 422)
      assert.include(page.body, `A workspace has at most ${bounds["API keys"]} API keys.`)
      const revoke = /href="([^"]+\/revoke)"/.exec(page.body)?.[1] ?? ""
      yield* Effect.promise(async () => owner.submit(await owner.get(revoke), revoke))
      const again = yield* oneMore("/settings/api-keys", values)
      assert.include(again.body, "Your new key")
    })
  )

  it.effect("apps: the sentence on the page", () =>
    Effect.gen(function* () {
      const { made, oneMore } = yield* setUp
      const apps = yield* OAuthApps
      const redirect = "https://x.example/back"
      for (let count = 0; count < bounds["OAuth apps"]; count++) {
        yield* apps.register(made.workspace.id, { name: "A", redirectUris: [redirect] })
      }
      const page = yield* oneMore("/settings/apps", { name: "More", redirect_uris: redirect })
      assert.strictEqual(page.status, 422)
      assert.include(page.body, sentence("OAuth apps"))
    })
  )
})

layer(layerRetainerMemory)("limits by address", (it) => {
  it.effect("PDFs in the portal: a page that says to wait", () =>
    Effect.gen(function* () {
      const { app, call } = yield* setUp
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      })).body
      const inbox = yield* Inbox
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* inbox.receive
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      const link = /https?:\/\/\S+/.exec((yield* inbox.receive).text)?.[0] ?? ""
      const path = new URL(link).pathname
      const ada = makeVisitor(app.fetch, origin)
      yield* Effect.promise(async () => {
        await ada.submit(await ada.get(path), path)
        const pdf = `/portal/invoices/${invoice.id}/pdf`
        for (let count = 0; count < trialLimits.document.burst; count++) {
          assert.strictEqual((await ada.get(pdf)).status, 200)
        }
        const refused = await ada.get(pdf)
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.headers.get("retry-after"), "2")
        assert.include(refused.body, "Wait 2 seconds and try again.")
        assert.strictEqual((await ada.get("/portal")).status, 200)
      })
    })
  )

  it.effect("pages behind payment links, right links and wrong ones, for each address", () =>
    Effect.gen(function* () {
      const { app } = yield* setUp
      const visitorFrom = (address: string) =>
        makeVisitor((request) => {
          request.headers.set("x-forwarded-for", address)
          return app.fetch(request)
        }, origin)
      yield* Effect.promise(async () => {
        const stranger = visitorFrom("192.0.2.1")
        for (let count = 0; count < trialLimits.payment_page.burst; count++) {
          const path = count % 2 === 0 ? `/pay/wrong${count}` : `/pay/wrong${count}/test`
          assert.strictEqual((await stranger.get(path)).status, 404)
        }
        for (const path of ["/pay/other", "/pay/other/test"]) {
          const refused = await stranger.get(path)
          assert.strictEqual(refused.status, 429, path)
          assert.strictEqual(refused.headers.get("retry-after"), "1")
        }
        assert.strictEqual((await visitorFrom("192.0.2.2").get("/pay/other")).status, 404)
      })
    })
  )

  it.effect("logos, of workspaces and apps alike", () =>
    Effect.gen(function* () {
      const { made, owner } = yield* setUp
      yield* Effect.promise(async () => {
        const get = (path: string) => owner.once("GET", path).then(({ status }) => status)
        for (let count = 0; count < trialLimits.picture.burst; count++) {
          assert.strictEqual(await get(`/assets/logos/${made.workspace.id}`), 404)
        }
        assert.strictEqual(await get(`/assets/logos/${made.workspace.id}`), 429)
        assert.strictEqual(await get("/assets/apps/app_x"), 429)
        assert.strictEqual(await get("/assets/retainer.css"), 200)
      })
    })
  )
})
