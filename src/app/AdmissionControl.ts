/**
 * Admission control: at most `capacity` pieces of work, such as changes, run at a time, by lanes.
 *
 * A lane is a workspace or an address, so that a caller that waits for a lock delays only its own
 * lane. A workspace, an address or all strangers together never have more than their share, so some
 * permits are left for others. Waiters queue in order of arrival and hold no connection or lock. A
 * full lane or a lock timeout fails with `Busy`, which the edges answer with "try again".
 */
import { Cause, Context, Data, type Duration, Effect, Scope, Semaphore } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"

export type Lane =
  /** Workers and the command line. They are few, and they wait. */
  | { readonly kind: "background" }
  /** Migrations run before all other work of a process, so they share with no other lane. */
  | { readonly kind: "migration" }
  /** Callers without a credential: sign-in, tokens, payment links, processors, the portal. */
  | { readonly kind: "outside"; readonly address: string }
  | { readonly kind: "workspace"; readonly workspaceId: WorkspaceId }

/** No caller waits for an answer, so the work may wait without a limit. */
export const isPatient = ({ kind }: Lane): boolean => kind === "background" || kind === "migration"

export const background: Lane = { kind: "background" }

/** The lane of the running fiber; every request gets one at the edge. */
export const CurrentLane = Context.Reference<Lane>("retainer/app/CurrentLane", {
  defaultValue: () => background
})

export const laneOf = (workspaceId: WorkspaceId): Lane => ({ kind: "workspace", workspaceId })

const manyChanges = {
  message: "Too many changes are waiting already; nothing was changed, try again",
  seconds: 2
}

const busyReasons = {
  lock: {
    message: "Another request is changing the same resource; nothing was changed, try again",
    seconds: 1
  },
  queue: manyChanges,
  connections: manyChanges,
  moving: {
    message:
      "The workspace is being moved to another server; nothing was changed, try again in 5 seconds",
    seconds: 5
  },
  disk: {
    message: "The disk of the server is full; nothing was changed, try again in a minute",
    seconds: 60
  },
  uploads: {
    message: "Too many files are being uploaded; nothing was stored, try again in 5 seconds",
    seconds: 5
  },
  drawings: {
    message: "Too many documents are waiting to be drawn; try again in 5 seconds",
    seconds: 5
  },
  passwords: {
    message: "Too many people are signing in; wait 5 seconds and try again",
    seconds: 5
  }
} as const

/**
 * Nothing was changed, and the same request may succeed a moment later. It is a defect, because
 * every use case may meet it and none can handle it.
 */
export class Busy extends Data.TaggedError("Busy")<{
  readonly reason: keyof typeof busyReasons
}> {
  override get message() {
    return busyReasons[this.reason].message
  }
  /** Whole seconds. */
  get retryAfterSeconds() {
    return busyReasons[this.reason].seconds
  }
}

/** The first `Busy` defect of a cause. */
export const busyIn = (cause: Cause.Cause<unknown>): Busy | undefined =>
  cause.reasons
    .filter(Cause.isDieReason)
    .map(({ defect }) => defect)
    .find((defect) => defect instanceof Busy)

/** Handles the `Busy` defect. */
export const onBusy =
  <A2, E2, R2>(answer: (busy: Busy) => Effect.Effect<A2, E2, R2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | A2, E | E2, R | R2> =>
    Effect.catchDefect(
      effect,
      (defect): Effect.Effect<A2, E2, R2> =>
        defect instanceof Busy ? answer(defect) : Effect.die(defect)
    )

/**
 * Background writes beside reads, such as "last used": the read does not wait for them, and a
 * failed one is only logged. At most one per subject runs at a time. Not for use in a transaction.
 */
export const makeNotes = (what: string) => {
  const inFlight = new Set<string>()
  return <R>(subject: string, note: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
    Effect.suspend(() => {
      if (inFlight.has(subject)) return Effect.void
      inFlight.add(subject)
      return note.pipe(
        Effect.catchCause((cause) => Effect.logDebug(`${what} could not be noted`, cause)),
        Effect.ensuring(Effect.sync(() => inFlight.delete(subject))),
        Effect.provideService(CurrentLane, background),
        Effect.forkDetach({ startImmediately: true }),
        Effect.asVoid
      )
    })
}

interface AdmissionOptions {
  /** The permits of all lanes together. */
  readonly capacity: number
  /** The largest number of waiters in one partition. */
  readonly queue: number
  readonly patience: Duration.Input
  /** The permits that one workspace may have; by default half of all. */
  readonly share?: number
  /** The reason in a refusal; the default, `queue`, is that of changes. */
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
