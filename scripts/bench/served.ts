/**
 * One checkout of Retainer that serves from a database of its own, started as people start it: by
 * `npm start`.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../../test/support/redis.ts"
import type { Line } from "./sender.ts"

const runFile = promisify(execFile)

/** The key with which the servers sign cursors. */
export const secretKey = Buffer.alloc(32, 7).toString("base64")

/** The owner of the sample's workspace. */
export const ownerEmail = "bench@example.com"

export interface Served {
  readonly name: string
  /** The folder of its files. */
  readonly directory: string
  readonly url: () => string
  readonly pid: () => number
  readonly key: () => string
  /** Answers seconds from the command to the first answer to an authenticated request. */
  readonly start: () => Promise<number>
  readonly stop: () => Promise<void>
  /** A key to a workspace that is there. */
  readonly enter: (workspaceId: string) => Promise<void>
  /** Sample data in a workspace of its own; answers the password of its owner. */
  readonly seed: (invoices: number) => Promise<string>
  /** The body of an answer; rejects one that is no success. */
  readonly ask: (...line: Line) => Promise<Record<string, never>>
  readonly remove: () => Promise<void>
}

const lastObject = (printed: string): Record<string, string> => {
  const line = printed.split("\n").findLast((one) => one.startsWith("{"))
  return JSON.parse(line ?? printed)
}

const endGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It is gone.
  }
}

export const makeServed = async (
  name: string,
  root: string,
  databaseUrl: string
): Promise<Served> => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-bench-data-"))
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    SECRET_KEY: secretKey,
    PROCESSOR: "test",
    RATE_LIMIT: "off"
  }
  const environment = { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", ...settings }
  let running: { child: ChildProcess; url: string; pid: number } | undefined
  let key = ""
  const now = () => {
    if (running === undefined) throw new Error(`${name} does not run`)
    return running
  }
  const command = async (...words: ReadonlyArray<string>) => {
    const args = ["run", "-s", "retainer", "--", ...words, "--json"]
    const options = { cwd: root, env: environment, maxBuffer: 1 << 26 }
    return lastObject((await runFile("npm", args, options)).stdout)
  }
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${now().url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${name}: ${method} ${path} answered ${response.status}`)
    return await response.json()
  }
  const spawned = (url: string, port: number): Promise<{ child: ChildProcess; pid: number }> =>
    new Promise((resolve, reject) => {
      const child = spawn("npm", ["start", "--silent"], {
        cwd: root,
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...environment, PORT: String(port), BASE_URL: url }
      })
      let printed = ""
      child.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString()
        const facts = /^retainer ready (\{.*\})$/m.exec(printed)?.[1]
        if (facts !== undefined) resolve({ child, pid: JSON.parse(facts).pid })
      })
      child.on("exit", () => reject(new Error(`${name} did not start: ${printed}`)))
    })
  return {
    name,
    directory,
    url: () => now().url,
    pid: () => now().pid,
    key: () => key,
    ask,
    start: async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const from = performance.now()
      running = { ...(await spawned(url, port)), url }
      await ask("GET", "/v1/projects?limit=1")
      return (performance.now() - from) / 1000
    },
    stop: async () => {
      const { child } = now()
      const ended = new Promise((resolve) => child.once("exit", resolve))
      endGroup(child, "SIGTERM")
      await ended
      running = undefined
    },
    enter: async (workspaceId) => {
      const words = ["--workspace", workspaceId, "--name", "Bench", "--scopes", "all"]
      key = (await command("api-key", "create", ...words))["api_key"] ?? ""
    },
    seed: async (invoices) => {
      const owner = ["--owner-name", "Bench", "--owner-email", ownerEmail]
      const place = ["--plan", "scale", "--currency", "USD", "--timezone", "UTC"]
      const made = await command("workspace", "create", "--name", "Bench", ...place, ...owner)
      key = made["api_key"] ?? ""
      const { workspace_id: workspace = "", owner_password: password = "" } = made
      await command("demo", "--workspace", workspace, "--size", String(invoices))
      return password
    },
    remove: async () => {
      if (running !== undefined) endGroup(running.child, "SIGKILL")
      await rm(directory, { recursive: true, force: true })
    }
  }
}
