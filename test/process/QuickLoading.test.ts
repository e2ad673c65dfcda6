/** Modules that are found quickly are the ones that Node finds, and its client of the web is not among them. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"

/** In a process of its own: every module of the server by who asks for it, with its format. */
const modulesOf = async (first: string) => {
  const script = `
    import { registerHooks } from "node:module"
    ${first}
    const found = {}
    registerHooks({
      resolve: (specifier, context, next) => {
        const { url, format } = next(specifier, context)
        found[context.parentURL + " " + specifier] = url + " " + format
        return { url, format, shortCircuit: true }
      }
    })
    await import("./src/process/ServerLayers.ts")
    const hasClient = process.moduleLoadList.includes("NativeModule internal/deps/undici/undici")
    process.stdout.write(JSON.stringify({ found, hasClient }))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: new URL("../..", import.meta.url), maxBuffer: 64 * 1024 * 1024 }
  )
  const told: { found: Readonly<Record<string, string>>; hasClient: boolean } = JSON.parse(stdout)
  return told
}

describe("loading modules quickly", () => {
  it("finds the modules that Node finds", { timeout: 60_000 }, async () => {
    const [quick, plain] = await Promise.all([
      modulesOf('await import("./src/process/QuickLoading.js")'),
      modulesOf("")
    ])
    assert.isAbove(Object.keys(plain.found).length, 1000)
    assert.deepStrictEqual(quick.found, plain.found)
    assert.deepStrictEqual([quick.hasClient, plain.hasClient], [false, true])
  })
})
