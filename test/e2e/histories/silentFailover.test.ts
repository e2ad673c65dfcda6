/**
 * All connections of one server to PostgreSQL are lost in silence, as in a failover: within half a
 * minute every request is answered, the lost connections are closed, and the server is ready again.
 * Another server works on.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  allOf,
  made,
  makerOf,
  onTwoProcesses,
  requireNoGap,
  requireVerified,
  type Service,
  statusesOf,
  times,
  useVictims
} from "../../support/histories.ts"
import type { Answer } from "../../support/historiesRequests.ts"
import { eventually, type Server, stopServer } from "../../support/process.ts"
import { startSilencer } from "../../support/silence.ts"

const limitMillis = 30_000

/** Fails where the promise takes longer than the limit, which began with the loss. */
const withinLimit = async <A>(what: string, began: number, promise: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = began + limitMillis - performance.now()
    timer = setTimeout(() => reject(new Error(`${what}: not within ${limitMillis} ms`)), left)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Each project is stored as its answer says, and at most once. */
const requireOutcomes = async (
  service: Service,
  client: string,
  names: ReadonlyArray<string>,
  answers: ReadonlyArray<Answer>
): Promise<void> => {
  const stored = (await allOf(service, `/v1/clients/${client}/projects`)).map(({ name }) => name)
  for (const [index, name] of names.entries()) {
    const count = stored.filter((one) => one === name).length
    const status = answers[index]?.status
    assert.isAtMost(count, status === 429 ? 0 : 1, `${name} was answered ${status}`)
    if (status === 201) assert.strictEqual(count, 1, `${name} was acknowledged`)
  }
}

/** Another server is ready, and writes. */
const requireSteady = async (service: Service, client: string): Promise<void> => {
  const path = `/v1/clients/${client}`
  for (const process of service.urls().keys()) {
    assert.strictEqual((await service.send(process, "GET", "/readyz")).status, 200)
    await made(service.call(process, "PATCH", path, { body: { notes: "steady" } }))
  }
}

describe("a server whose connections to PostgreSQL are lost in silence", () => {
  const steady = onTwoProcesses()
  let silencer: Awaited<ReturnType<typeof startSilencer>>
  let server: Server
  afterAll(() => silencer.stop())
  const start = useVictims({
    environment: () => ({ ...steady.environment(), DATABASE_URL: silencer.url.href })
  })
  beforeAll(async () => {
    silencer = await startSilencer(new URL(steady.running().url))
    server = await start()
  })

  it("answers within half a minute, and works on", async () => {
    const { id: client_id } = await makerOf(steady).client()
    const victim = steady.through(server.url)
    const invoice = (name: string, headers: Readonly<Record<string, string>> = {}) => {
      const line_items = [{ description: name, quantity: 1, unit_price: 1 }]
      return victim.send(0, "POST", "/v1/invoices", { body: { client_id, line_items }, headers })
    }
    const keyed = (name: string) => invoice(name, { "idempotency-key": name })
    const project = (name: string) =>
      victim.send(0, "POST", "/v1/projects", { body: { name, client_id } })
    const list = (limit: number) => victim.send(0, "GET", `/v1/clients?limit=${limit}`)
    const ready = async () => (await victim.send(0, "GET", "/readyz")).status
    const untilReady = (status: number) =>
      eventually(async () => ((await ready()) === status ? true : undefined))
    // Every connection is open and was used.
    await times(60, (index) => (index % 2 === 0 ? made(invoice("warm")) : made(list(index))))
    await untilReady(200)

    silencer.loseAll()
    const began = performance.now()
    const connections = silencer.lost()
    const within = <A>(what: string, promise: Promise<A>) => withinLimit(what, began, promise)
    const names = Array.from({ length: 12 }, (_, index) => `project ${index}`)
    const keys = Array.from({ length: 6 }, (_, index) => `key ${index}`)
    const writes = Promise.all([...names.map(project), ...keys.map(keyed)])
    const reads = times(6, (index) => list(70 + index))
    let isAnswered = false
    const answers: Promise<ReadonlyArray<Answer>> = within("writes are answered", writes)
    const note = () => {
      isAnswered = true
    }
    answers.then(note, note)
    await within("/readyz is 503", untilReady(503))
    assert.isFalse(isAnswered, "the writes were answered before the server was not ready")
    assert.strictEqual((await victim.send(0, "GET", "/healthz")).status, 200)
    await requireSteady(steady, client_id)

    const written = await answers
    assert.isAbove(connections, 3)
    for (const { status } of written) assert.include([201, 429, 500], status)
    const read = await within("reads are answered", reads)
    assert.deepStrictEqual([...new Set(statusesOf(read))], [200])
    await within("a new write is answered", made(project("afterwards")))
    await within("/readyz is 200", untilReady(200))
    await within(
      "lost connections are closed",
      eventually(async () => (silencer.lost() === 0 ? true : undefined))
    )

    await requireOutcomes(steady, client_id, names, written)
    // A write without a known outcome may be repeated under its key.
    const repeated = await Promise.all(keys.map((key) => made(keyed(key))))
    const again = await Promise.all(keys.map((key) => made(keyed(key))))
    assert.deepStrictEqual(
      repeated.map(({ id }) => id),
      again.map(({ id }) => id)
    )
    assert.strictEqual(await requireNoGap(steady), 30 + keys.length)
    await requireVerified(steady)
    assert.strictEqual((await stopServer(server)).code, 0)
  })
})
