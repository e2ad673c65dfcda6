/** The unit tests that judge a mutation: no database is started for them. */
import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["test/**/*.test.ts"] } })
