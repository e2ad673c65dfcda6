/** The outside judges: tools that others wrote look at the contract and the package. `npm run test:judges` runs them. */
import { defineConfig } from "vitest/config"
import { SummaryReporter } from "./test/support/SummaryReporter.ts"

export default defineConfig({
  test: {
    include: ["test/judges/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 300_000,
    reporters: ["default", new SummaryReporter()],
    setupFiles: ["test/support/judgesUntil.ts"],
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
