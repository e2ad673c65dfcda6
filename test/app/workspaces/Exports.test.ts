/**
 * Exports by a job: one archive and one mail for each request, whatever processes are killed or
 * stalled; failures that are shown; an end after which nothing is left.
 */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRole } from "../../../src/app/CurrentActor.ts"
import { Files } from "../../../src/app/files/Files.ts"
import { DiskSpace } from "../../../src/app/ports/DiskSpace.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { Archiver } from "../../../src/app/ports/workspaces/Archiver.ts"
import { ExportRepository } from "../../../src/app/ports/workspaces/ExportRepository.ts"
import { Exports } from "../../../src/app/workspaces/Exports.ts"
import { leaseTime } from "../../../src/app/workspaces/MakeExports.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { RoleTooLow } from "../../../src/domain/people/User.ts"
import type { ReadyExport } from "../../../src/domain/workspaces/ExportRequest.ts"
import { StoredBytes } from "../../../src/testing/files/FileStorageMemory.ts"
import { layerRetainerMemoryWith, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { ArchiverMemory } from "../../../src/testing/workspaces/ArchiverMemory.ts"
import { newAddress } from "../../support/owners.ts"

/** The behaviour of the next archives after their first bytes, and the free space of the disk. */
let pause: Effect.Effect<void> = Effect.void
let free = Number.POSITIVE_INFINITY

const layerPausing = Layer.effect(
  Archiver,
  Effect.map(Archiver, ({ pack }) => ({
    pack: (files: Parameters<typeof pack>[0]) =>
      Stream.concat(
        Stream.make(new Uint8Array([1])),
        Stream.unwrap(Effect.suspend(() => Effect.as(pause, pack(files))))
      )
  }))
).pipe(Layer.provide(ArchiverMemory))

const layerDisk = Layer.succeed(DiskSpace, { free: Effect.sync(() => free) })

const setUp = Effect.gen(function* () {
  pause = Effect.void
  free = Number.POSITIVE_INFINITY
  const app = yield* RetainerMemory
  const { workspace, userId } = yield* app.workspace({ ownerEmail: newAddress() })
  const exports = yield* Exports
  const store = yield* MemoryStore
  const request = exports.request(workspace, userId)
  const find = exports.find(workspace)
  const ready = Effect.map(find, (found): ReadyExport => {
    if (found?.status !== "ready") throw new Error(`The export is ${found?.status}`)
    return found
  })
  const mails = Effect.map(store.state, (state) =>
    [...state.mails.values()].filter(
      ({ job }) => job.includes(workspace.id) && job.includes("export_ready")
    )
  )
  const audited = Effect.map(store.state, ({ log }) =>
    log.filter((entry) => entry.workspaceId === workspace.id && entry.type.startsWith("export."))
  )
  const stored = Effect.flatMap(StoredBytes, Ref.get)
  return { workspace, userId, exports, request, find, ready, mails, audited, stored }
})

/** Begins an archive that stops after its first bytes. */
const begun = Effect.fnUntraced(function* (makeDue: Effect.Effect<void>) {
  const started = yield* Deferred.make<void>()
  const goOn = yield* Deferred.make<void>()
  pause = Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(goOn))
  const fiber = yield* Effect.forkChild(makeDue)
  yield* Deferred.await(started)
  pause = Effect.void
  return { fiber, goOn: Deferred.succeed(goOn, undefined) }
})

