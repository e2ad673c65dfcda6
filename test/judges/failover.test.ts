/**
 * A real failover between two PostgreSQL servers with synchronous replication, under eight writers
 * and two processes: the primary is killed or falls silent, and the standby is promoted. No
 * acknowledged write is lost, no number is missing, and the processes recover by themselves.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { makerOf, onTwoProcesses } from "../support/histories.ts"
import {
  requireMailed,
  requireStored,
  startWriters,
  untilReadyIs,
  within
} from "../support/keyedWriters.ts"
import { eventually } from "../support/process.ts"
import { connectionsTo, hasReplicas, startReplicas } from "../support/replicas.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

const answerMillis = 40_000
const oldConnectionMillis = 90_000
const firstWriteMillis = 30_000

describe.skipIf(!hasReplicas).each(["killed", "silent"] as const)("a primary that is %s", (how) => {
  let replicas: Awaited<ReturnType<typeof startReplicas>>
  let smtp: Sink
  beforeAll(async () => {
    replicas = await startReplicas()
    smtp = await startSmtp()
  })
  // Registered first, so that it runs last.
  afterAll(async () => {
    await smtp.close()
    await replicas.remove()
  })
  const service = onTwoProcesses(() => ({
    DATABASE_URL: replicas.url,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "none"
  }))

  it("is replaced by the standby, and nothing acknowledged is lost", async () => {
    const { primary, standby } = replicas
    const { id } = await makerOf(service).client()
    const { acknowledged, answers, more, end } = startWriters(() => service, id)
    await more(100)

    const began = performance.now()
    if (how === "killed") await primary.kill()
    else primary.silence()
    await untilReadyIs(service, 503)
    assert.strictEqual(await replicas.promote(), "t")
    const promoted = performance.now()
    const first = await within(firstWriteMillis, promoted, more(1))
    const ready = await within(oldConnectionMillis, began, untilReadyIs(service, 200))
    const closed = async () => ((await connectionsTo(primary.port)) === 0 ? true : undefined)
    const gone = await within(oldConnectionMillis, began, eventually(closed))
    await more(100)
    await end()

    const slowest = Math.max(...answers.map((answer) => answer.ended - answer.began))
    assert.isBelow(slowest, answerMillis)
    for (const { status } of answers) assert.include([200, 201, 429, 500], status)
    await requireStored(service, acknowledged)
    await requireMailed(service, smtp, acknowledged)
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
