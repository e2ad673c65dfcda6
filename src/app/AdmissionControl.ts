/**
 * Admission control: at most `capacity` pieces of work, such as changes, run at a time. A
 * workspace, an address or all strangers together never have more than their share, so some permits
 * are left for others. Waiters queue in order of arrival and hold no connection or lock. Foreground
 * lanes have a limit in length and in time; beyond it they are refused with `Busy`.
 */
import { type Duration, Effect, Scope, Semaphore } from "effect"
import { Busy, CurrentLane, isPatient, type Lane } from "./Lane.ts"

interface AdmissionOptions {
  /** The permits of all lanes together. */
  readonly capacity: number
  /** The largest number of waiters in one partition. */
  readonly queue: number
  readonly patience: Duration.Input
  /** The permits that one workspace may have; by default half of all. */
  readonly share?: number
  /** The reason that a refusal names; `queue` stands for changes. */
  readonly reason?: Busy["reason"]
}

/** Half of all: two lanes that are stuck still need a third to stop the rest. */
const shareOf = (capacity: number): number => Math.max(1, Math.floor(capacity / 2))

/** The partitions of a lane, from its own to the one of all like it, with how many each admits. */
const partitionsOf = (lane: Lane, share: number): ReadonlyArray<readonly [string, number]> => {
  switch (lane.kind) {
    case "background":
      return [["background", share]]
    case "migration":
      return []
    case "workspace":
      return [[`workspace ${lane.workspaceId}`, share]]
    case "outside":
      return [
        [`outside ${lane.address}`, shareOf(share)],
        ["outside", share]
      ]
  }
}

interface Partition {
  readonly permits: Semaphore.Semaphore
  /** Admitted or waiting. */
  users: number
}

interface AdmissionControl {
  /** Admits the fiber's lane until the scope closes. */
  readonly acquire: Effect.Effect<void, Busy, Scope.Scope>
  /** The number of partitions in use; idle ones are removed. */
  readonly partitions: Effect.Effect<number>
}

export const makeAdmissionControl = ({
  capacity,
  queue,
  patience,
  share = shareOf(capacity),
  reason = "queue"
}: AdmissionOptions): AdmissionControl => {
  const partitions = new Map<string, Partition>()

  /**
   * Counts the user until the scope closes. `Scope.addFinalizer` is used because `acquireRelease`
   * copies the fiber's context for each partition.
   */
  const join = (name: string, limit: number) =>
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.suspend(() => {
        const partition = partitions.get(name) ?? {
          permits: Semaphore.makeUnsafe(limit),
          users: 0
        }
        partitions.set(name, partition)
        partition.users += 1
        const leave = Effect.sync(() => {
          partition.users -= 1
          if (partition.users === 0) partitions.delete(name)
        })
        return Effect.as(Scope.addFinalizer(scope, leave), partition)
      })
    ).pipe(Effect.uninterruptible)

  const acquire = Effect.withFiber<void, Busy, Scope.Scope>((fiber) => {
    const lane = fiber.getRef(CurrentLane)
    const path = [...partitionsOf(lane, share), ["everyone", capacity] as const]
    const admitted = Effect.forEach(
      path,
      ([name, limit]) => Effect.flatMap(join(name, limit), ({ permits }) => permits.takeScoped(1)),
      { discard: true }
    )
    if (isPatient(lane)) return admitted
    const refused = Effect.failSync(() => new Busy({ reason }))
    const ahead = path.map(([name, limit]) => (partitions.get(name)?.users ?? 0) - limit)
    if (ahead.some((waiting) => waiting >= queue)) return refused
    // Without a queue there is no wait and no need for a timeout.
    return ahead.every((waiting) => waiting < 0)
      ? admitted
      : Effect.timeoutOrElse(admitted, { duration: patience, orElse: () => refused })
  })

  return { acquire, partitions: Effect.sync(() => partitions.size) }
}
