/**
 * Histories: many concurrent requests to real servers, judged by invariants afterwards. Here are
 * the servers of either database behind one interface, requests with their times, and choices by a
 * seed. `npm test` makes half of the rounds, `HISTORIES=1` all, and 10 ten times as many.
 * `HISTORIES_SEED=2` makes other choices.
 */
import { Agent } from "node:http"
import { assert } from "@effect/vitest"
import { afterAll, vi } from "vitest"
import { runCliHere } from "./cliHere.ts"
import { type Answer, type Call, sendBy } from "./historiesRequests.ts"
import { type Json, usePair } from "./pair.ts"
import {
  type Environment,
  eventually,
  type Finished,
  runCli,
  type Server,
  startServer
} from "./process.ts"
import { useServer } from "./server.ts"

/** Half: all of them take a tenth of the time that the suite has on a slow machine. */
const factor = Number(process.env["HISTORIES"] ?? 0.5)
export const rounds = (count: number): number => Math.ceil(count * factor)

/** One after the other. */
export const inRounds = async (
  count: number,
  work: (round: number) => Promise<void>
): Promise<void> => {
  for (let round = 0; round < rounds(count); round++) await work(round)
}

/**
 * The same choices for the same seed (mulberry32), as far as concurrent callers choose in the same
 * order.
 */
export const makeRandom = (seed = Number(process.env["HISTORIES_SEED"] ?? 1)) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  const pick = <A>(list: ReadonlyArray<A>): A => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error("a choice from an empty list")
    return found
  }
  return { next, below, pick, chance: (probability: number): boolean => next() < probability }
}
export type Random = ReturnType<typeof makeRandom>

export const times = <A>(count: number, work: (index: number) => Promise<A>): Promise<Array<A>> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

export interface Service {
  /** One for each process. */
  readonly urls: () => ReadonlyArray<string>
  readonly key: () => string
  readonly environment: () => Environment
  readonly cli: (line: string) => Promise<Finished>
  /** A request to the process of this number, modulo their count. */
  readonly send: (process: number, method: string, path: string, call?: Call) => Promise<Answer>
  /** The same, again after each 429, as a client does: nothing was stored. */
  readonly call: Service["send"]
  /** The same service through other processes. */
  readonly through: (...urls: ReadonlyArray<string>) => Service
}

type Given = Pick<Service, "urls" | "key" | "environment"> & { readonly run: typeof runCli }

const serviceOn = (agent: Agent, given: Given): Service => {
  const send: Service["send"] = (process, method, path, call = {}) => {
    const urls = given.urls()
    const { key = given.key(), body } = call
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers
    }
    return sendBy(agent, `${urls[process % urls.length]}${path}`, method, { ...call, headers })
  }
  const again: Service["send"] = async (...request) => {
    const answer = await send(...request)
    return answer.status === 429 ? again(...request) : answer
  }
  return {
    ...given,
    cli: (line) => given.run(line.split(" "), given.environment()),
    send,
    call: again,
    through: (...urls) => serviceOn(agent, { ...given, urls: () => urls })
  }
}

const makeService = (given: Given): Service => {
  // The limit of a test, for as many rounds more.
  if (factor > 1) vi.setConfig({ testTimeout: factor * 180_000 })
  const agent = new Agent({ keepAlive: true })
  afterAll(() => agent.destroy())
  return serviceOn(agent, given)
}

const settings = { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "true", LOG_LEVEL: "error" }

export const onTwoProcesses = (extra: () => Environment = () => ({})) => {
  const pair = usePair(() => ({ ...settings, ...extra() }))
  const service = makeService({
    urls: () => pair.running().servers.map(({ url }) => url),
    key: () => pair.running().key,
    environment: () => pair.running().environment,
    run: runCliHere
  })
  return { ...service, running: pair.running }
}

export const onEmbedded = (extra: () => Environment = () => ({})) => {
  const server = useServer(() => ({ ...settings, ...extra() }))
  const service = makeService({
    urls: () => [server.server.url],
    key: () => server.key,
    environment: () => server.environment,
    run: runCli
  })
  return { ...service, server }
}

/** For `describe.each`. */
export const places: ReadonlyArray<readonly [string, () => Service]> = [
  ["two processes on PostgreSQL", () => onTwoProcesses()],
  ["one process on the embedded database", () => onEmbedded()]
]

