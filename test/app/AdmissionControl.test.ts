/** Admission control before the database: shares, order, limits, and no leaked slot. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  Busy,
  CurrentLane,
  type Lane,
  laneOf,
  makeAdmissionControl
} from "../../src/app/AdmissionControl.ts"
import { WorkspaceId } from "../../src/domain/Ids.ts"

const acme = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))
const other = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000002"))
const stranger = (address: string): Lane => ({ kind: "outside", address })
const worker: Lane = { kind: "background" }

/** An admission control with users that record their entry and leave on command. */
const setting = (options: Partial<Parameters<typeof makeAdmissionControl>[0]> = {}) => {
  const admission = makeAdmissionControl({
    capacity: 6,
    queue: 10,
    patience: "8 seconds",
    ...options
  })
  const entered: string[] = []
  const arrive = Effect.fnUntraced(function* (name: string, lane: Lane) {
    const leave = yield* Deferred.make<void>()
    const stay = Effect.andThen(
      Effect.sync(() => entered.push(name)),
      Deferred.await(leave)
    )
    const fiber = yield* Effect.scoped(Effect.andThen(admission.acquire, stay)).pipe(
      Effect.result,
      Effect.provideService(CurrentLane, lane),
      Effect.forkChild({ startImmediately: true })
    )
    return { leave: Deferred.succeed(leave, undefined), fiber }
  })
  const settled = Effect.yieldNow.pipe(Effect.repeat({ times: 20 }))
  return { admission, entered, arrive, settled }
}

const refusalOf = <A>(result: Result.Result<A, Busy>) =>
  Result.isFailure(result) ? result.failure : undefined

describe("the admission", () => {
  it.effect("gives a workspace half, in the order of coming, and others the rest", () =>
    Effect.gen(function* () {
      const { entered, arrive, settled } = setting()
      const stuck = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => arrive(`acme ${n}`, acme))
      yield* arrive("other", other)
      yield* arrive("worker", worker)
      yield* settled
      assert.deepStrictEqual(entered, ["acme 1", "acme 2", "acme 3", "other", "worker"])
      yield* stuck[1]!.leave
      yield* settled
      assert.strictEqual(entered.at(-1), "acme 4")
      yield* stuck[0]!.leave
      yield* settled
      assert.strictEqual(entered.at(-1), "acme 5")
    })
  )

  it.effect("keeps one address, and strangers together, from taking all", () =>
    Effect.gen(function* () {
      const { entered, arrive, settled } = setting({ capacity: 8 })
      for (const n of [1, 2, 3]) yield* arrive(`a${n}`, stranger("a"))
      for (const n of [1, 2, 3]) yield* arrive(`b${n}`, stranger("b"))
      yield* arrive("c1", stranger("c"))
      yield* settled
      assert.deepStrictEqual(entered, ["a1", "a2", "b1", "b2"])
      yield* arrive("acme", acme)
      yield* settled
      assert.strictEqual(entered.at(-1), "acme")
    })
  )

  it.effect("refuses at once when a lane's queue is full, and only there", () =>
    Effect.gen(function* () {
      const { entered, arrive, settled } = setting({ queue: 2 })
      for (let n = 0; n < 5; n++) yield* arrive("acme", acme)
      const refused = yield* arrive("one too many", acme)
      const busy = refusalOf(yield* Fiber.join(refused.fiber))
      assert.instanceOf(busy, Busy)
      assert.strictEqual(busy?.reason, "queue")
      yield* arrive("other", other)
      yield* settled
      assert.strictEqual(entered.at(-1), "other")
      assert.notInclude(entered, "one too many")
    })
  )

  it.effect("refuses who has waited too long, but never a worker", () =>
    Effect.gen(function* () {
      const { arrive, settled } = setting({ capacity: 2 })
      const holder = yield* arrive("holder", acme)
      const waiting = yield* arrive("waiting", acme)
      const first = yield* arrive("first worker", worker)
      const second = yield* arrive("second worker", worker)
      yield* settled
      yield* TestClock.adjust("7 seconds")
      assert.isUndefined(waiting.fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(refusalOf(yield* Fiber.join(waiting.fiber))?.reason, "queue")
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(second.fiber.pollUnsafe())
      yield* first.leave
      yield* second.leave
      assert.isTrue(Result.isSuccess(yield* Fiber.join(second.fiber)))
      yield* holder.leave
    })
  )

  it.effect("lets nobody in for one who went away, and forgets who is gone", () =>
    Effect.gen(function* () {
      const { admission, entered, arrive, settled } = setting({ capacity: 2 })
      const holder = yield* arrive("holder", stranger("a"))
      const gone = yield* arrive("gone", stranger("b"))
      const next = yield* arrive("next", stranger("c"))
      yield* settled
      yield* Fiber.interrupt(gone.fiber)
      yield* holder.leave
      yield* settled
      assert.deepStrictEqual(entered, ["holder", "next"])
      yield* next.leave
      yield* Fiber.join(next.fiber)
      assert.strictEqual(yield* admission.partitions, 0)
    })
  )

  it.effect("is left by whatever ends the work", () =>
    Effect.gen(function* () {
      const { admission } = setting({ capacity: 1 })
      const failing = Effect.scoped(Effect.andThen(admission.acquire, Effect.die("broken")))
      for (let n = 0; n < 5; n++) assert.isTrue(Exit.isFailure(yield* Effect.exit(failing)))
      assert.strictEqual(yield* admission.partitions, 0)
    })
  )
})
