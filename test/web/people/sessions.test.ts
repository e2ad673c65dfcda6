/** Sessions on the in-memory app: cookies, the way back after a sign-in, how often one may try. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { setUp } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("signing in begins a session, signing out ends it on the server", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* setUp
      yield* Effect.promise(async () => {
        const home = await visitor.signIn(email, ownerPassword)
        assert.strictEqual(home.path, "/home")
        const cookie = visitor.cookies.get("retainer_session") ?? ""
        const thief = anyone()
        thief.cookies.set("retainer_session", cookie)
        assert.strictEqual((await thief.get("/settings/users")).path, "/settings/users")
        await visitor.submit(home, "/sign-out")
        assert.isFalse(visitor.cookies.has("retainer_session"))
        assert.match((await thief.get("/settings/users")).path, /^\/sign-in/)
      })
    })
  )

  it.effect("the cookies are HttpOnly and Lax, and a sign-in rotates the session", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        const first = await visitor.once("GET", "/sign-in")
        assert.match(first.headers.getSetCookie()[0] ?? "", /HttpOnly; SameSite=Lax/)
        await visitor.signIn(email, ownerPassword)
        const before = visitor.cookies.get("retainer_session") ?? ""
        const again = await visitor.get("/sign-in?other=1")
        await visitor.submit(again, "/sign-in", { email, password: ownerPassword })
        const after = visitor.cookies.get("retainer_session") ?? ""
        assert.notStrictEqual(after, before)
        visitor.cookies.set("retainer_session", before)
        assert.match((await visitor.get("/settings/users")).path, /^\/sign-in/)
      })
    })
  )

  it.effect("an unknown user and a wrong password get the same answer; tries are limited", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        const strip = (body: string) => body.replace(/value="[^"]*"/g, "")
        const wrong = await visitor.signIn(email, "not the password")
        const unknown = await visitor.signIn("nobody@agency.example", "not the password")
        assert.deepStrictEqual([wrong.status, unknown.status], [403, 403])
        assert.strictEqual(strip(wrong.body), strip(unknown.body))
        const statuses: number[] = []
        for (let i = 0; i < 20; i++) statuses.push((await visitor.signIn(email, "x")).status)
        assert.strictEqual(statuses.at(-1), 429)
        const limited = await visitor.signIn(email, ownerPassword)
        assert.strictEqual(limited.status, 429)
        assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
      })
    })
  )

  it.effect("after signing in one comes back to a page of ours and to no other", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        for (const [to, expected] of [
          ["/settings/users", "/settings/users"],
          ["//evil.example", "/home"],
          ["/\\evil.example", "/home"],
          ["https://evil.example", "/home"],
          ["javascript:alert(1)", "/home"]
        ] as const) {
          const page = await visitor.get(`/sign-in?other=1&return_to=${encodeURIComponent(to)}`)
          const after = await visitor.submit(page, "/sign-in", { email, password: ownerPassword })
          assert.strictEqual(after.path, expected)
        }
      })
    })
  )

  it.effect("a session ends 12 hours after its last use, and 14 days after its sign-in", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      const isSignedIn = Effect.promise(
        async () => (await visitor.get("/settings/users")).path === "/settings/users"
      )
      const signIn = Effect.promise(() => visitor.signIn(email, ownerPassword))
      yield* signIn
      yield* TestClock.adjust("11 hours")
      assert.isTrue(yield* isSignedIn)
      yield* TestClock.adjust("11 hours")
      assert.isTrue(yield* isSignedIn)
      yield* TestClock.adjust("12 hours")
      assert.isFalse(yield* isSignedIn)
      yield* signIn
      for (let halfDays = 1; halfDays < 28 * 2; halfDays++) {
        yield* TestClock.adjust("6 hours")
        assert.isTrue(yield* isSignedIn, `after ${halfDays * 6} hours`)
      }
      yield* TestClock.adjust("6 hours")
      assert.isFalse(yield* isSignedIn)
    })
  )
})