/** Starts processes that a suite kills; the rest of them is killed after it. */
export const useVictims = ({ environment }: Pick<Service, "environment">) => {
  const victims: Array<Server> = []
  afterAll(async () => {
    for (const { signal } of victims) signal("SIGKILL")
    await Promise.all(victims.map(({ ended }) => ended))
  })
  return async (extra: Environment = {}): Promise<Server> => {
    const victim = await startServer({ ...environment(), ...extra })
    victims.push(victim)
    return victim
  }
}

/** The body of an answer that has to be a success. */
export const made = async (answer: Promise<Answer>): Promise<Json> => {
  const { status, bytes, body } = await answer
  assert.isTrue(status >= 200 && status < 300, `a request was answered ${status}: ${bytes}`)
  return body
}

export const statusesOf = (answers: ReadonlyArray<Answer>): ReadonlyArray<number> =>
  answers.map(({ status }) => status)

/** Creates the resources that histories begin with, in the first process. */
export const makerOf = ({ call }: Service) => {
  const create = (path: string, body: object) => made(call(0, "POST", path, { body }))
  return {
    client: (fields: object = {}) =>
      create("/v1/clients", { name: "Client", email: "c@x.example", ...fields }),
    project: (client_id: string, fields: object = {}) =>
      create("/v1/projects", { name: "Project", client_id, ...fields }),
    invoice: (client_id: string, fields: object = {}) =>
      create("/v1/invoices", {
        client_id,
        line_items: [{ description: "x", quantity: 1, unit_price: 1000 }],
        ...fields
      }),
    milestone: (project: string, fields: object = {}) =>
      create(`/v1/projects/${project}/milestones`, { name: "Milestone", amount: 500, ...fields }),
    task: (project: string, fields: object = {}) =>
      create(`/v1/projects/${project}/tasks`, { title: "Task", ...fields })
  }
}

/** All pages of a list, newest first. */
export const allOf = async ({ call }: Service, path: string): Promise<ReadonlyArray<Json>> => {
  const all: Array<Json> = []
  for (let cursor = ""; ; ) {
    const start = path.includes("?") ? "&" : "?"
    const { data, meta } = await made(call(0, "GET", `${path}${start}limit=100${cursor}`))
    all.push(...data)
    if (meta.next_cursor === null) return all
    cursor = `&cursor=${meta.next_cursor}`
  }
}

/** The event log after a sequence; fails where it has a gap. */
export const eventsAfter = async (
  { call }: Service,
  start = 0,
  process = 0
): Promise<ReadonlyArray<Json>> => {
  const all: Array<Json> = []
  for (;;) {
    const after = start + all.length
    const { data } = await made(call(process, "GET", `/v1/events?after=${after}&limit=100`))
    for (const event of data) {
      assert.strictEqual(event.sequence, start + all.length + 1, "the event log has a gap")
      all.push(event)
    }
    if (data.length === 0) return all
  }
}

/** The invoices have the numbers 1, 2, 3 …; answers their count. */
export const requireNoGap = async (service: Service, list = "/v1/invoices"): Promise<number> => {
  const all = await allOf(service, list)
  const numbers = all.map(({ number }) => Number(/(\d+)$/.exec(number)?.[1]))
  const sorted = numbers.sort((one, other) => one - other)
  const at = sorted.findIndex((number, index) => number !== index + 1)
  assert.strictEqual(
    at,
    -1,
    `${at + 1} of ${sorted.length} of ${list} has the number ${sorted[at]}`
  )
  return sorted.length
}

/**
 * Waits for the requests of callers that left: the count of invoices stands while other requests
 * are answered.
 */
export const untilQuiet = async (service: Service): Promise<void> => {
  const count = async (): Promise<number> =>
    (await made(service.call(0, "GET", "/v1/invoices?limit=1"))).meta.total
  await eventually(async () => {
    const before = await count()
    await times(10 * service.urls().length, (process) =>
      made(
        service.call(process, "POST", "/v1/clients", { body: { name: "Q", email: "q@x.example" } })
      )
    )
    return (await count()) === before ? true : undefined
  })
}

/** `verify` proves the log and that what is stored is what it says. */
export const requireVerified = async ({ cli }: Service): Promise<void> => {
  const { stdout, stderr } = await cli("verify --json")
  assert.deepInclude(JSON.parse(stdout), { ok: true, first_difference: null }, stderr)
}
