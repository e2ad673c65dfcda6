/** The free space on the disk that the service writes to. */
import { Context, type Effect } from "effect"

export class DiskSpace extends Context.Service<
  DiskSpace,
  {
    /**
     * In bytes; infinite if the service writes to no local disk, or the system does not report it.
     */
    readonly free: Effect.Effect<number>
  }
>()("retainer/app/ports/DiskSpace") {}
