/**
 * Precise coverage (V8): which functions of this process ran, and how often. A figure without
 * noise.
 */
import { Session } from "node:inspector/promises"

export interface FunctionCalls {
  /** The path below the repository, as `src/app/Journal.ts`. */
  readonly file: string
  readonly name: string
  readonly calls: number
}

const fileOf = (url: string): string => url.replace(/^.*\/(src|node_modules)\//, "$1/")

/** Answers a function that returns the calls since it was last called. */
export const startCoverage = async (): Promise<() => Promise<ReadonlyArray<FunctionCalls>>> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  return async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage")
    return result.flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }) => ({
        file: fileOf(url),
        name: functionName,
        calls: ranges[0]?.count ?? 0
      }))
    )
  }
}
