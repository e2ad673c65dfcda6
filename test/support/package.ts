/** The package as `npm pack` makes it, and projects that install it, each on a Node of its own. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import manifest from "../../package.json" with { type: "json" }
import { root } from "./snippets.ts"

const run = promisify(execFile)

/** The tools that judge, which have a lock file of their own. */
const tools = join(root, "test", "package", "node_modules")

export const toolsInstalled = existsSync(join(tools, ".bin", "publint"))

export interface Project {
  readonly directory: string
  /** The environment of its programs: its own Node first, and no settings of this process. */
  readonly env: NodeJS.ProcessEnv
  readonly node: string
}

/**
 * Runs a program of the judges, of the project, or npm; rejects with what it printed where it
 * fails.
 */
export const runIn = async ({ directory, env }: Project, file: string, args: readonly string[]) => {
  const options = { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 }
  try {
    return await run(file, [...args], options)
  } catch (error) {
    throw new Error(`${file} ${args.join(" ")}\n${Object.values(Object(error)).join("\n")}`)
  }
}

export const judge = (project: Project, name: string, args: readonly string[]) =>
  runIn(project, join(tools, ".bin", name), args)

/** TypeScript of that version: the project's own is the newer one. */
export const typescript = (which: "5.9" | "7"): string =>
  join(which === "7" ? join(root, "node_modules") : tools, "typescript", "bin", "tsc")

export const projectOn = async (
  directory: string,
  version: "node22" | "node24"
): Promise<Project> => {
  const bin = join(tools, version, "bin")
  const { HOME, PATH } = process.env
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, "package.json"), '{ "private": true, "type": "module" }')
  return { directory, env: { HOME, PATH: `${bin}${delimiter}${PATH}` }, node: join(bin, "node") }
}

/** Makes the tarball there; answers its name and the files in it. */
export const pack = async (directory: string) => {
  const args = ["pack", "--json", "--pack-destination", directory]
  const { stdout } = await run("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const [packed]: ReadonlyArray<{
    readonly filename: string
    readonly size: number
    readonly files: ReadonlyArray<{ readonly path: string }>
  }> = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))))
  if (packed === undefined) throw new Error(stdout)
  return { tarball: join(directory, packed.filename), ...packed }
}

/** The environment that reaches the registry, without what npm set for this process's package. */
const reaching = ({ env }: Project): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  ...env
})

/** Installs the tarball and what the examples of tests need; answers what npm warned of. */
export const install = async (project: Project, tarball: string): Promise<string> => {
  const { vitest, "@effect/vitest": effectVitest } = manifest.devDependencies
  const wanted = [tarball, `vitest@${vitest}`, `@effect/vitest@${effectVitest}`]
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=warn", ...wanted]
  return (await runIn({ ...project, env: reaching(project) }, "npm", args)).stderr
}
