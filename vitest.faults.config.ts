/** Faults of what the service depends on, one after the other: `npm run test:faults`. */
import { defineConfig } from "vitest/config"
import { SummaryReporter } from "./test/support/SummaryReporter.ts"

export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    // A fault must not slow down the recovery from another one.
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    reporters: ["default", new SummaryReporter()],
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
