/** The compile cache is readable by the user alone, and a read-only home stops no start. */
import { access, mkdir, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { runCli, runNode, temporaryDirectory } from "../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

describe("what was compiled", () => {
  it("is kept below the user's home, open to nobody else", async () => {
    const home = join(directory.path, "home")
    await mkdir(home)
    assert.strictEqual((await runCli(["--version"], { HOME: home })).code, 0)
    const cache = join(home, ".cache", "retainer")
    const [version = ""] = await readdir(cache)
    assert.isAbove((await readdir(join(cache, version))).length, 100)
    assert.strictEqual((await stat(cache)).mode & 0o077, 0)
  })

  it("is left out where there is no home, and none is made", async () => {
    const home = join(directory.path, "none")
    assert.strictEqual((await runCli(["--version"], { HOME: home })).code, 0)
    await access(home).then(
      () => assert.fail("a home was made"),
      () => {}
    )
  })
})

describe("npm start", () => {
  it("loads no compiler of TypeScript once what it needs was compiled", async () => {
    const home = join(directory.path, "started")
    await mkdir(home)
    const entry = /\S+$/.exec(manifest.scripts.start)?.[0] ?? ""
    const told = `process.on("exit", () => console.log(process.moduleLoadList.join("\\n")))`
    const preload = `data:text/javascript,${encodeURIComponent(told)}`
    // A setting that is refused ends it before it listens.
    const start = () =>
      runNode(["--import", preload, entry], { HOME: home, PORT: "none", DATA_DIR: home })
    assert.include((await start()).stdout, "deps/amaro")
    const again = await start()
    assert.include(again.stderr, "PORT")
    assert.include(again.stdout, "internal/modules/typescript")
    assert.notInclude(again.stdout, "deps/amaro")
  })
})

/** The modules that a process has loaded after its static imports. */
const loadedWith = async (entry: string): Promise<ReadonlyArray<string>> => {
  const script = `
    const { registerHooks } = await import("node:module")
    const seen = new Set()
    registerHooks({ load: (url, context, next) => (seen.add(url), next(url, context)) })
    await import("./src/${entry}")
    const packages = [...seen].flatMap((url) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? [])
    console.log(JSON.stringify([...new Set(packages)]))`
  const { stdout, stderr } = await runNode(["--input-type=module", "-e", script])
  assert.strictEqual(stderr, "")
  return JSON.parse(stdout)
}

describe("before it serves", () => {
  it("a process loads no package that not every process needs", async () => {
    const loaded = await loadedWith("process/Runtime.ts")
    assert.include(loaded, "effect")
    for (const late of [
      "@electric-sql/pglite",
      "@redis/client",
      "fontkit",
      "harfbuzzjs",
      "nodemailer",
      "postal-mime",
      "stripe",
      "undici"
    ]) {
      assert.notInclude(loaded, late)
    }
  })
})
