/** Tests run in processes of their own; the time limit covers a cold embedded database. */
import { defineConfig } from "vitest/config"
import { SummaryReporter } from "./test/support/SummaryReporter.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ["default", new SummaryReporter()],
    globalSetup: ["test/support/globalSetup.ts"]
  }
})
