/**
 * The order of the files: those that start processes or make many rows, and so take long, come
 * first, so that the workers end together. Within both groups vitest's own order holds: by the time
 * that a file took when it ran last, else by size.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const takesLong = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/(e2e|scripts|infra\/(backup|sql))\//.test(moduleId)

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
  }
}
