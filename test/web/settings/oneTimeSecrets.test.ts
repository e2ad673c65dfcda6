/**
 * Secrets that are shown once: a reload creates no second one, and no other session sees the first.
 */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { limitsComeBack, newOwner, origin } from "../../support/owners.ts"

const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const { app, email, anyone, call } = yield* newOwner()
  const signedIn = async () => {
    const visitor = anyone()
    await visitor.signIn(email, ownerPassword)
    return visitor
  }
  return { app, signedIn, call }
})

const key = { name: "Export", scopes: "projects:read" }
const app = { name: "Ledger", redirect_uris: "https://app.example/cb" }
const endpoint = { url: "https://receiver.example/hook", which: "every" }

const kinds = [
  ["keys", "/settings/api-keys", key, /rk_[0-9A-Za-z]{38}/, "Create another key"],
  ["apps", "/settings/apps", app, /rcs_[0-9A-Za-z]{38}/, "New secret"],
  ["endpoints", "/settings/webhooks", endpoint, /whsec_[0-9A-Za-z+/]+=*/, "New secret"]
] as const

/** The page without the tokens of its forms, which are others each time. */
const unmarked = (body: string): string => body.replaceAll(/(name="csrf" value=")[^"]+/g, "$1")

layer(layerRetainerMemory)("a secret that is shown once", (it) => {
  it.effect.each(kinds)(
    "%s: the form leads to a page that shows it; loaded again, the page says that it did",
    ([, path, values, secret, another]) =>
      Effect.gen(function* () {
        const { signedIn } = yield* setUp
        yield* Effect.promise(async () => {
          const visitor = await signedIn()
          const shown = await visitor.submit(await visitor.get(path), path, values)
          assert.strictEqual(shown.status, 200)
          assert.match(shown.path, /\/[a-z]+_[0-9a-z]{26}\/secret$/)
          assert.match(shown.body, secret)
          assert.strictEqual(shown.headers.get("cache-control"), "no-store")
          const list = (await visitor.get(path)).body
          const again = await visitor.get(shown.path)
          assert.strictEqual(again.path, shown.path)
          assert.notMatch(again.body, secret)
          assert.include(again.body, "It was shown once")
          assert.include(again.body, another)
          assert.strictEqual(unmarked((await visitor.get(path)).body), unmarked(list))
        })
      })
  )

  it.effect.each(kinds.slice(1))(
    "%s: a rotation too, and its page loaded again rotates nothing",
    ([, path, values, secret]) =>
      Effect.gen(function* () {
        const { signedIn } = yield* setUp
        yield* Effect.promise(async () => {
          const visitor = await signedIn()
          const first = await visitor.submit(await visitor.get(path), path, values)
          const rotate = first.path.replace(/secret$/, "rotate")
          const second = await visitor.submit(await visitor.get(rotate), rotate)
          assert.strictEqual(second.path, first.path)
          assert.match(second.body, secret)
          assert.notStrictEqual(secret.exec(second.body)?.[0], secret.exec(first.body)?.[0])
          assert.include((await visitor.get(second.path)).body, "It was shown once")
        })
      })
  )

  it.effect("opens in its own session, at its own page, for two minutes and no longer", () =>
    Effect.gen(function* () {
      const { signedIn } = yield* setUp
      const path = "/settings/api-keys"
      const make = async (visitor: Awaited<ReturnType<typeof signedIn>>) => {
        const page = await visitor.get(path)
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const answer = await visitor.once("POST", path, {
          body: new URLSearchParams({ csrf, ...key }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", origin }
        })
        assert.strictEqual(answer.status, 303)
        assert.match(
          answer.headers.getSetCookie().join("\n"),
          /retainer_once=[^;]+; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax/
        )
        return answer.headers.get("location") ?? ""
      }
      const isShown = async (visitor: Awaited<ReturnType<typeof signedIn>>, at: string) =>
        /rk_[0-9A-Za-z]{38}/.test((await visitor.get(at)).body)
      const { late, at } = yield* Effect.promise(async () => {
        const [owner, other] = [await signedIn(), await signedIn()]
        const first = await make(owner)
        other.cookies.set("retainer_once", owner.cookies.get("retainer_once") ?? "")
        assert.isFalse(await isShown(other, first))
        const second = await make(owner)
        // Neither the page of another key nor what is no cookie of ours opens it, or ends it.
        assert.isFalse(await isShown(owner, first))
        const cookie = owner.cookies.get("retainer_once") ?? ""
        for (const forged of ["x", "v1.x", `${cookie}A`, cookie.slice(0, -1)]) {
          owner.cookies.set("retainer_once", forged)
          const page = await owner.get(second)
          assert.strictEqual(page.status, 200)
          assert.include(page.body, "It was shown once")
        }
        owner.cookies.set("retainer_once", cookie)
        assert.isTrue(await isShown(owner, second))
        return { late: owner, at: await make(owner) }
      })
      yield* TestClock.adjust("121 seconds")
      assert.isFalse(yield* Effect.promise(() => isShown(late, at)))
    })
  )
})
