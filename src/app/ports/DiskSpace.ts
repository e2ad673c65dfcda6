/** How much room there is on the disk that the service writes to. */
import { Context, type Effect } from "effect"

export class DiskSpace extends Context.Service<
  DiskSpace,
  {
    /** In bytes; infinite where the service writes to no disk of its own, or the system does not say. */
    readonly free: Effect.Effect<number>
  }
>()("retainer/app/ports/DiskSpace") {}
