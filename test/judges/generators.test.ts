/**
 * OpenAPI for integrators: the document lints without an error, and clients that three generators make
 * of it compile strictly and do the main job against the running server. The generators live in
 * test/generators with a lock file of their own, which `npm run test:judges` installs first; where the registry
 * does not answer then, these tests are skipped.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  firstKey,
  type Server,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"

const run = promisify(execFile)
const folder = new URL("../generators/", import.meta.url).pathname
const work = join(folder, ".generated")
const document = new URL("../golden/openapi.json", import.meta.url).pathname

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let server: Server

/** Runs a program of the generators' folder on this Node. */
const tool = (name: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  run(process.execPath, [join(folder, "node_modules", ".bin", name), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 16 * 1024 * 1024
  })

const installed = existsSync(join(folder, "node_modules", ".bin", "redocly"))

beforeAll(async () => {
  if (!installed) return
  directory = await temporaryDirectory()
  server = await startServer({ DATA_DIR: directory.path })
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  await cp(join(folder, "jobs"), work, { recursive: true })
  await writeFile(join(work, "package.json"), '{"type":"commonjs"}')
  await cp(join(work, "openapi-typescript.ts"), join(work, "job-openapi-typescript.ts"))
  await cp(join(work, "hey-api.ts"), join(work, "job-hey-api.ts"))
  await cp(join(work, "orval.ts"), join(work, "job-orval.ts"))
  for (const name of ["openapi-typescript", "hey-api", "orval"]) await rm(join(work, `${name}.ts`))
})
afterAll(async () => {
  if (!installed) return
  await stopServer(server)
  await rm(work, { recursive: true, force: true })
  await directory.remove()
})

const doMainJob = async (name: string): Promise<void> => {
  const out = join(work, `out-${name}`)
  const flags =
    "--strict --skipLibCheck --target es2022 --lib es2023,dom,dom.iterable --module commonjs --moduleResolution node10 --esModuleInterop --types node --typeRoots ../../node_modules/@types"
  await tool("tsc", [...flags.split(" "), "--outDir", out, join(work, `job-${name}.ts`)])
  const { stdout } = await run(process.execPath, [join(out, `job-${name}.js`)], {
    env: { ...process.env, BASE_URL: server.url, KEY: firstKey(server) }
  })
  assert.deepStrictEqual(JSON.parse(stdout), [13_200, "sent", "void", "RESOURCE_NOT_FOUND"])
}

describe.skipIf(!installed)("openapi for integrators", () => {
  it("lints without an error or a warning", async () => {
    const { stdout, stderr } = await tool("redocly", ["lint", document, "--format=json"], {
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
    })
    const report = JSON.parse(stdout.slice(stdout.indexOf("{")))
    assert.deepStrictEqual(report.totals, { errors: 0, warnings: 0, ignored: 0 }, stderr)
  })

  it("openapi-typescript", async () => {
    await tool("openapi-typescript", [document, "-o", join(work, "openapi-typescript.d.ts")])
    await doMainJob("openapi-typescript")
  })

  it("@hey-api/openapi-ts", async () => {
    await tool("openapi-ts", ["-i", document, "-o", join(work, "hey-api"), "--silent"])
    await doMainJob("hey-api")
  })

  it("orval", async () => {
    await tool("orval", [
      "--input",
      document,
      "--output",
      join(work, "orval.ts"),
      "--client",
      "fetch"
    ])
    await doMainJob("orval")
  })
})
