/**
 * Source files that execute for `POST /v1/invoices` on the embedded database, by V8's precise
 * coverage. A file counts if it ran in each of several requests, so that workers in the background
 * do not.
 */
import { execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redacted } from "effect"
import { type FunctionCalls, startCoverage } from "./coverage.ts"

const requests = 8

const post = async (url: string, key: string, path: string, body: object): Promise<string> => {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text).id
}

/** The files of `src` of which a function was called in every round. */
export const ranInEach = (
  rounds: ReadonlyArray<ReadonlyArray<FunctionCalls>>
): ReadonlyArray<string> => {
  const [first = [], ...others] = rounds.map((all) => {
    const ran = all.filter(({ file, calls }) => file.startsWith("src/") && calls > 0)
    return [...new Set(ran.map(({ file }) => file))]
  })
  return first.filter((file) => others.every((files) => files.includes(file))).sort()
}

const measure = async (): Promise<ReadonlyArray<string>> => {
  const dataDir = await mkdtemp(join(tmpdir(), "retainer-files-"))
  const { Retainer } = await import("../../src/Retainer.ts")
  const server = await Retainer.start({ dataDir, host: "127.0.0.1", port: 0 })
  try {
    if (server.firstStart === null) throw new Error("The database was not empty")
    const key = Redacted.value(server.firstStart.apiKey)
    const client = { name: "Acme", email: "acme@example.com" }
    const client_id = await post(server.url, key, "/v1/clients", client)
    const line_items = [{ description: "Design", quantity: 1.5, unit_price: 12_000 }]
    const invoice = { client_id, tax_rate: 0.1, line_items }
    const take = await startCoverage()
    await post(server.url, key, "/v1/invoices", invoice)
    await take()
    const rounds: Array<ReadonlyArray<FunctionCalls>> = []
    for (let index = 0; index < requests; index++) {
      await post(server.url, key, "/v1/invoices", invoice)
      rounds.push(await take())
    }
    return ranInEach(rounds)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Measures in a process of its own, whose log is discarded. */
export const filesExecuted = (): ReadonlyArray<string> =>
  JSON.parse(
    execFileSync(process.execPath, [import.meta.filename], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    })
  )

if (import.meta.main) console.log(JSON.stringify(await measure(), null, 2))
