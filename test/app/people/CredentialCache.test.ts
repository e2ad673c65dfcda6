/** When a cached credential is used, and when it is read again. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeCredentialCache, type Versioned } from "../../../src/app/people/CredentialCache.ts"
import {
  type Versions,
  WorkspaceVersions
} from "../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { systemActor } from "../../../src/domain/access/Actor.ts"
import type { Principal } from "../../../src/domain/access/Principal.ts"
import { ApiKeyId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { agency } from "../../support/records.ts"

interface Known {
  readonly name: string
  readonly principal: Principal
  readonly expiresAt: DateTime.Utc | null
}

const versionsOf = (credentials: number): Versions => ({
  credentials,
  clients: 1,
  projects: 1,
  tasks: 1,
  invoices: 1,
  payments: 1,
  files: 1
})

const idOf = (end: number) => WorkspaceId.fromUuid(`0190a5b0-0000-7000-8000-00000000000${end}`)

const known = (name: string, workspaceId = idOf(1), expiresAt: Known["expiresAt"] = null) => ({
  name,
  principal: {
    credentialId: ApiKeyId.fromUuid("0190a5b0-0000-7000-8000-000000000009"),
    actor: systemActor,
    workspace: agency(workspaceId),
    scopes: new Set(["projects:read"] as const),
    role: null
  },
  expiresAt
})

/** A database of credentials that records what is read, and the cache in front of it. */
const setting = (options: { readonly max?: number } = {}) =>
  Effect.gen(function* () {
    const stored = new Map<string, Known>([["hash", known("first")]])
    /** By workspace. */
    const versions = new Map<WorkspaceId, number>([
      [idOf(1), 1],
      [idOf(2), 1]
    ])
    const reads: Array<string> = []
    const state = {
      areReadable: true,
      requests: 0,
      /** Runs after a row was read and before the cache gets it. */
      meanwhile: Effect.void
    }
    const cache = yield* makeCredentialCache(
      Effect.fnUntraced(function* (hash: string) {
        reads.push(hash)
        const credential = stored.get(hash)
        const version = credential && versions.get(credential.principal.workspace.id)
        yield* state.meanwhile
        return credential === undefined || version === undefined ? null : { credential, version }
      }),
      options.max
    ).pipe(
      Effect.provideService(
        WorkspaceVersions,
        WorkspaceVersions.make((id, answer) => {
          state.requests += 1
          const version = versions.get(id)
          answer(state.areReadable && version !== undefined ? versionsOf(version) : null)
        })
      )
    )
    const nameOf = (hash: string) =>
      Effect.map(cache.find(hash), (found) => found?.credential.name ?? null)
    /** Commits a change of credentials. */
    const move = (id = idOf(1)) => versions.set(id, (versions.get(id) ?? 0) + 1)
    return { ...cache, nameOf, move, stored, versions, reads, state }
  })

const nameIn = (entry: Versioned<Known> | undefined) => entry?.credential.name

