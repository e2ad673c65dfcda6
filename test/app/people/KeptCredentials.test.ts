/** How long what is known of a credential is kept, and what ends it earlier. */

import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import {
  type CredentialChangeLog,
  makeCredentialChangeLog
} from "../../../src/app/people/CredentialChangeLog.ts"
import { keepCredentials } from "../../../src/app/people/KeptCredentials.ts"
import { CredentialChanges } from "../../../src/app/ports/people/CredentialChanges.ts"
import { systemActor } from "../../../src/domain/Actor.ts"
import { ApiKeyId } from "../../../src/domain/Ids.ts"
import type { Principal } from "../../../src/domain/Principal.ts"
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { newWorkspace } from "../../support/records.ts"

interface Known {
  readonly principal: Principal
  readonly expiresAt: DateTime.Utc | null
}

/** A database of credentials that counts its questions, and what is kept of it. */
const setting = Effect.fnUntraced(function* (options: { areHeard?: boolean; bound?: number } = {}) {
  const log: CredentialChangeLog = makeCredentialChangeLog({ areHeard: options.areHeard ?? true })
  const workspace = yield* newWorkspace
  const other = yield* newWorkspace
  const known: Known = {
    principal: {
      credentialId: ApiKeyId.fromUuid("0190a5b0-0000-7000-8000-000000000001"),
      actor: systemActor,
      workspace,
      scopes: new Set(["projects:read"])
    },
    expiresAt: null
  }
  const stored = new Map<string, Known>([["hash", known]])
  const asked: string[] = []
  let held: Deferred.Deferred<void> | undefined
  const { find, peek } = yield* keepCredentials(
    (hash: string) =>
      Effect.gen(function* () {
        asked.push(hash)
        const found = stored.get(hash) ?? null
        if (held !== undefined) yield* Deferred.await(held)
        return found
      }),
    options.bound
  ).pipe(Effect.provideService(CredentialChanges, log.changes))
  return {
    log,
    workspace,
    other,
    known,
    stored,
    asked,
    find,
    peek,
    /** Answers wait from now on, until this is called. */
    hold: Effect.map(Deferred.make<void>(), (deferred) => {
      held = deferred
      return Effect.suspend(() => {
        held = undefined
        return Deferred.succeed(deferred, undefined)
      })
    })
  }
})

describe("what is known of a credential", () => {
  it.effect("is told without a question for as long as it is kept and stands", () =>
    Effect.gen(function* () {
      const { find, peek, log, known, stored, workspace, other } = yield* setting()
      const seconds = (n: number) => n * 1000
      assert.isUndefined(peek("hash", 0))
      yield* find("hash")
      assert.strictEqual(peek("hash", seconds(29)), known)
      assert.isUndefined(peek("other", 0))
      log.tell(other.id)
      assert.strictEqual(peek("hash", 0), known)
      log.tell(workspace.id)
      assert.isUndefined(peek("hash", 0))
      yield* find("hash")
      assert.strictEqual(peek("hash", 0), known)
      assert.isUndefined(peek("hash", seconds(30)))
      yield* TestClock.adjust("30 seconds")
      stored.set("hash", { ...known, expiresAt: DateTime.makeUnsafe(seconds(40)) })
      yield* find("hash")
      assert.isDefined(peek("hash", seconds(39)))
      assert.isUndefined(peek("hash", seconds(40)))
      yield* find("hash")
      log.hear(false)
      assert.isUndefined(peek("hash", seconds(30)))
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is kept for half a minute", () =>
    Effect.gen(function* () {
      const { find, known, asked } = yield* setting()
      assert.strictEqual(yield* find("hash"), known)
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(yield* find("hash"), known)
      assert.lengthOf(asked, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* find("hash"), known)
      assert.lengthOf(asked, 2)
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("ends at the instant at which it expires", () =>
    Effect.gen(function* () {
      const { find, stored, known, asked } = yield* setting()
      const expiring = { ...known, expiresAt: DateTime.makeUnsafe(10_000) }
      stored.set("hash", expiring)
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* find("hash"), expiring)
      yield* TestClock.adjust("1 millis")
      assert.isNull(yield* find("hash"))
      assert.lengthOf(asked, 1)
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is asked for anew when its workspace changed, and no other", () =>
    Effect.gen(function* () {
      const { find, stored, asked, log, workspace, other } = yield* setting()
      yield* find("hash")
      log.tell(other.id)
      yield* find("hash")
      assert.lengthOf(asked, 1)
      stored.delete("hash")
      log.tell(workspace.id)
      assert.isNull(yield* find("hash"))
      assert.lengthOf(asked, 2)
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is asked for anew when anything may have changed", () =>
    Effect.gen(function* () {
      const { find, stored, log } = yield* setting()
      yield* find("hash")
      stored.delete("hash")
      log.tell(null)
      assert.isNull(yield* find("hash"))
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is not kept where there is none", () =>
    Effect.gen(function* () {
      const { find, stored, known, asked } = yield* setting()
      assert.isNull(yield* find("new"))
      stored.set("new", known)
      assert.strictEqual(yield* find("new"), known)
      assert.deepStrictEqual(asked, ["new", "new"])
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is bounded: what was not used for longest is asked for again", () =>
    Effect.gen(function* () {
      const { find, stored, known, asked } = yield* setting({ bound: 2 })
      for (const hash of ["a", "b", "c"]) stored.set(hash, known)
      for (const hash of ["a", "b", "a", "c", "a", "b"]) yield* find(hash)
      assert.deepStrictEqual(asked, ["a", "b", "c", "b"])
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is asked for once by many at a time", () =>
    Effect.gen(function* () {
      const { find, hold, known, asked } = yield* setting()
      const letGo = yield* hold
      const finding = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => find("hash")),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      yield* letGo
      assert.deepStrictEqual(
        yield* Fiber.join(finding),
        Array.from({ length: 20 }, () => known)
      )
      assert.lengthOf(asked, 1)
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is not what was read before a change that has been heard of since", () =>
    Effect.gen(function* () {
      const { find, hold, stored, asked, log, workspace } = yield* setting()
      const letGo = yield* hold
      const first = yield* Effect.forkChild(find("hash"))
      yield* Effect.yieldNow
      assert.lengthOf(asked, 1)
      stored.delete("hash")
      log.tell(workspace.id)
      const second = yield* Effect.forkChild(find("hash"))
      yield* Effect.yieldNow
      yield* letGo
      assert.isNull(yield* Fiber.join(second))
      yield* Fiber.join(first)
      assert.isNull(yield* find("hash"))
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("stays for the others when one who asked goes away", () =>
    Effect.gen(function* () {
      const { find, hold, known } = yield* setting()
      const letGo = yield* hold
      const first = yield* Effect.forkChild(find("hash"))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(find("hash"))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* letGo
      assert.strictEqual(yield* Fiber.join(second), known)
    }).pipe(Effect.provide(layerMemoryStorage))
  )

  it.effect("is not kept while changes may go unheard, nor what was kept before", () =>
    Effect.gen(function* () {
      const { find, asked, log } = yield* setting({ areHeard: false })
      yield* find("hash")
      yield* find("hash")
      assert.lengthOf(asked, 2)
      log.hear(true)
      yield* find("hash")
      yield* find("hash")
      assert.lengthOf(asked, 3)
      log.hear(false)
      yield* find("hash")
      assert.lengthOf(asked, 4)
      log.hear(true)
      yield* find("hash")
      assert.lengthOf(asked, 5)
    }).pipe(Effect.provide(layerMemoryStorage))
  )
})
