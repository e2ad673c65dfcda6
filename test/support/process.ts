/** Real processes of the server and the command line, and what they printed. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = new URL("../..", import.meta.url).pathname

/** The next start reuses V8's compile cache, as after `npm start`. */
const compiled = join(root, "node_modules/.cache/retainer-compiled")

export type Environment = Readonly<Record<string, string>>

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Nothing of this process's own settings reaches the child. */
const environment = (extra: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  ...extra
})

const watch = (child: ChildProcess) => {
  const output = { stdout: "", stderr: "" }
  child.stdout?.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString()
  })
  child.stderr?.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString()
  })
  const ended = new Promise<Finished>((resolve) =>
    child.on("close", (code) => resolve({ code, ...output }))
  )
  return { output, ended }
}

/**
 * Runs Node with the arguments in the repository's root until it exits; `input` is its standard
 * input.
 */
export const runNode = (
  args: ReadonlyArray<string>,
  extra: Environment = {},
  input?: string
): Promise<Finished> => {
  const child = spawn(process.execPath, args, { cwd: root, env: environment(extra) })
  if (input !== undefined) child.stdin.end(input)
  return watch(child).ended
}

/** Runs `retainer` with the arguments until it ends. */
export const runCli = (
  args: ReadonlyArray<string>,
  extra: Environment = {},
  input?: string
): Promise<Finished> => runNode(["src/cli/main.ts", ...args], extra, input)

export interface Server {
  readonly url: string
  readonly ready: Readonly<Record<string, unknown>>
  readonly stdout: () => string
  readonly stderr: () => string
  readonly signal: (name: NodeJS.Signals) => void
  readonly ended: Promise<Finished>
}

/**
 * Starts the server and waits for its ready line; rejects with what it printed if it ends first.
 */
export const startServer = (
  extra: Environment,
  args: ReadonlyArray<string> = ["src/process/main.ts"]
): Promise<Server> => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment({ PORT: "0", NODE_COMPILE_CACHE: compiled, ...extra })
  })
  const { output, ended } = watch(child)
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const line = /^retainer ready (\{.*\})$/m.exec(output.stdout)?.[1]
      if (line === undefined) return
      const ready: Record<string, unknown> = JSON.parse(line)
      resolve({
        url: String(ready["url"]),
        ready,
        stdout: () => output.stdout,
        stderr: () => output.stderr,
        signal: (name) => child.kill(name),
        ended
      })
    })
    void ended.then(({ code, stdout, stderr }) =>
      reject(new Error(`the server ended with ${code}\n${stdout}\n${stderr}`))
    )
  })
}

export const stopServer = async (server: Server): Promise<Finished> => {
  server.signal("SIGTERM")
  return await server.ended
}

export const temporaryDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), "retainer-test-"))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The API key that the first start printed. */
export const firstKey = (server: Server): string => {
  const key = /rk_[0-9A-Za-z]{38}/.exec(server.stdout())?.[0]
  if (key === undefined) throw new Error(`no key in ${server.stdout()}`)
  return key
}

/** Polls until the condition gives a value; the test's own time limit is the bound. */
export const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
