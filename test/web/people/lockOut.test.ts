/** Tries of a password from elsewhere lock no one out of their own account. */

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Busy } from "../../../src/app/AdmissionControl.ts"
import { CurrentPasswordLane } from "../../../src/app/people/Passwords.ts"
import { PasswordHasher } from "../../../src/app/ports/people/Passwords.ts"
import { trialLimits } from "../../../src/domain/access/RateLimit.ts"
import { PasswordHasherMemory } from "../../../src/testing/people/PasswordHasherMemory.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryWith,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { type Fetch, makeVisitor } from "../../support/visitor.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  // The buckets are full again since the last test.
  yield* TestClock.adjust("1 hour")
  const email = newAddress()
  yield* app.workspace({ ownerEmail: email })
  const from = (address: string) => {
    const fetch: Fetch = (request) => {
      request.headers.set("x-forwarded-for", address)
      return app.fetch(request)
    }
    return makeVisitor(fetch, "http://retainer.test")
  }
  /** The status of a try by someone at the address who has no cookie. */
  const guess = async (address: string, account = email) =>
    (await from(address).signIn(account, "a guess")).status
  /** Guesses at the account from so many addresses until each is refused. */
  const siege = async (prefix: string, addresses: number) => {
    let taken = 0
    for (let index = 0; index < addresses; index++) {
      while ((await guess(`${prefix}.${index}`)) === 403) taken += 1
    }
    return taken
  }
  return { app, email, from, guess, siege }
})

