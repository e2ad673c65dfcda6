/** A disk without a limit. A test that needs a full disk provides a service of its own. */
import { Effect, Layer } from "effect"
import { DiskSpace } from "../app/ports/DiskSpace.ts"

export const DiskSpaceMemory = Layer.succeed(DiskSpace, {
  free: Effect.succeed(Number.POSITIVE_INFINITY)
})
