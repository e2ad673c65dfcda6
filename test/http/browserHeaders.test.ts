/** Every answer forbids browsers to load, frame or sniff anything that is not allowed. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"

const paths = [
  ["/docs", 200],
  ["/openapi.json", 200],
  ["/healthz", 200],
  ["/readyz", 200],
  ["/metrics", 403],
  ["/sign-in", 200],
  ["/sign-in/forgot", 200],
  ["/portal", 200],
  ["/settings", 303],
  ["/settings/users", 303],
  ["/pay/nothing", 404],
  ["/welcome/nothing", 404],
  ["/oauth/authorize", 400],
  ["/assets/retainer.css", 200],
  ["/assets/invoice.css", 200],
  ["/assets/retainer.js", 200],
  ["/assets/brand/0b6b5a.css", 200],
  ["/assets/brand/none.css", 404],
  ["/assets/logos/ws_none", 404],
  ["/assets/apps/app_none", 404],
  ["/.well-known/oauth-authorization-server", 200],
  ["/nowhere", 404],
  ["/v1/clients", 401],
  ["/v1/nowhere", 404]
] as const

const assertClosed = (path: string, { headers }: Response) => {
  const policy = headers.get("content-security-policy") ?? ""
  assert.include(policy, "frame-ancestors 'none'", path)
  assert.match(policy, /default-src 'none'|base-uri 'none'/, path)
  assert.notMatch(policy, /script-src[^;]*(unsafe|https?:|\*)/, path)
  assert.strictEqual(headers.get("x-frame-options"), "DENY", path)
  assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
  assert.strictEqual(headers.get("referrer-policy"), "no-referrer", path)
}

layer(layerRetainerMemory)("headers for browsers", (it) => {
  it.effect.each(paths)("%s (%i)", ([path, status]) =>
    Effect.gen(function* () {
      const { fetch } = yield* RetainerMemory
      const answer = yield* Effect.promise(() =>
        fetch(new Request(`http://retainer.test${path}`, { redirect: "manual" }))
      )
      assert.strictEqual(answer.status, status)
      assertClosed(path, answer)
    })
  )

  it.effect("a PDF is not framed either, and its viewer is left alone", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      const { apiKey } = yield* app.workspace()
      const api = yield* app.client(apiKey)
      const client = yield* api.clients.create({ payload: { name: "A", email: "a@x.example" } })
      const invoice = yield* api.invoices.create({
        payload: {
          client_id: client.id,
          line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
        }
      })
      const path = `/v1/invoices/${invoice.id}/pdf`
      const answer = yield* Effect.promise(() =>
        app.fetch(
          new Request(`http://retainer.test${path}`, {
            headers: { authorization: `Bearer ${Redacted.value(apiKey)}` }
          })
        )
      )
      assert.strictEqual(answer.headers.get("content-type"), "application/pdf")
      assertClosed(path, answer)
      assert.notInclude(answer.headers.get("content-security-policy") ?? "", "default-src")
    })
  )
})
