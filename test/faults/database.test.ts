/**
 * Faults of PostgreSQL and of processes under eight writers on two processes. After each fault the
 * first change is acknowledged within five seconds, nothing acknowledged is lost, no number is
 * missing, each invoice has one mail, and memory is bounded.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { allOf, makerOf, onTwoProcesses, type Service, useVictims } from "../support/histories.ts"
import {
  requireBounded,
  requireWhole,
  startWriters,
  untilReadyIs,
  within
} from "../support/keyedWriters.ts"
import { hasReplicas, startAlone } from "../support/replicas.ts"
import { startSilencer } from "../support/silence.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

const recoveryMillis = 5000
/** Connections that are lost in silence are noticed by the deadline of a query. */
const silenceMillis = 30_000
const kills = Number(process.env["FAULT_KILLS"] ?? 30)

describe.skipIf(!hasReplicas)("two processes under eight writers", () => {
  let postgres: Awaited<ReturnType<typeof startAlone>>
  let proxy: Awaited<ReturnType<typeof startSilencer>>
  let smtp: Sink
  beforeAll(async () => {
    postgres = await startAlone()
    proxy = await startSilencer(new URL(postgres.url))
    smtp = await startSmtp()
  })
  // Registered first, so that it runs last.
  afterAll(async () => {
    proxy.stop()
    await smtp.close()
    await postgres.remove()
  })
  const service = onTwoProcesses(() => ({
    DATABASE_URL: proxy.url.href,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "none"
  }))
  const startVictim = useVictims(service)
  const acknowledged = new Map<string, string>()

  /** The service during the fault, and how long it may take afterwards. */
  const under = async (
    disturb: (writers: ReturnType<typeof startWriters>) => Promise<void>,
    { limit = recoveryMillis, at = (): Service => service } = {}
  ): Promise<void> => {
    const { id } = await makerOf(service).client()
    const writers = startWriters(at, id)
    await writers.more(10)
    await disturb(writers)
    await within(limit, performance.now(), writers.more(1))
    await writers.more(10)
    await writers.end()
    for (const [invoice, number] of writers.acknowledged) acknowledged.set(invoice, number)
    await requireWhole(service, smtp, acknowledged)
    await requireBounded(service.running().servers)
  }

  it("PostgreSQL is killed and starts again", () =>
    under(async () => {
      await postgres.now().kill()
      await postgres.startAgain()
    }))

  it("PostgreSQL is paused", () =>
    under(async (writers) => {
      const before = writers.acknowledged.size
      postgres.now().silence()
      await untilReadyIs(service, 503)
      assert.isAtMost(writers.acknowledged.size, before + 8)
      postgres.now().wake()
    }))

  it("all connections are ended, ten times", () =>
    under(async (writers) => {
      for (let round = 0; round < 10; round++) {
        await postgres.now().query(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = 'retainer'`)
        await writers.more(3)
      }
    }))

  it("packets are delayed", () =>
    under(async (writers) => {
      proxy.delay(150)
      await writers.more(8)
      proxy.delay(0)
    }))

  it("packets of every open connection are dropped", () =>
    under(
      async () => {
        proxy.loseAll()
      },
      { limit: silenceMillis }
    ))

  it(`a process is killed ${kills} times`, async () => {
    let victim = await startVictim()
    await under(
      async (writers) => {
        for (let round = 0; round < kills; round++) {
          await writers.more(2)
          victim.signal("SIGKILL")
          await victim.ended
          victim = await startVictim()
        }
      },
      { at: () => service.through(victim.url) }
    )
  })

  it("a process is stopped with fifty requests under way: each is answered", async () => {
    const { id: client_id } = await makerOf(service).client()
    const victim = await startVictim()
    const through = service.through(victim.url)
    const requests = Array.from({ length: 50 }, (_, at) => {
      const body = { name: `under way ${at}`, client_id }
      return through.send(0, "POST", "/v1/projects", { body })
    })
    await Promise.race(requests)
    victim.signal("SIGTERM")
    const answers = await Promise.all(requests)
    assert.strictEqual((await victim.ended).code, 0)
    for (const { status } of answers) assert.include([201, 429], status)
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    const stored = await allOf(service, `/v1/clients/${client_id}/projects`)
    assert.sameMembers(
      stored.map(({ id }) => id),
      created
    )
    await requireWhole(service, smtp, acknowledged)
  })
})
