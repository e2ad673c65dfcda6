/**
 * A real failover between two PostgreSQL servers with synchronous replication, under eight writers
 * and two processes: the primary is killed or falls silent, and the standby is promoted. No
 * acknowledged write is lost, no number is missing, and the processes recover by themselves.
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
  times
} from "../support/histories.ts"
import type { Answer } from "../support/historiesRequests.ts"
import { eventually } from "../support/process.ts"
import { connectionsTo, hasReplicas, startReplicas } from "../support/replicas.ts"

const answerMillis = 40_000
const oldConnectionMillis = 90_000
const firstWriteMillis = 30_000

/** Fails if the promise takes longer than the limit, counted from `began`. */
const within = async <A>(millis: number, began: number, promise: Promise<A>): Promise<number> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = began + millis - performance.now()
    timer = setTimeout(() => reject(new Error(`not within ${millis} ms`)), left)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
  return Math.round(performance.now() - began)
}

/** Eight writers that repeat each invoice under its key until it is acknowledged. */
const startWriters = (service: Service, client_id: string) => {
  const acknowledged = new Map<string, string>()
  const answers: Array<Answer> = []
  let isOver = false
  const line_items = [{ description: "x", quantity: 1, unit_price: 100 }]
  const writers = times(8, async (writer) => {
    for (let count = 0; !isOver; count++) {
      const headers = { "idempotency-key": `${writer}-${count}` }
      const { id, number } = await eventually(async () => {
        const body = { client_id, line_items }
        const answer = await service.send(writer, "POST", "/v1/invoices", { body, headers })
        answers.push(answer)
        return answer.status === 201 ? answer.body : undefined
      })
      acknowledged.set(id, number)
    }
  })
  return {
    acknowledged,
    answers,
    more: (count: number) => {
      const enough = acknowledged.size + count
      return eventually(async () => (acknowledged.size >= enough ? true : undefined))
    },
    end: async () => {
      isOver = true
      await writers
    }
  }
}

const requireReady = async (service: Service, status: number): Promise<void> => {
  for (const process of service.urls().keys()) {
    await eventually(async () => {
      const answer = await service.send(process, "GET", "/readyz", { key: null })
      return answer.status === status ? true : undefined
    })
  }
}

/** Every acknowledged invoice is stored once, under its number, and no other one. */
const requireStored = async (service: Service, acknowledged: ReadonlyMap<string, string>) => {
  const stored = await allOf(service, "/v1/invoices")
  assert.deepStrictEqual(
    new Map(stored.map(({ id, number }) => [id, number])),
    new Map([...acknowledged].sort(([one], [other]) => (one < other ? 1 : -1)))
  )
  assert.strictEqual(await requireNoGap(service), acknowledged.size)
  await requireVerified(service)
  const { code, stdout } = await service.cli("doctor --totals --json")
  assert.strictEqual(code, 0, stdout)
}

const mailed = async (service: Service, id: string): Promise<void> => {
  await made(service.call(0, "POST", `/v1/invoices/${id}/send`, { body: {} }))
  await eventually(async () => {
    const { delivery } = await made(service.call(1, "GET", `/v1/invoices/${id}`))
    return delivery.status === "sent" ? true : undefined
  })
}

describe.skipIf(!hasReplicas).each(["killed", "silent"] as const)("a primary that is %s", (how) => {
  let replicas: Awaited<ReturnType<typeof startReplicas>>
  beforeAll(async () => {
    replicas = await startReplicas()
  })
  // Registered first, so that it runs last.
  afterAll(() => replicas.remove())
  const service = onTwoProcesses(() => ({ DATABASE_URL: replicas.url, LOG_LEVEL: "none" }))

  it("is replaced by the standby, and nothing acknowledged is lost", async () => {
    const { primary, standby } = replicas
    const { id } = await makerOf(service).client()
    const { acknowledged, answers, more, end } = startWriters(service, id)
    await more(100)

    const began = performance.now()
    if (how === "killed") await primary.kill()
    else primary.silence()
    await requireReady(service, 503)
    assert.strictEqual(await replicas.promote(), "t")
    const promoted = performance.now()
    const first = await within(firstWriteMillis, promoted, more(1))
    const ready = await within(oldConnectionMillis, began, requireReady(service, 200))
    const closed = async () => ((await connectionsTo(primary.port)) === 0 ? true : undefined)
    const gone = await within(oldConnectionMillis, began, eventually(closed))
    await more(100)
    await end()

    const slowest = Math.max(...answers.map((answer) => answer.ended - answer.began))
    assert.isBelow(slowest, answerMillis)
    for (const { status } of answers) assert.include([201, 429, 500], status)
    await requireStored(service, acknowledged)
    await mailed(service, [...acknowledged.keys()][0] ?? "")
    const figures = { how, first, ready, gone, slowest: Math.round(slowest) }
    console.log(JSON.stringify({ ...figures, acknowledged: acknowledged.size }))
    assert.strictEqual(await standby.query("SELECT count(*) FROM invoices"), `${acknowledged.size}`)
  })

  it.runIf(how === "silent")("is not used again when it wakes, although it is first", async () => {
    const { primary, standby } = replicas
    const before = await standby.query("SELECT count(*) FROM clients")
    primary.wake()
    await primary.query("SELECT 1")
    assert.strictEqual(await primary.query("SELECT pg_is_in_recovery()"), "f")
    await standby.query(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE application_name = 'retainer'`)
    await eventually(async () => {
      const body = { name: "Later", email: "l@x.example" }
      const { status } = await service.send(0, "POST", "/v1/clients", { body })
      return status === 201 ? true : undefined
    })
    // A new process has no memory of the timeline.
    const { stdout } = await service.cli("verify --json")
    assert.deepInclude(JSON.parse(stdout), { ok: true })
    assert.isAbove(Number(await standby.query("SELECT count(*) FROM clients")), Number(before))
  })
})
