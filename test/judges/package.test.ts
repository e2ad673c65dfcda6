/**
 * The package as who installs it meets it: an empty project on each Node that is supported takes
 * the tarball without a warning, its types are strict without `skipLibCheck`, its client is small
 * in a browser, the documented tests run, and `npx retainer` serves. The tools lie in test/package
 * with a lock file of their own.
 */
import { spawn } from "node:child_process"
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { mainJob } from "../support/mainJob.ts"
import {
  install,
  judge,
  type Project,
  pack,
  projectOn,
  runIn,
  toolsInstalled,
  typescript
} from "../support/package.ts"
import { eventually, temporaryDirectory } from "../support/process.ts"
import { root, snippets } from "../support/snippets.ts"
import { nodeVersions } from "../support/sweep.ts"

const minutes = 60_000

const usesPackage = ({ code }: { readonly code: string }) => code.includes('from "retainer')

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let packed: Awaited<ReturnType<typeof pack>>
const projects = new Map<string, { readonly project: Project; readonly warned: string }>()

const installed = (version: (typeof nodeVersions)[number] = "node24") => {
  const found = projects.get(version)
  if (found === undefined) throw new Error(`nothing is installed on ${version}`)
  return found
}

beforeAll(async () => {
  if (!toolsInstalled) return
  directory = await temporaryDirectory()
  packed = await pack(directory.path)
  for (const version of nodeVersions) {
    const project = await projectOn(join(directory.path, version), version)
    projects.set(version, { project, warned: await install(project, packed.tarball) })
  }
}, 15 * minutes)
afterAll(async () => {
  if (toolsInstalled) await directory.remove()
})

describe.skipIf(!toolsInstalled)("the package", () => {
  it("holds what is built, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path)
    for (const path of paths) {
      assert.match(
        path,
        /^(?:dist\/.+(?:\.js|\.js\.map|\.d\.ts)|package\.json|README\.md|LICENSE)$/
      )
    }
    // In bytes: what is downloaded. The words of four languages take 0.3 MB.
    assert.isBelow(packed.size, 3_500_000)
  })

  it("is clean for publint", async () => {
    await judge(installed().project, "publint", ["--strict", packed.tarball])
  })

  it("has types that resolve, in ESM and for bundlers", async () => {
    await judge(installed().project, "attw", ["--profile", "esm-only", packed.tarball])
  })

  it("type-checks strictly with every declaration that it leads to", async () => {
    const { project } = installed()
    await copyFile(join(root, "test/package/consumer.ts"), join(project.directory, "consumer.ts"))
    const shown = await Promise.all(
      snippets.filter(usesPackage).map(async ({ code }, index) => {
        await writeFile(join(project.directory, `shown${index}.ts`), code)
        return `shown${index}.ts`
      })
    )
    const check = (version: "5.9" | "7", args: ReadonlyArray<string>) =>
      runIn(project, project.node, [
        typescript(version),
        ..."--noEmit --strict --exactOptionalPropertyTypes --target es2024".split(" "),
        ...args
      ])
    const onNode = "--module nodenext --types node consumer.ts".split(" ")
    await check("5.9", [...onNode, ...shown])
    await check("7", [...onNode, ...shown])
    // Nothing of Node is needed for it.
    await check("7", "--module preserve --moduleResolution bundler consumer.ts".split(" "))
  })
})

describe.skipIf(!toolsInstalled)("a browser's bundle of the client", () => {
  const program = `import { createRetainer } from "retainer/client"
const retainer = createRetainer({ baseUrl: location.origin, apiKey: prompt() })
for await (const invoice of retainer.invoices.list({ status: "sent" })) console.log(invoice.id)`

  const assertSmall = async (file: string) => {
    const bytes = await readFile(file)
    assert.include(bytes.toString(), "/v1")
    assert.isBelow(gzipSync(bytes).length, 60 * 1024)
  }

  it("is small by esbuild", async () => {
    const { project } = installed()
    const out = join(project.directory, "esbuild.js")
    await writeFile(join(project.directory, "browser.js"), program)
    const flags = "--bundle --minify --format=esm --target=es2022 --platform=browser".split(" ")
    await judge(project, "esbuild", ["browser.js", ...flags, `--outfile=${out}`])
    await assertSmall(out)
  })

  it("is small by vite", async () => {
    const { project } = installed()
    await writeFile(join(project.directory, "browser.js"), program)
    await writeFile(
      join(project.directory, "index.html"),
      '<script type="module" src="/browser.js"></script>'
    )
    await judge(project, "vite", ["build", "--target", "es2022", "--outDir", "vite"])
    const assets = join(project.directory, "vite", "assets")
    const [only = "", ...others] = await readdir(assets)
    assert.deepStrictEqual(others, [])
    await assertSmall(join(assets, only))
  })
})

describe.skipIf(!toolsInstalled).each(nodeVersions)("on %s", (version) => {
  it("is installed without a warning, with one copy of effect", async () => {
    const { project, warned } = installed(version)
    assert.notMatch(warned, /EBADENGINE|ERESOLVE|deprecated/)
    const { stdout } = await runIn(project, "npm", ["ls", "effect", "--all", "--parseable"])
    assert.lengthOf(new Set(stdout.trim().split("\n")), 1)
  })

  it("runs the documented tests", async () => {
    const { project } = installed(version)
    await mkdir(join(project.directory, "tests"), { recursive: true })
    const tests = snippets.filter((one) => one.kind === "test" && usesPackage(one))
    for (const [index, { code }] of tests.entries()) {
      await writeFile(join(project.directory, "tests", `documented${index}.test.ts`), code)
    }
    const vitest = join(project.directory, "node_modules", "vitest", "vitest.mjs")
    const { stdout } = await runIn(project, project.node, [vitest, "run", "--dir", "tests"])
    assert.match(stdout, new RegExp(`Test Files.*${tests.length} passed`))
  })

  it("runs in a program, which ends when it stops it", async () => {
    const { project } = installed(version)
    const shown = snippets.find(({ code }) => code.includes('from "retainer"'))
    await writeFile(join(project.directory, "program.mjs"), shown?.code ?? "")
    const { stdout } = await runIn(project, project.node, ["program.mjs"])
    assert.match(stdout, /^200$/m)
  })

  it("serves by npx, and stops with it", async () => {
    const { project } = installed(version)
    const env = { ...project.env, PORT: "0" }
    const npx = spawn("npx", ["retainer"], { cwd: project.directory, env })
    const ended = new Promise<void>((resolve) => npx.once("close", () => resolve()))
    let said = ""
    npx.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    npx.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    const facts = await eventually(async () => /^retainer ready (\{.*\})$/m.exec(said)?.[1])
    const { url }: { readonly url: string } = JSON.parse(facts)
    await mainJob(url, /rk_\w{38}/.exec(said)?.[0] ?? "")
    npx.kill("SIGTERM")
    // Its streams close with the last process that has them.
    await ended
    assert.notMatch(said, /ERROR|Warning|Error:/)
    // The data lies where it was started, and the commands find it.
    const { stdout } = await runIn(project, "npx", ["retainer", "workspace", "list", "--json"])
    assert.include(stdout, "Demo Agency")
  })
})
