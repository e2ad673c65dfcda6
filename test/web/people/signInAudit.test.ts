/** Sign-ins in the audit log: user, address, and failures folded per minute. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { setUp, submit } from "../../support/pages.ts"
import { type Fetch, makeVisitor } from "../../support/visitor.ts"

const from = (address: string) =>
  Effect.map(RetainerMemory, ({ fetch }) => {
    const there: Fetch = (request) => {
      request.headers.set("x-forwarded-for", address)
      return fetch(request)
    }
    return makeVisitor(there, origin)
  })

layer(layerRetainerMemory)("sign-ins in the audit log", (it) => {
  const begin = Effect.gen(function* () {
    const own = yield* setUp
    const lines = Effect.map(own.call("GET", "/v1/audit?limit=100"), ({ body }) =>
      body.data
        .filter(({ action }: { action: string }) => /^user\.sign/.test(action))
        .map(({ action, actor, address, object, before, after }: Record<string, unknown>) => {
          assert.deepInclude(actor, { type: "system" })
          assert.deepStrictEqual(object, { type: "user", id: own.made.userId })
          assert.isNull(before)
          return [action, address, after]
        })
    )
    return { ...own, lines }
  })

  it.effect("each sign-in and sign-out is a line with the address", () =>
    Effect.gen(function* () {
      const { email, lines } = yield* begin
      const visitor = yield* from("198.51.100.7")
      yield* Effect.promise(async () => {
        const home = await visitor.signIn(email, ownerPassword)
        await visitor.submit(home, "/sign-out")
      })
      assert.deepStrictEqual(yield* lines, [
        ["user.signed_in", "198.51.100.7", null],
        ["user.signed_out", "198.51.100.7", null]
      ])
    })
  )

  it.effect(
    "the first failure of an address is written at once, the others of its minute as one",
    () =>
      Effect.gen(function* () {
        const { email, lines } = yield* begin
        const one = yield* from("192.0.2.1")
        const two = yield* from("192.0.2.2")
        const fail = (visitor: typeof one, account = email) =>
          Effect.promise(() => visitor.signIn(account, "a guess"))
        const first = [
          ["user.sign_in_failed", "192.0.2.1", null],
          ["user.sign_in_failed", "192.0.2.2", null]
        ]
        for (const visitor of [one, one, two, one]) yield* fail(visitor)
        yield* fail(one, "nobody@x.example")
        assert.deepStrictEqual(yield* lines, first)
        yield* TestClock.adjust("59 seconds")
        assert.deepStrictEqual(yield* lines, first)
        yield* TestClock.adjust("1 second")
        const folded = ["user.sign_in_failed", "192.0.2.1", { count: 2 }]
        assert.deepStrictEqual(yield* lines, [...first, folded])
        yield* TestClock.adjust("10 minutes")
        yield* fail(two)
        assert.deepStrictEqual(yield* lines, [...first, folded, first[1]])
      })
  )

  it.effect("a wrong password before a sensitive change is a failure too", () =>
    Effect.gen(function* () {
      const { email, lines } = yield* begin
      const visitor = yield* from("198.51.100.8")
      yield* Effect.promise(async () => {
        await visitor.signIn(email, ownerPassword)
        await submit(visitor, "/sign-in/confirm", { password: "a guess" })
      })
      assert.deepStrictEqual((yield* lines).at(-1), ["user.sign_in_failed", "198.51.100.8", null])
    })
  )
})
