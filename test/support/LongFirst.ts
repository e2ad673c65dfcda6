/**
 * The order of the files: those that start processes, make many rows or try random programs, and so
 * take long, come first, so that the workers end together. Within both groups vitest's own order
 * holds: by the time that a file took when it ran last, else by size.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const long = [
  /\/test\/(e2e|scripts)\//,
  /\/test\/infra\/(backup|postgres|sql)\//,
  /\/test\/http\/((cache|payments)\/|(fuzz|model)\.test)/
]

const takesLong = ({ moduleId }: TestSpecification): boolean =>
  long.some((pattern) => pattern.test(moduleId))

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
  }
}
