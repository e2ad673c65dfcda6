/**
 * A server that speaks S3: moto, of PyPI, which `npm test` installs into test/s3/.venv where Python
 * is. Suites that need it are skipped where it is not there.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { Redacted } from "effect"
import { freePort } from "./redis.ts"

const binary = new URL("../s3/.venv/bin/moto_server", import.meta.url).pathname
export const hasS3 = existsSync(binary)

/** It lets everyone in. */
export const s3Credentials = { accessKeyId: "tester", secretAccessKey: Redacted.make("secret") }

const keysIn = async (url: string): Promise<ReadonlyArray<string>> => {
  const list = await (await fetch(url)).text()
  return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key)
}

/** With an empty bucket, `files`. */
export const startS3 = async () => {
  const port = await freePort()
  const child = spawn(binary, ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" })
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  const endpoint = `http://127.0.0.1:${port}`
  const bucket = `${endpoint}/files`
  const isMade = () => fetch(bucket, { method: "PUT" }).catch(() => undefined)
  while ((await isMade()) === undefined) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    endpoint,
    /** The keys of objects, and of uploads that have not ended. */
    keys: async () => [...(await keysIn(bucket)), ...(await keysIn(`${bucket}?uploads`))],
    /** Begins an upload in parts and leaves it, as a process does that is killed. */
    leaveUpload: async (key: string) => {
      await fetch(`${bucket}/${key}?uploads`, { method: "POST" })
    },
    stop: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
