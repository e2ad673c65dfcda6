/**
 * The service of a simulated year: `retainer dev --test-clock` with workspaces in four time zones
 * with daylight saving, a receiver of their webhooks, and restarts under other secret keys.
 */
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { assert } from "@effect/vitest"
import { putDatabaseIn } from "./migrated.ts"
import { runCli, type Server, stopServer, temporaryDirectory } from "./process.ts"
import { callerOf, startTestServer } from "./testServer.ts"
import type { YearWorkspace } from "./yearExpectation.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** Santiago's days of change begin at one o'clock: there is no midnight. */
const zones = ["Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago"]
const reminderDays = [[-3, 1, 14], [7], [0, 30], [], [-1, 3, 10, 45]]

const pick = <A>(all: ReadonlyArray<A>, at: number): A => {
  const found = all[at % all.length]
  if (found === undefined) throw new Error("nothing to pick from")
  return found
}

/** Refuses one message in fifty, which then comes again; counts what it accepted. */
const startReceiver = async () => {
  const accepted: Array<{ readonly workspace: string; readonly id: string }> = []
  let count = 0
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(await text(request))
    count += 1
    const isRefused = count % 50 === 0
    if (!isRefused) accepted.push({ workspace: String(request.url).slice(1), id })
    response.writeHead(isRefused ? 503 : 204).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { accepted, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const mailKinds = [
  ["invoice", /^Invoice \S+ from .*: /],
  ["reminder", /^Reminder: /],
  ["receipt", /^Receipt from /],
  ["credit_note", /^Credit note /],
  ["void", /was voided$/],
  ["payment_notice", /paid|payment/i]
] as const

const kindOf = (subject: string): string =>
  mailKinds.find(([, pattern]) => pattern.test(subject))?.[0] ?? subject

export type Call = (method: string, path: string, body?: unknown, headers?: object) => Promise<Json>

export interface YearAgency extends YearWorkspace {
  readonly call: Call
  readonly endpoint: string
}

const secretKey = (fill: number): string => Buffer.alloc(32, fill).toString("base64")

export const startYear = async (count: number, start: number) => {
  const directory = await temporaryDirectory()
  await putDatabaseIn(directory.path)
  const receiver = await startReceiver()
  let made = 1
  let keys = [secretKey(made)]
  let server: Server
  let now = start
  const open = async (): Promise<void> => {
    server = await startTestServer(
      { DATA_DIR: directory.path, RATE_LIMIT: "off", SECRET_KEY: keys.join(",") },
      ["--now", new Date(now).toISOString()]
    )
  }
  await open()
  const plain = (method: string, path: string, body?: unknown): Promise<Json> =>
    callerOf(server)(method, path, body)

  const agencies: Array<YearAgency> = []
  for (let at = 0; at < count; at += 1) {
    const [zone, days] = [pick(zones, at), pick(reminderDays, at + Math.floor(at / 4))]
    const { body: created } = await plain("POST", "/test/workspaces", {
      name: `Agency ${at}`,
      time_zone: zone,
      reminder_days: days
    })
    const call: Call = async (method, path, body, headers = {}) =>
      callerOf(server, created.api_key)(method, `/v1${path}`, body, { ...headers })
    const { body: endpoint } = await call("POST", "/webhook_endpoints", {
      url: `${receiver.url}/${created.id}`
    })
    const owner = created.owner.email
    agencies.push({
      name: created.id,
      zone,
      reminderDays: days,
      owner,
      call,
      endpoint: endpoint.id
    })
  }

  const cli = async (...args: ReadonlyArray<string>): Promise<Json> => {
    const settings = { DATA_DIR: directory.path, SECRET_KEY: keys.join(",") }
    const { stdout, stderr } = await runCli([...args, "--json"], settings)
    assert.strictEqual(stderr, "")
    return JSON.parse(stdout)
  }
  const doctor = () => cli("doctor", "--totals")

  return {
    agencies,
    accepted: receiver.accepted,
    plain,
    doctor,
    moveTo: async (at: number): Promise<void> => {
      const moved = await plain("POST", "/test/clock", { now: new Date(at).toISOString() })
      assert.strictEqual(moved.status, 200, JSON.stringify(moved.body))
      now = at
    },
    /** Mails since the last call, as the expectation writes them. */
    takeMails: async (): Promise<ReadonlyArray<string>> => {
      const { body } = await plain("GET", "/test/mails")
      await plain("DELETE", "/test/mails")
      return body.data.map(
        ({ sent_at, to, subject }: Json) => `${sent_at} ${to.address} ${kindOf(subject)}`
      )
    },
    /** The next start signs with a new key; keys that nothing needs are left out. */
    renewKey: async (): Promise<number> => {
      // The first key signs; doctor says what each further one is still needed for.
      const reports = keys.length > 1 ? (await doctor()).keys : []
      const needed = keys.filter(
        (_, at) => at === 0 || Object.values(reports[at].needed_by).some((rows) => Number(rows) > 0)
      )
      await stopServer(server)
      made += 1
      keys = [secretKey(made), ...needed]
      await open()
      return keys.length
    },
    verify: (workspace: string) => cli("verify", "--workspace", workspace),
    stop: async (): Promise<void> => {
      await stopServer(server)
      receiver.close()
      await directory.remove()
    }
  }
}

export type YearService = Awaited<ReturnType<typeof startYear>>
