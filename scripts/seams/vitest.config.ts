/** The unit tests that judge a mutation: no server is started for them. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    globalSetup: ["scripts/seams/globalSetup.ts"]
  }
})