layer(layerRetainerMemory)("lock-out", (it) => {
  it.effect("one address that tries too often is alone in being refused", () =>
    Effect.gen(function* () {
      const { email, from, siege, guess } = yield* setUp
      yield* Effect.promise(async () => {
        assert.strictEqual(await siege("192.0.2", 1), trialLimits.account.burst)
        assert.strictEqual(await guess("192.0.2.0"), 429)
        const owner = await from("198.51.100.1").signIn(email, ownerPassword)
        assert.strictEqual(owner.path, "/home")
      })
    })
  )

  it.effect("an IPv6 network of /64 is one address", () =>
    Effect.gen(function* () {
      const { email, from, guess } = yield* setUp
      yield* Effect.promise(async () => {
        const statuses: number[] = []
        for (let index = 0; index <= trialLimits.account.burst; index++) {
          statuses.push(await guess(`2001:db8:1:2:${index}::1`))
        }
        assert.deepStrictEqual([...new Set(statuses.slice(0, -1))], [403])
        assert.strictEqual(statuses.at(-1), 429)
        const owner = await from("2001:db8:1:3::1").signIn(email, ownerPassword)
        assert.strictEqual(owner.path, "/home")
      })
    })
  )

  it.effect("many addresses together stop strangers, not a device that signed in before", () =>
    Effect.gen(function* () {
      const { app, email, from, siege, guess } = yield* setUp
      const other = newAddress()
      yield* app.workspace({ ownerEmail: other })
      yield* Effect.promise(async () => {
        const owner = from("198.51.100.1")
        await owner.signIn(email, ownerPassword)
        const page = await owner.get("/settings/users")
        await owner.submit(page, "/sign-out")
        assert.isAtMost(await siege("192.0.2", 8), trialLimits.account_anywhere.burst)
        // No new device gets in now, and no one at all by guessing.
        assert.strictEqual(await guess("203.0.113.9"), 429)
        const unknown = await from("203.0.113.8").signIn(email, ownerPassword)
        assert.strictEqual(unknown.status, 429)
        // A cookie of another account, or one that was made up, changes nothing.
        const colleague = from("203.0.113.7")
        await colleague.signIn(other, ownerPassword)
        const again = await colleague.get("/sign-in?other=1")
        const tried = await colleague.submit(again, "/sign-in", { email, password: "a guess" })
        assert.strictEqual(tried.status, 429)
        const forger = from("203.0.113.6")
        const cookie = owner.cookies.get("retainer_device") ?? ""
        assert.isAbove(cookie.length, 40)
        forger.cookies.set("retainer_device", `${cookie.slice(0, -2)}AA`)
        assert.strictEqual((await forger.signIn(email, ownerPassword)).status, 429)
        const back = await owner.signIn(email, ownerPassword)
        assert.strictEqual(back.path, "/home")
      })
    })
  )

  it.effect("an account takes at most 100 guesses in any hour, however many addresses try", () =>
    Effect.gen(function* () {
      const { siege } = yield* setUp
      let taken = yield* Effect.promise(() => siege("192.0.2", 8))
      for (let quarter = 0; quarter < 4; quarter++) {
        yield* TestClock.adjust("899 seconds")
        taken += yield* Effect.promise(() => siege(`198.51.${100 + quarter}`, 8))
      }
      assert.isAtMost(taken, 100)
      assert.isAbove(taken, 90)
    })
  )

  it.effect("a stolen cookie of a device guesses no faster, from wherever", () =>
    Effect.gen(function* () {
      const { email, from } = yield* setUp
      yield* Effect.promise(async () => {
        const owner = from("198.51.100.1")
        await owner.signIn(email, ownerPassword)
        let taken = 0
        for (let index = 0; ; index++) {
          const thief = from(`192.0.2.${index}`)
          thief.cookies.set("retainer_device", owner.cookies.get("retainer_device") ?? "")
          const { status } = await thief.signIn(email, "a guess")
          if (status === 429) break
          taken += 1
        }
        assert.strictEqual(taken, trialLimits.device.burst)
      })
    })
  )

  it.effect("the cookie lives long, names no one, and serves all who share the device", () =>
    Effect.gen(function* () {
      const { app, email, from } = yield* setUp
      const other = newAddress()
      yield* app.workspace({ ownerEmail: other })
      yield* Effect.promise(async () => {
        const visitor = from("198.51.100.1")
        const page = await visitor.get("/sign-in")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const response = await visitor.once("POST", "/sign-in", {
          body: new URLSearchParams({ csrf, email, password: ownerPassword }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
        const line = response.headers.getSetCookie().find((one) => one.includes("_device=")) ?? ""
        assert.match(line, /Max-Age=34560000/)
        assert.match(line, /HttpOnly; SameSite=Lax/)
        const first = visitor.cookies.get("retainer_device") ?? ""
        const readable = atob(first.slice(22).replaceAll("-", "+").replaceAll("_", "/"))
        assert.notInclude(readable, email)
        const again = await visitor.get("/sign-in?other=1")
        await visitor.submit(again, "/sign-in", { email: other, password: ownerPassword })
        const payload = (cookie: string) => atob(cookie.slice(22)).split(" ")
        const both = payload(visitor.cookies.get("retainer_device") ?? "")
        assert.strictEqual(both.length, 3)
        assert.deepStrictEqual([both[0], both[2]], payload(first))
      })
    })
  )
})

/** While this is set, the queue of strangers is full. */
let isCrowded = false
const crowdedHasher = Layer.effect(
  PasswordHasher,
  Effect.map(PasswordHasher, (hasher) => ({
    ...hasher,
    hash: (password, settings) =>
      Effect.withFiber((fiber) =>
        isCrowded && fiber.getRef(CurrentPasswordLane) === "stranger"
          ? Effect.die(new Busy({ reason: "passwords" }))
          : hasher.hash(password, settings)
      )
  }))
).pipe(Layer.provide(PasswordHasherMemory))

layer(layerRetainerMemoryWith(crowdedHasher))("a crowd that signs in", (it) => {
  it.effect("a new device gets 429 with Retry-After, a known one signs in", () =>
    Effect.gen(function* () {
      const { email, from } = yield* setUp
      yield* Effect.promise(async () => {
        const owner = from("198.51.100.1")
        await owner.signIn(email, ownerPassword)
        await owner.submit(await owner.get("/settings/users"), "/sign-out")
        isCrowded = true
        const refused = await from("198.51.100.2").signIn(email, ownerPassword)
        assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "5"])
        assert.include(refused.body, "Wait 5 seconds and try again")
        assert.strictEqual((await owner.signIn(email, ownerPassword)).path, "/home")
        isCrowded = false
      })
    })
  )
})
