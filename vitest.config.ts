/**
 * `npm test`: what needs Node and npm alone. The files that one process runs share its modules, so a module keeps
 * nothing that a test changes; the time limit covers a cold embedded database.
 */
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { SummaryReporter } from "./test/support/SummaryReporter.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/judges/**", "**/node_modules/**"],
    // Most of the time goes by in processes that wait: two files at a time, also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ["default", new SummaryReporter()],
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