layer(layerRetainerMemoryWith(Layer.merge(layerPausing, layerDisk)))("exports", (it) => {
  it.effect("a request is made once, mailed once and recorded; a second one is the first", () =>
    Effect.gen(function* () {
      const { workspace, userId, exports, request, find, ready, ...seen } = yield* setUp
      const other = yield* setUp
      assert.isNull(yield* find)
      const first = yield* request
      assert.strictEqual(first.status, "pending")
      assert.deepStrictEqual(yield* request, first)
      yield* Effect.all([exports.makeDue, exports.makeDue], { concurrency: "unbounded" })
      yield* exports.makeDue
      const made = yield* ready
      assert.strictEqual(made.requestedBy, userId)
      const bytes = (yield* seen.stored).get(made.fileId)
      assert.strictEqual(bytes?.length, made.size)
      assert.include(Buffer.from(bytes ?? []).toString(), `"id":"${workspace.id}"`)
      assert.lengthOf(yield* seen.mails, 1)
      const archive = yield* exports.open(workspace, made.fileId)
      const read = yield* Stream.runCollect(archive?.bytes ?? Stream.empty)
      assert.strictEqual(Buffer.concat(read).length, archive?.size)
      assert.isNull(yield* exports.open(other.workspace, made.fileId))
      assert.isNull(yield* exports.open(workspace, "file_x"))
      assert.isNull(yield* other.find)
      assert.lengthOf(yield* other.mails, 0)
      const types = (yield* seen.audited).map(({ type, actor }) => [type, actor.type])
      assert.deepStrictEqual(types, [
        ["export.requested", "system"],
        ["export.ready", "system"],
        ["export.downloaded", "system"]
      ])
    })
  )

  it.effect("another process repeats what a killed one began, after its lease", () =>
    Effect.gen(function* () {
      const { exports, request, find, ready, mails, stored } = yield* setUp
      yield* request
      const { fiber } = yield* begun(exports.makeDue)
      yield* Fiber.interrupt(fiber)
      yield* exports.makeDue
      const left = yield* find
      assert.deepInclude(left, { status: "pending", attempts: 1 })
      yield* TestClock.adjust(leaseTime)
      yield* exports.makeDue
      const { fileId } = yield* ready
      assert.notStrictEqual(left?.status === "pending" ? left.fileId : null, fileId)
      assert.isTrue((yield* stored).has(fileId))
      assert.lengthOf(yield* mails, 1)
    })
  )

  it.effect("a long one keeps its lease; one that lost it changes and mails nothing", () =>
    Effect.gen(function* () {
      const { workspace, exports, request, find, ready, mails } = yield* setUp
      yield* request
      const slow = yield* begun(exports.makeDue)
      yield* TestClock.adjust("10 minutes")
      yield* exports.makeDue
      const held = yield* find
      assert.deepInclude(held, { status: "pending", attempts: 1 })
      // As if the process had stood still for longer than its lease.
      const { transact } = yield* UnitOfWork
      const repository = yield* ExportRepository
      if (held?.status !== "pending") throw new Error("It is not held")
      yield* transact(repository.save({ ...held, leasedUntil: null }))
      yield* exports.makeDue
      const made = yield* ready
      yield* slow.goOn
      yield* Fiber.join(slow.fiber)
      assert.deepStrictEqual(yield* exports.find(workspace), made)
      assert.lengthOf(yield* mails, 1)
    })
  )

  it.effect("a full disk fails at once and stores nothing; it can be requested again", () =>
    Effect.gen(function* () {
      const { exports, request, find, ready, mails, stored } = yield* setUp
      const before = (yield* stored).size
      free = 1000
      yield* request
      yield* exports.makeDue
      assert.deepInclude(yield* find, { status: "failed", failure: "disk_full" })
      assert.lengthOf(yield* mails, 0)
      assert.strictEqual((yield* stored).size, before)
      free = Number.POSITIVE_INFINITY
      assert.strictEqual((yield* request).status, "pending")
      yield* exports.makeDue
      yield* ready
      assert.lengthOf(yield* mails, 1)
    })
  )

  it.effect("another failure is tried three times, with a minute between", () =>
    Effect.gen(function* () {
      const { exports, request, find, mails } = yield* setUp
      yield* request
      let tries = 0
      pause = Effect.suspend(() => Effect.die(new Error(`The storage is away: ${++tries}`)))
      for (const attempts of [1, 2]) {
        yield* exports.makeDue
        yield* exports.makeDue
        assert.deepInclude(yield* find, { status: "pending", attempts })
        yield* TestClock.adjust("1 minute")
      }
      yield* exports.makeDue
      assert.deepInclude(yield* find, { status: "failed", failure: "unknown" })
      assert.strictEqual(tries, 3)
      assert.lengthOf(yield* mails, 0)
    })
  )

  it.effect("a process that is killed by it each time ends it", () =>
    Effect.gen(function* () {
      const { exports, request, find } = yield* setUp
      yield* request
      for (const _ of [1, 2, 3]) {
        const { fiber } = yield* begun(exports.makeDue)
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust(leaseTime)
      }
      yield* exports.makeDue
      assert.deepInclude(yield* find, { status: "failed", failure: "unknown" })
    })
  )

  it.effect("ends after seven days, also in a deleted workspace, and its bytes go", () =>
    Effect.gen(function* () {
      const one = yield* setUp
      const two = yield* setUp
      const files = yield* Files
      yield* one.request
      yield* two.request
      yield* one.exports.makeDue
      const made = [yield* one.ready, yield* two.ready]
      yield* (yield* Workspaces).delete(two.workspace.id, two.workspace.name)
      const left = Effect.map(one.stored, (all) => made.filter(({ fileId }) => all.has(fileId)))
      yield* TestClock.adjust("167 hours")
      yield* files.removeDue
      assert.lengthOf(yield* left, 2)
      yield* TestClock.adjust("1 hour")
      assert.isNull(yield* one.find)
      assert.isNull(yield* one.exports.open(one.workspace, made[0]?.fileId ?? ""))
      yield* files.removeDue
      assert.lengthOf(yield* left, 0)
      assert.strictEqual((yield* one.request).status, "pending")
    })
  )

  it.effect("a newer one replaces the archive, an hour after the request at the earliest", () =>
    Effect.gen(function* () {
      const { workspace, exports, request, ready, stored, mails } = yield* setUp
      const files = yield* Files
      yield* request
      yield* exports.makeDue
      const old = yield* ready
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* request, old)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* request).status, "pending")
      assert.isNull(yield* exports.open(workspace, old.fileId))
      yield* exports.makeDue
      yield* files.removeDue
      assert.isFalse((yield* stored).has(old.fileId))
      assert.isTrue((yield* stored).has((yield* ready).fileId))
      assert.lengthOf(yield* mails, 2)
    })
  )

  it.effect("admins and members are refused", () =>
    Effect.gen(function* () {
      const { workspace, exports, request, find, ready } = yield* setUp
      yield* request
      yield* exports.makeDue
      const { fileId } = yield* ready
      for (const role of ["admin", "member"] as const) {
        const open = exports.open(workspace, fileId)
        for (const one of [Effect.asVoid(request), Effect.asVoid(find), Effect.asVoid(open)]) {
          const error = yield* Effect.flip(Effect.provideService(one, CurrentRole, role))
          assert.instanceOf(error, RoleTooLow)
        }
      }
    })
  )

  it.effect("no link is mailed to one who is no owner any more", () =>
    Effect.gen(function* () {
      const { workspace, userId, exports, request, mails } = yield* setUp
      const store = yield* MemoryStore
      yield* request
      const users = yield* UserRepository
      const { transact } = yield* UnitOfWork
      yield* transact(users.saveRole(workspace.id, userId, "admin"))
      yield* exports.makeDue
      const [mail] = yield* mails
      const state = Effect.map(store.state, (all) => (mail && all.mails.get(mail.id))?.status)
      assert.strictEqual(
        yield* Effect.repeat(
          Effect.tap(state, () => Effect.yieldNow),
          {
            until: (status) => status !== "queued"
          }
        ),
        "failed"
      )
    })
  )
})
