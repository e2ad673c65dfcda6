/**
 * Passwords by argon2id: the form at rest, and the bound on computations also after interruptions.
 */
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll } from "vitest"
import { Busy, CurrentLane } from "../../../src/app/AdmissionControl.ts"
import { CurrentPasswordLane } from "../../../src/app/people/Passwords.ts"
import { PasswordHasher } from "../../../src/app/ports/people/Passwords.ts"
import { patience, queueLength } from "../../../src/infra/crypto/HashQueue.ts"
import {
  PasswordHasherArgon2,
  PasswordHasherArgon2Threads
} from "../../../src/infra/crypto/PasswordHasherArgon2.ts"

type Done = (error: Error | null, tag: Buffer) => void

/** While it is held, computations begin and do not end. */
const held: { waiting: Done[] | null; begun: number } = { waiting: null, begun: 0 }

// Other files of the process have the module under test already, so what it calls is replaced, not
// what it imports.
const real = crypto.argon2
const counted = (name: "argon2id", options: Parameters<typeof real>[1], done: Done): void => {
  held.begun += 1
  if (held.waiting === null) real(name, options, done)
  else held.waiting.push(done)
}
beforeAll(() => {
  Object.assign(crypto, { argon2: counted })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(crypto, { argon2: real })
  syncBuiltinESMExports()
})

const password = Redacted.make("correct horse")

describe("PasswordHasherArgon2", () => {
  it.effect("writes the PHC form, as any argon2 reads it", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const settings = hasher.settings(new TextEncoder().encode("0123456789abcdef"))
      assert.strictEqual(
        yield* hasher.hash(password, settings),
        "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$rk2Mi3E4dgRMg0fHaYaptWVZRKqs//6b6k3/nntqGJk"
      )
      // Composed and decomposed letters are one password.
      const [one, other] = yield* Effect.forEach(["caf\u00e9", "cafe\u0301"], (text) =>
        hasher.hash(Redacted.make(text), settings)
      )
      assert.strictEqual(one, other)
    }).pipe(Effect.provide(PasswordHasherArgon2))
  )

  it.live("gives the same where Node has no argon2", () =>
    Effect.gen(function* () {
      const salt = new TextEncoder().encode("0123456789abcdef")
      const ofThreads = yield* PasswordHasher
      const settings = ofThreads.settings(salt)
      held.begun = 0
      const hashed = yield* ofThreads.hash(password, settings)
      assert.strictEqual(held.begun, 0)
      assert.match(hashed, /\$rk2Mi3E4dgRMg0fHaYaptWVZRKqs\/\/6b6k3\/nntqGJk$/)
    }).pipe(Effect.provide(PasswordHasherArgon2Threads))
  )

  it.effect("two at a time, also where those who asked have gone", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const settings = hasher.settings(new Uint8Array(16))
      const waiting: Done[] = []
      held.waiting = waiting
      held.begun = 0
      const tries = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(hasher.hash(password, settings))
      )
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      assert.strictEqual(held.begun, 2)
      for (const fiber of tries) fiber.interruptUnsafe()
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      const late = yield* Effect.forkChild(hasher.hash(password, settings))
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      // The threads of the two still run: no third may begin.
      assert.strictEqual(held.begun, 2)
      held.waiting = null
      for (const done of waiting) done(null, Buffer.alloc(32))
      assert.include(yield* Fiber.join(late), settings)
      assert.strictEqual(held.begun, 3)
    }).pipe(Effect.provide(PasswordHasherArgon2))
  )

  it.effect(
    "guesses of strangers queue apart: bounded in number and time, never before others",
    () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const settings = hasher.settings(new Uint8Array(16))
        const waiting: Done[] = []
        held.waiting = waiting
        held.begun = 0
        const hash = hasher
          .hash(password, settings)
          .pipe(Effect.provideService(CurrentLane, { kind: "outside", address: "192.0.2.1" }))
        const guess = Effect.provideService(hash, CurrentPasswordLane, "stranger")
        const settled = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow)
        const reasonOf = Effect.catchDefect((defect) =>
          defect instanceof Busy ? Effect.succeed(defect.reason) : Effect.die(defect)
        )
        const guesses = yield* Effect.forEach(Array.from({ length: queueLength + 1 }), () =>
          Effect.forkChild(reasonOf(guess))
        )
        yield* settled
        // One guess computes, the others wait, and a further one is refused at once.
        assert.strictEqual(held.begun, 1)
        assert.strictEqual(yield* reasonOf(guess), "passwords")
        const known = yield* Effect.forkChild(hash)
        yield* settled
        assert.strictEqual(held.begun, 2)
        yield* TestClock.adjust(patience)
        const [first, ...others] = guesses
        for (const other of others) assert.strictEqual(yield* Fiber.join(other), "passwords")
        held.waiting = null
        for (const done of waiting) done(null, Buffer.alloc(32))
        assert.include(yield* Fiber.join(known), settings)
        assert.include(first && (yield* Fiber.join(first)), settings)
        assert.include(yield* guess, settings)
      }).pipe(Effect.provide(PasswordHasherArgon2))
  )
})
