/** Doors by name, each of which lets in so many at a time, in order of arrival; one that nobody uses is forgotten. */
import { Effect, type Scope, Semaphore } from "effect"

interface Door {
  readonly permits: Semaphore.Semaphore
  /** Who is in or waits. */
  users: number
}

export class Doors {
  private readonly doors = new Map<string, Door>()

  /** In until the scope closes. The limit is that of whoever came first. */
  enter(name: string, limit: number): Effect.Effect<void, never, Scope.Scope> {
    return Effect.flatMap(this.arrive(name, limit), ({ permits }) => permits.takeScoped(1))
  }

  usersOf(name: string): number {
    return this.doors.get(name)?.users ?? 0
  }

  get size(): number {
    return this.doors.size
  }

  private arrive(name: string, limit: number) {
    return Effect.acquireRelease(
      Effect.sync(() => {
        const door = this.doors.get(name) ?? { permits: Semaphore.makeUnsafe(limit), users: 0 }
        this.doors.set(name, door)
        door.users += 1
        return door
      }),
      (door) =>
        Effect.sync(() => {
          door.users -= 1
          if (door.users === 0) this.doors.delete(name)
        })
    )
  }
}
