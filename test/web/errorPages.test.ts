/** Errors are pages with a link to continue for people, and the envelope for programs. */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { origin } from "../support/owners.ts"
import { makeVisitor } from "../support/visitor.ts"

/** The Accept header of Chromium for a page. */
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
const programs = ["*/*", "application/json", "text/html;q=0, application/json", "image/avif,*/*"]

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
/** Unknown, known under another method, an asset that is not there. */
const dead = ["/nothing", "/settings/nothing/at/all", "/assets/logos/ws_none", "/oauth/nothing"]

const links = (body: string): ReadonlyArray<string> =>
  [...(/<main.*<\/main>/s.exec(body)?.[0] ?? "").matchAll(/<a href="([^"]*)"/g)].map(
    ([, href = ""]) => href
  )

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const ask = (method: string, path: string, accept?: string, cookie = "") =>
    Effect.promise(async () => {
      const headers = { cookie, ...(accept === undefined ? {} : { accept }) }
      const response = await app.fetch(new Request(new URL(path, origin), { method, headers }))
      const type = response.headers.get("content-type") ?? ""
      return { status: response.status, type, body: await response.text() }
    })
  return { app, ask }
})

layer(layerRetainerMemory)("errors", (it) => {
  it.effect("are pages to browsers, with the product's frame and a way on", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      for (const path of dead) {
        for (const method of methods) {
          const { status, type, body } = yield* ask(method, path, browser)
          assert.strictEqual(status, 404, `${method} ${path}`)
          assert.match(type, /^text\/html/, `${method} ${path}`)
          assert.match(body, /<header class="top">.*Retainer.*<\/header>/s)
          assert.deepStrictEqual(links(body), ["/sign-in", "/portal"], path)
        }
      }
      for (const method of ["PUT", "PATCH", "DELETE", "POST"]) {
        assert.match((yield* ask(method, "/docs", browser)).type, /^text\/html/)
      }
    })
  )

  it.effect("are the envelope to programs, and below /v1 to everyone", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      const asked = [
        ...dead.flatMap((path) =>
          [...programs, undefined].map((accept) => [path, accept] as const)
        ),
        ["/v1/nothing", browser],
        ["/v1", browser],
        ["/v1?x", browser]
      ] as const
      for (const [path, accept] of asked) {
        for (const method of methods) {
          const { status, type, body } = yield* ask(method, path, accept)
          const what = `${method} ${path} ${accept}`
          assert.strictEqual(status, 404, what)
          assert.match(type, /^application\/json/, what)
          assert.strictEqual(JSON.parse(body).error.code, "NOT_FOUND", what)
        }
      }
    })
  )

  it.effect("lead whoever is known to where they are at home", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      const session = "retainer_session=rse_x"
      const portal = "retainer_portal=rse_x"
      const waysOf = (path: string, cookie: string) =>
        Effect.map(ask("GET", path, browser, cookie), ({ body }) => links(body))
      assert.deepStrictEqual(yield* waysOf("/nothing", session), ["/home"])
      assert.deepStrictEqual(yield* waysOf("/nothing", portal), ["/portal"])
      assert.deepStrictEqual(yield* waysOf("/nothing", `${session}; ${portal}`), ["/home"])
      assert.deepStrictEqual(yield* waysOf("/pay/x", `${session}; ${portal}`), ["/portal"])
      assert.deepStrictEqual(yield* waysOf("/pay/x", ""), ["/portal", "/sign-in"])
      assert.deepStrictEqual(yield* waysOf("/portal/invitations/x", ""), ["/portal", "/sign-in"])
      assert.deepStrictEqual(yield* waysOf("/welcome/x", ""), ["/sign-in", "/portal"])
      assert.deepStrictEqual(yield* waysOf("/oauth/authorize", session), ["/home"])
    })
  )

  it.effect("of pages have a way on too, whoever may not and whatever is gone", () =>
    Effect.gen(function* () {
      const { app } = yield* setUp
      yield* app.workspace({ ownerEmail: "ways@agency.example" })
      yield* Effect.promise(async () => {
        const visitor = makeVisitor(app.fetch, origin)
        await visitor.signIn("ways@agency.example", ownerPassword)
        for (const path of ["/settings/api-keys/key_x/revoke", "/settings/users/user_x"]) {
          const gone = await visitor.get(path)
          assert.strictEqual(gone.status, 404)
          assert.deepStrictEqual(links(gone.body), ["/home"], path)
        }
        const response = await visitor.once("POST", "/settings/users", {
          headers: { origin: "https://evil.example" }
        })
        assert.strictEqual(response.status, 403)
        assert.deepStrictEqual(links(await response.text()), ["/home"])
      })
    })
  )

  it.effect("every page and what asks without one has the icon", () =>
    Effect.gen(function* () {
      const { app, ask } = yield* setUp
      for (const path of ["/sign-in", "/portal", "/docs", "/check", "/nothing"]) {
        const { body } = yield* ask("GET", path, browser)
        const icons = [...body.matchAll(/<link rel="icon" href="([^"]+)"/g)].map(([, to]) => to)
        assert.deepStrictEqual(icons, ["/favicon.ico", "/assets/icon.svg"], path)
      }
      yield* Effect.promise(async () => {
        const svg = await app.fetch(new Request(`${origin}/assets/icon.svg`))
        assert.match(svg.headers.get("content-type") ?? "", /^image\/svg\+xml/)
        const ico = await app.fetch(new Request(`${origin}/favicon.ico`))
        assert.strictEqual(ico.status, 200)
        // The signature of an icon file with one picture.
        const bytes = new Uint8Array(await ico.arrayBuffer())
        assert.deepStrictEqual([...bytes.subarray(0, 6)], [0, 0, 1, 0, 1, 0])
      })
    })
  )
})
