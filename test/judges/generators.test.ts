/**
 * Clients that generators make of the OpenAPI document compile strictly and do the main job against
 * the running server: client, project, invoice, sending, PDF, payment; then an invoice that is
 * voided, a client that does not exist, a list, and the event of the voided invoice. `npm run
 * test:judges` installs the generators first; a test whose generator or language is missing is
 * skipped.
 */
import { execFile, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { migratedDirectory } from "../support/migrated.ts"
import { firstKey, type Server, startServer, stopServer } from "../support/process.ts"
import { isFullSweep } from "../support/sweep.ts"

const execute = promisify(execFile)
const folder = new URL("../generators/", import.meta.url).pathname
const work = join(folder, ".generated")
const jobs = join(folder, "jobs")
const jar = join(folder, "openapi-generator.jar")
const python = new URL("python/.venv/bin/", import.meta.url).pathname
const document = new URL("../golden/openapi.json", import.meta.url).pathname

const runs = (command: string, ...args: ReadonlyArray<string>) =>
  spawnSync(command, args).status === 0
const hasNpm = existsSync(join(folder, "node_modules", ".bin", "tsc"))
const hasPython = existsSync(join(python, "openapi-python-client"))
const hasGo = runs("go", "version")
const hasJava = existsSync(jar) && runs("java", "-version")

let directory: Awaited<ReturnType<typeof migratedDirectory>>
let server: Server

beforeAll(async () => {
  directory = await migratedDirectory()
  server = await startServer({ DATA_DIR: directory.path })
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  await cp(jobs, work, { recursive: true })
  await writeFile(join(work, "package.json"), '{"type":"commonjs"}')
})
afterAll(async () => {
  await stopServer(server)
  await rm(work, { recursive: true, force: true })
  await directory.remove()
})

/**
 * Runs a program in a folder of the generated clients; a job finds the server in its environment.
 */
const run = async (command: string, args: ReadonlyArray<string>, cwd = work): Promise<string> => {
  const { stdout } = await execute(command, args, {
    cwd,
    env: { ...process.env, BASE_URL: server.url, KEY: firstKey(server) },
    maxBuffer: 16 * 1024 * 1024
  })
  return stdout
}

/** The line of facts that a job prints; Maven puts the codes of a terminal around it. */
const assertDone = (stdout: string): void =>
  assert.deepStrictEqual(JSON.parse(/\[\d+,.*\]/.exec(stdout)?.[0] ?? "null"), [
    13_200,
    "sent",
    "%PDF-",
    13_200,
    "void",
    "RESOURCE_NOT_FOUND",
    2,
    "void"
  ])

/** A program of the generators' folder, on this Node. */
const npmTool = (name: string, ...args: ReadonlyArray<string>) =>
  run(process.execPath, [join(folder, "node_modules", ".bin", name), ...args], folder)

const doTypescriptJob = async (name: string): Promise<void> => {
  const out = join(work, `out-${name}`)
  const flags =
    "--strict --skipLibCheck --target es2022 --lib es2023,dom,dom.iterable --module commonjs --moduleResolution node10 --esModuleInterop --types node --typeRoots ../../node_modules/@types"
  await npmTool("tsc", ...flags.split(" "), "--outDir", out, join(work, `job-${name}.ts`))
  assertDone(await run(process.execPath, [join(out, `job-${name}.js`)]))
}

const generate = (generator: string, out: string, ...args: ReadonlyArray<string>) =>
  run("java", ["-jar", jar, "generate", "-i", document, "-g", generator, "-o", out, ...args])

describe.skipIf(!hasNpm)("clients in TypeScript", () => {
  it("openapi-typescript", async () => {
    await npmTool("openapi-typescript", document, "-o", join(work, "openapi-typescript.d.ts"))
    await doTypescriptJob("openapi-typescript")
  })

  it("@hey-api/openapi-ts", async () => {
    await npmTool("openapi-ts", "-i", document, "-o", join(work, "hey-api"), "--silent")
    await doTypescriptJob("hey-api")
  })

  it("orval", async () => {
    const out = join(work, "orval.ts")
    await npmTool("orval", "--input", document, "--output", out, "--client", "fetch")
    await doTypescriptJob("orval")
  })

  if (isFullSweep) {
    it.skipIf(!hasJava)("openapi-generator, typescript-fetch", async () => {
      // Without webhooks: this generator writes for them what does not compile.
      const parts = ["--global-property", "apis,models,supportingFiles"]
      await generate("typescript-fetch", join(work, "typescript-fetch"), ...parts)
      await doTypescriptJob("typescript-fetch")
    })
  }
})

if (isFullSweep) {
  describe.skipIf(!hasPython)("a client in Python", () => {
    it("openapi-python-client", async () => {
      await run(join(python, "openapi-python-client"), [
        ...["generate", "--meta", "none", "--fail-on-warning", "--path", document],
        ...["--config", "openapi-python-client.yaml", "--output-path", "retainer_api"]
      ])
      await run(join(python, "mypy"), ["--strict", "job.py"])
      assertDone(await run(join(python, "python"), ["job.py"]))
    })
  })

  describe.skipIf(!(hasJava && runs("mvn", "--version")))("a client in Java", () => {
    it("openapi-generator", async () => {
      const names = ["invokerPackage=example.retainer", "apiPackage=example.retainer.api"]
      const options = ["modelPackage=example.retainer.model", "useJakartaEe=true"]
      await generate(
        "java",
        join(work, "java-client"),
        ...["--library", "native"],
        ...["--additional-properties", [...names, ...options, "openApiNullable=false"].join(",")]
      )
      const sources = "src/main/java/example/retainer"
      await cp(join(work, "java-client", sources), join(work, "java", sources), { recursive: true })
      assertDone(await run("mvn", ["-q", "-B", "compile", "exec:java"], join(work, "java")))
    })
  })

  describe.skipIf(!hasGo)("a client in Go", () => {
    it("oapi-codegen", async () => {
      const home = join(work, "go")
      await mkdir(join(home, "retainer"))
      await run("go", ["tool", "oapi-codegen", "-config", "oapi-codegen.yaml", document], home)
      await run("go", ["vet", "./..."], home)
      assertDone(await run("go", ["run", "."], home))
    })
  })
}
