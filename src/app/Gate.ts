/**
 * Admits changes lane by lane, in order of arrival within each. A workspace never has more
 * open than its share, nor has one address, nor all strangers together, so some are always left for
 * the others. Who waits holds nothing that anybody else needs. Foreground lanes have a limit in length
 * and in time; beyond it they are refused with `Busy`.
 */
import { type Duration, Effect, Scope, Semaphore } from "effect"
import { Busy, CurrentLane, type Lane } from "./Lane.ts"

export interface GateOptions {
  /** Concurrent changes, of all lanes together. */
  readonly capacity: number
  /** How many may wait at one door. */
  readonly queue: number
  readonly patience: Duration.Input
}

/** Half of all: two lanes that are stuck still need a third to stop the rest. */
const shareOf = (capacity: number): number => Math.max(1, Math.floor(capacity / 2))

/** The doors of a lane, from its own to the one of all like it, with how many each lets in. */
const doorsOf = (lane: Lane, capacity: number): ReadonlyArray<readonly [string, number]> => {
  const share = shareOf(capacity)
  switch (lane.kind) {
    case "background":
      return [["background", share]]
    case "workspace":
      return [[`workspace ${lane.workspaceId}`, share]]
    case "outside":
      return [
        [`outside ${lane.address}`, shareOf(share)],
        ["outside", share]
      ]
  }
}

interface Door {
  readonly permits: Semaphore.Semaphore
  /** Who is in or waits. */
  users: number
}

export interface Gate {
  /** Enters in the fiber's lane; leaves when the scope closes. */
  readonly enter: Effect.Effect<void, Busy, Scope.Scope>
  /** How many doors are in use: idle ones are forgotten. */
  readonly doors: Effect.Effect<number>
}

export const makeGate = ({ capacity, queue, patience }: GateOptions): Gate => {
  const doors = new Map<string, Door>()

  /**
   * Counted for as long as the scope lives: a door is forgotten when nobody is at it. The finalizer is added by
   * itself, because `acquireRelease` gives it all that the fiber knows, copied for each door.
   */
  const arrive = (name: string, limit: number) =>
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.suspend(() => {
        const door = doors.get(name) ?? { permits: Semaphore.makeUnsafe(limit), users: 0 }
        doors.set(name, door)
        door.users += 1
        const leave = Effect.sync(() => {
          door.users -= 1
          if (door.users === 0) doors.delete(name)
        })
        return Effect.as(Scope.addFinalizer(scope, leave), door)
      })
    ).pipe(Effect.uninterruptible)

  const enter = Effect.withFiber<void, Busy, Scope.Scope>((fiber) => {
    const lane = fiber.getRef(CurrentLane)
    const way = [...doorsOf(lane, capacity), ["everyone", capacity] as const]
    const pass = Effect.forEach(
      way,
      ([name, limit]) =>
        Effect.flatMap(arrive(name, limit), ({ permits }) => permits.takeScoped(1)),
      { discard: true }
    )
    if (lane.kind === "background") return pass
    const refused = Effect.failSync(() => new Busy({ reason: "queue" }))
    const ahead = way.map(([name, limit]) => (doors.get(name)?.users ?? 0) - limit)
    if (ahead.some((waiting) => waiting >= queue)) return refused
    // The common case waits for nobody and needs no clock.
    return ahead.every((waiting) => waiting < 0)
      ? pass
      : Effect.timeoutOrElse(pass, { duration: patience, orElse: () => refused })
  })

  return { enter, doors: Effect.sync(() => doors.size) }
}
