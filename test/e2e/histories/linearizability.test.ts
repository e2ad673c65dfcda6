/**
 * Linearizability of single resources: callers read and write the same few over all processes, and
 * the order of the event log has to explain every answer. `HISTORIES=10` makes ten times as many
 * requests.
 */
import { assert, describe, it } from "@effect/vitest"
import { made, onEmbedded, onTwoProcesses, rounds, useVictims } from "../../support/histories.ts"
import { type Operation, violationsOf } from "../../support/historiesChecker.ts"
import { requireLinearizable } from "../../support/historiesRegisters.ts"
import { useSql } from "../../support/historiesSql.ts"
import { freePort } from "../../support/redis.ts"
import { startSilencer } from "../../support/silence.ts"

describe("the checker", () => {
  const operation = (kind: Operation["kind"], value: string, began: number, ended: number) =>
    ({ kind, value, began, ended, outcome: "done", by: "test" }) as const
  const writes = [operation("write", "b", 10, 20), operation("write", "c", 30, 40)]
  const order = ["a", "b", "c"]

  it("accepts either value while a write is in progress", () => {
    const reads = [operation("read", "a", 12, 18), operation("read", "b", 13, 19)]
    assert.deepStrictEqual(violationsOf([...writes, ...reads], order), [])
  })

  it.each([
    ["a stale read", operation("read", "a", 21, 25)],
    ["a read behind a newer read", operation("read", "b", 41, 42)],
    ["a read of the future", operation("read", "c", 21, 25)],
    ["a read of what was never written", operation("read", "d", 21, 25)],
    ["a write without an event", operation("write", "e", 50, 60)],
    ["a refused write with an event", { ...operation("write", "c", 30, 40), outcome: "refused" }]
  ] as const)("finds %s", (_name, found) => {
    assert.lengthOf(violationsOf([...writes, found], order), 1)
  })
})

describe("linearizability on two processes", () => {
  const service = onTwoProcesses()
  const sql = useSql(() => service.running().url)

  it("every read is explained by the log", async () => {
    const statuses = await requireLinearizable(service, rounds(3000))
    const others = [...statuses.keys()].filter((name) => !/ (200|304)$/.test(name))
    assert.deepStrictEqual(others, [])
  })

  it("every read is explained while connections to PostgreSQL are ended at random", async () => {
    let ended = 0
    const statuses = await requireLinearizable(service, rounds(2000), async (requests) => {
      if (requests % 40 === 0) ended += await sql.endSessions(1)
    })
    assert.isAbove(ended, 0)
    // A write whose connection ended may have any outcome; a read is sent again.
    const others = [...statuses.keys()].filter((name) => !/ (200|304)$/.test(name))
    assert.isTrue(
      others.every((name) => name === "PATCH 500"),
      others.join()
    )
    assert.strictEqual((await service.call(0, "GET", "/readyz")).status, 200)
  })
})

describe("linearizability beside a process that is delayed and killed", () => {
  const service = onTwoProcesses()
  const startVictim = useVictims(service)

  it("every read is explained by the log", async () => {
    const proxy = await startSilencer(new URL(service.running().url))
    const settings = { DATABASE_URL: proxy.url.href, PORT: String(await freePort()) }
    let victim = await startVictim(settings)
    const restart = async (): Promise<void> => {
      victim.signal("SIGKILL")
      await victim.ended
      victim = await startVictim(settings)
    }
    let restarted = Promise.resolve()
    const disturb = async (requests: number): Promise<void> => {
      // What it reads is late by then.
      if (requests % 50 === 0) proxy.delay(requests % 100 === 0 ? 40 : 0)
      if (requests % 400 === 0) restarted = restart()
      // No caller spends its requests on a process that is not there.
      await restarted
    }
    const [steady = ""] = service.urls()
    const callers = service.through(steady, victim.url)
    const statuses = await requireLinearizable(service, rounds(1400), disturb, callers)
    proxy.stop()
    // 0 is a request whose process was killed.
    const others = [...statuses.keys()].filter((name) => !/ (0|200|304)$/.test(name))
    assert.deepStrictEqual(others, [])
    assert.isTrue([...statuses.keys()].some((name) => name.endsWith(" 0")))
  })
})

describe("linearizability on the embedded database", () => {
  const service = onEmbedded()

  it("every read is explained by the log", async () => {
    const statuses = await requireLinearizable(service, rounds(3000))
    const others = [...statuses.keys()].filter((name) => !/ (200|304)$/.test(name))
    assert.deepStrictEqual(others, [])
    assert.strictEqual((await made(service.call(0, "GET", "/readyz"))).status, "ready")
  })
})