describe("a cached credential", () => {
  it.effect("is used while the version of its workspace's credentials is the same", () =>
    Effect.gen(function* () {
      const { find, move, reads, state } = yield* setting()
      const first = yield* find("hash")
      assert.deepStrictEqual(first?.versions, versionsOf(1))
      assert.strictEqual(state.requests, 1)
      assert.strictEqual((yield* find("hash"))?.credential, first?.credential)
      yield* TestClock.adjust("30 days")
      const last = yield* find("hash")
      assert.strictEqual(last?.credential, first?.credential)
      assert.deepStrictEqual(last?.versions, versionsOf(1))
      assert.deepStrictEqual(reads, ["hash"])
      // Each request reads the versions for itself.
      assert.strictEqual(state.requests, 3)
      move(idOf(2))
      yield* find("hash")
      assert.lengthOf(reads, 1)
    })
  )

  it.effect("is read again when the version has changed, and used from then on", () =>
    Effect.gen(function* () {
      const { find, nameOf, move, stored, reads } = yield* setting()
      assert.strictEqual(yield* nameOf("hash"), "first")
      stored.set("hash", known("second"))
      assert.strictEqual(yield* nameOf("hash"), "first")
      move()
      const found = yield* find("hash")
      assert.deepStrictEqual([found?.credential.name, found?.versions], ["second", versionsOf(2)])
      assert.strictEqual(yield* nameOf("hash"), "second")
      assert.lengthOf(reads, 2)
    })
  )

  it.effect("is gone at once when it was revoked, and when the version goes back", () =>
    Effect.gen(function* () {
      const { nameOf, peek, move, stored, versions } = yield* setting()
      yield* nameOf("hash")
      stored.delete("hash")
      move()
      assert.isNull(yield* nameOf("hash"))
      assert.isUndefined(peek("hash", 0))
      stored.set("hash", known("again"))
      assert.strictEqual(yield* nameOf("hash"), "again")
      // A backup was restored.
      stored.set("hash", known("restored"))
      versions.set(idOf(1), 1)
      assert.strictEqual(yield* nameOf("hash"), "restored")
    })
  )

  it.effect("that is unknown is never cached", () =>
    Effect.gen(function* () {
      const { nameOf, peek, stored, reads, state } = yield* setting()
      assert.isNull(yield* nameOf("new"))
      assert.isNull(yield* nameOf("new"))
      assert.isUndefined(peek("new", 0))
      assert.strictEqual(state.requests, 0)
      stored.set("new", known("new"))
      assert.strictEqual(yield* nameOf("new"), "new")
      assert.deepStrictEqual(reads, ["new", "new", "new"])
    })
  )

  it.effect("ends at the instant at which it expires, cached or not", () =>
    Effect.gen(function* () {
      const { nameOf, peek, stored, reads } = yield* setting()
      const expiring = known("expiring", idOf(1), DateTime.makeUnsafe(10_000))
      stored.set("hash", expiring)
      stored.set("late", expiring)
      assert.strictEqual(yield* nameOf("hash"), "expiring")
      assert.strictEqual(nameIn(peek("hash", 9999)), "expiring")
      assert.isUndefined(peek("hash", 10_000))
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* nameOf("hash"), "expiring")
      yield* TestClock.adjust("1 millis")
      assert.isNull(yield* nameOf("hash"))
      assert.isNull(yield* nameOf("late"))
      assert.deepStrictEqual(reads, ["hash", "late"])
    })
  )

  it.effect("is bounded: the one that was not used for longest is read again", () =>
    Effect.gen(function* () {
      const { nameOf, stored, reads } = yield* setting({ max: 2 })
      for (const hash of ["a", "b", "c"]) stored.set(hash, known(hash))
      for (const hash of ["a", "b", "a", "c", "a", "b"]) {
        assert.strictEqual(yield* nameOf(hash), hash)
      }
      assert.deepStrictEqual(reads, ["a", "b", "c", "b"])
    })
  )

  it.effect("is read for each request while versions cannot be read", () =>
    Effect.gen(function* () {
      const { find, nameOf, stored, reads, state } = yield* setting()
      yield* find("hash")
      state.areReadable = false
      stored.set("hash", known("second"))
      for (const count of [2, 3]) {
        const found = yield* find("hash")
        assert.strictEqual(found?.credential.name, "second")
        assert.isNull(found?.versions)
        assert.lengthOf(reads, count)
      }
      stored.delete("hash")
      assert.isNull(yield* nameOf("hash"))
      stored.set("hash", known("third"))
      assert.strictEqual(yield* nameOf("hash"), "third")
      state.areReadable = true
      assert.deepStrictEqual((yield* find("hash"))?.versions, versionsOf(1))
      assert.lengthOf(reads, 5)
    })
  )

  it.effect("that changes while it is read is read again", () =>
    Effect.gen(function* () {
      const { find, move, stored, reads, state } = yield* setting()
      state.meanwhile = Effect.sync(() => {
        state.meanwhile = Effect.void
        stored.set("hash", known("second"))
        move()
      })
      const found = yield* find("hash")
      assert.deepStrictEqual([found?.credential.name, found?.versions], ["second", versionsOf(2)])
      assert.lengthOf(reads, 2)
      state.meanwhile = Effect.sync(() => {
        stored.delete("hash")
        move()
      })
      move()
      assert.isNull(yield* find("hash"))
    })
  )

  it.effect(
    "that changes with every read is used without versions after three, and not again",
    () =>
      Effect.gen(function* () {
        const { find, move, stored, reads, state } = yield* setting()
        let changes = 0
        state.meanwhile = Effect.sync(() => {
          changes += 1
          stored.set("hash", known(`after ${changes}`))
          move()
        })
        const found = yield* find("hash")
        assert.deepStrictEqual([found?.credential.name, found?.versions], ["after 2", null])
        assert.lengthOf(reads, 3)
        state.meanwhile = Effect.void
        const next = yield* find("hash")
        assert.deepStrictEqual([next?.credential.name, next?.versions], ["after 3", versionsOf(4)])
        assert.lengthOf(reads, 4)
      })
  )

  it.effect("that was read before a change does not replace the one that was read after it", () =>
    Effect.gen(function* () {
      const { nameOf, move, stored, state } = yield* setting()
      const held = yield* Deferred.make<void>()
      state.meanwhile = Deferred.await(held)
      const slow = yield* Effect.forkChild(nameOf("hash"), { startImmediately: true })
      state.meanwhile = Effect.void
      stored.set("hash", known("second"))
      move()
      assert.strictEqual(yield* nameOf("hash"), "second")
      yield* Deferred.succeed(held, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "second")
      assert.strictEqual(yield* nameOf("hash"), "second")
    })
  )

  it.effect("is found by many at once, also where one of them leaves", () =>
    Effect.gen(function* () {
      const { nameOf, reads, state } = yield* setting()
      const held = yield* Deferred.make<void>()
      state.meanwhile = Deferred.await(held)
      const leaving = yield* Effect.forkChild(nameOf("hash"), { startImmediately: true })
      const many = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => nameOf("hash")),
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      yield* Fiber.interrupt(leaving)
      yield* Deferred.succeed(held, undefined)
      assert.deepStrictEqual(
        yield* Fiber.join(many),
        Array.from({ length: 20 }, () => "first")
      )
      const before = reads.length
      yield* Effect.all(
        Array.from({ length: 20 }, () => nameOf("hash")),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(reads, before)
    })
  )

  it.effect("is peeked at with its version, which is for the caller to compare", () =>
    Effect.gen(function* () {
      const { find, peek, move, state } = yield* setting()
      assert.isUndefined(peek("hash", 0))
      const found = yield* find("hash")
      move()
      const requests = state.requests
      assert.deepStrictEqual(peek("hash", 0), {
        credential: found?.credential ?? assert.fail("not found"),
        version: 1
      })
      assert.isUndefined(peek("other", 0))
      assert.strictEqual(state.requests, requests)
    })
  )
})
