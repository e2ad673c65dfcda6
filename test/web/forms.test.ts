/**
 * Forms are counted before they are parsed: fields, bytes, and nothing of what is not from here.
 */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { maxLogoBytes } from "../../src/domain/workspaces/Picture.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { countedBody, streamed } from "../support/bodies.ts"
import { origin } from "../support/owners.ts"
import { makeVisitor, type Visitor } from "../support/visitor.ts"

const urlEncoded = "application/x-www-form-urlencoded"

/** Someone who has opened a page: the token of its forms, and a way to send anything to them. */
const known = Effect.gen(function* () {
  const app = yield* RetainerMemory
  yield* TestClock.adjust("30 minutes")
  const visitor = makeVisitor(app.fetch, origin)
  const page = yield* Effect.promise(() => visitor.get("/sign-in"))
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
  return { app, visitor, csrf, post: poster(visitor) }
})

const poster =
  (visitor: Visitor) =>
  async (path: string, init: RequestInit, headers: Record<string, string> = {}) => {
    const response = await visitor.once("POST", path, {
      ...init,
      headers: { "content-type": urlEncoded, origin, ...headers }
    })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

/** It was read and judged by what it says. */
const assertRead = (answer: { readonly status: number; readonly body: string }, path: string) => {
  assert.notStrictEqual(answer.status, 413, path)
  assert.notInclude(answer.body, "The form was not accepted", path)
  assert.notInclude(answer.body, "The form could not be read", path)
}

/** Every form that people without an account can send. */
const open = ["/sign-in", "/sign-in/forgot", "/portal/links", "/oauth/authorize?client_id=x"]

const multipart = (fields: number, csrf: string) => {
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return `${part("csrf", csrf)}${part("a", "").repeat(fields - 1)}--b--`
}

layer(layerRetainerMemory)("forms", (it) => {
  it.effect("more than 100 fields are refused with a page, 100 are taken", () =>
    Effect.gen(function* () {
      const { csrf, post } = yield* known
      yield* Effect.promise(async () => {
        for (const path of open) {
          const many = await post(path, { body: `csrf=${csrf}${"&a".repeat(100)}` })
          assert.strictEqual(many.status, 413, path)
          assert.match(many.headers.get("content-type") ?? "", /^text\/html/)
          assert.include(many.body, "at most 100 fields")
          const enough = await post(path, { body: `csrf=${csrf}${"&a".repeat(99)}` })
          assertRead(enough, path)
        }
        const type = { "content-type": "multipart/form-data; boundary=b" }
        const many = await post("/sign-in", { body: multipart(101, csrf) }, type)
        assert.strictEqual(many.status, 413)
        assert.include(many.body, "at most 100 fields")
        const enough = await post("/sign-in", { body: multipart(100, csrf) }, type)
        assertRead(enough, "multipart")
      })
    })
  )

  it.effect("more than 64 KiB are refused with a page, read no further than that", () =>
    Effect.gen(function* () {
      const { csrf, post } = yield* known
      yield* Effect.promise(async () => {
        for (const path of open) {
          const start = `csrf=${csrf}&email=`
          const long = await post(path, { body: start.padEnd(65_537, "x") })
          assert.strictEqual(long.status, 413, path)
          assert.include(long.body, "at most 64 KiB")
          const fits = await post(path, { body: start.padEnd(65_536, "x") })
          assertRead(fits, path)
          const endless = countedBody(8_388_608)
          assert.strictEqual((await post(path, streamed(endless))).status, 413)
          assert.isAtMost(endless.read(), 65_536 + 2 * 16_384)
          const announced = countedBody(8_388_608)
          const length = { "content-length": "8388608" }
          assert.strictEqual((await post(path, streamed(announced), length)).status, 413)
          assert.strictEqual(announced.read(), 0)
        }
      })
    })
  )

  it.effect("what is not from a page of ours is not read at all", () =>
    Effect.gen(function* () {
      const { app, post } = yield* known
      yield* Effect.promise(async () => {
        for (const path of open) {
          const foreign = countedBody(65_536)
          const evil = { origin: "https://evil.example" }
          assert.strictEqual((await post(path, streamed(foreign), evil)).status, 403)
          assert.strictEqual(foreign.read(), 0)
          // Without the `visit` cookie no token is right, and no header says that a page sent it.
          const stranger = makeVisitor(app.fetch, origin)
          const unknown = countedBody(65_536)
          const type = { headers: { "content-type": urlEncoded } }
          const refused = await stranger.once("POST", path, { ...streamed(unknown), ...type })
          assert.strictEqual(refused.status, 403)
          assert.strictEqual(unknown.read(), 0)
          const noForm = countedBody(65_536)
          const json = { "content-type": "application/json" }
          assert.strictEqual((await post(path, streamed(noForm), json)).status, 400)
          assert.strictEqual(noForm.read(), 0)
        }
      })
    })
  )

  it.effect(
    "a boundary beyond RFC 2046 is refused: searching for it takes its length in time",
    () =>
      Effect.gen(function* () {
        const { csrf, post } = yield* known
        const boundary = "b".repeat(5000)
        const body = multipart(2, csrf).replaceAll("--b", `--${boundary}`)
        const type = { "content-type": `multipart/form-data; boundary=${boundary}` }
        const answer = yield* Effect.promise(() => post("/sign-in", { body }, type))
        assert.strictEqual(answer.status, 400)
      })
  )

  it.effect("a form with a logo has room for it, and says what is too much", () =>
    Effect.gen(function* () {
      const { app, visitor } = yield* known
      const email = "logo@agency.example"
      yield* app.workspace({ ownerEmail: email })
      yield* Effect.promise(async () => {
        await visitor.signIn(email, ownerPassword)
        const page = await visitor.get("/settings/workspace")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const upload = async (bytes: number) => {
          const data = new FormData()
          data.set("csrf", csrf)
          data.set("logo", new Blob([new Uint8Array(bytes)]), "logo.png")
          const request = new Request(origin, { method: "POST", body: data })
          return await poster(visitor)(
            "/settings/workspace",
            { body: await request.arrayBuffer() },
            { "content-type": request.headers.get("content-type") ?? "" }
          )
        }
        const tooLarge = await upload(maxLogoBytes + 1)
        assert.strictEqual(tooLarge.status, 422)
        assert.include(tooLarge.body, "Choose a PNG or JPEG of at most 256 kB")
        assert.strictEqual((await upload(4 * maxLogoBytes)).status, 413)
      })
    })
  )
})
