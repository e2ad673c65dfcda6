/**
 * Runs a random test for longer than `npm test` does: `npm run test:model -- --minutes 10`,
 * `npm run test:fuzz -- --requests 200000`; with `--seed N` as a failure names it.
 */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "10" },
    requests: { type: "string", default: "100000" },
    seed: { type: "string" }
  }
})
const [name = ""] = positionals
const files =
  name === "fuzz"
    ? ["test/http/fuzz.test.ts", "test/e2e/fuzzSockets.test.ts"]
    : [`test/http/${name}.test.ts`]
const { minutes, requests, seed } = values
const settings = {
  ...(name === "model" ? { MODEL_MINUTES: minutes } : { FUZZ_REQUESTS: requests }),
  ...(seed === undefined ? {} : { [`${name.toUpperCase()}_SEED`]: seed })
}
const { status } = spawnSync("npx", ["vitest", "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, ...settings }
})
process.exitCode = status ?? 1
