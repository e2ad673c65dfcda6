/** The free space that the file system of a directory reports to users other than root. */
import { statfs } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { Effect, Layer } from "effect"
import { DiskSpace } from "../../app/ports/DiskSpace.ts"

/** Uses the nearest existing parent if the directory does not exist yet. */
export const freeBytes = async (directory: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    const above = dirname(directory)
    return above === directory ? Number.POSITIVE_INFINITY : freeBytes(above)
  }
}

/** One segment of PostgreSQL's write-ahead log. */
export const segmentBytes = 16_777_216

export const DiskSpaceStatfs = (directory: string): Layer.Layer<DiskSpace> =>
  Layer.succeed(DiskSpace, { free: Effect.promise(() => freeBytes(resolve(directory))) })

/** For a service that stores no data on a local disk. */
export const DiskSpaceElsewhere = Layer.succeed(DiskSpace, {
  free: Effect.succeed(Number.POSITIVE_INFINITY)
})
