/**
 * `npm test`: what needs Node and npm alone. The files that one process runs share its modules, so a module keeps
 * nothing that a test changes; the time limit covers a cold embedded database.
 */
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { LongFirst } from "./test/support/LongFirst.ts"
import { SummaryReporter } from "./test/support/SummaryReporter.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/judges/**", "test/faults/**", "**/node_modules/**"],
    // Some files wait, for the patience of a server or a process that starts: three at a time, also on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ["default", new SummaryReporter()],
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
