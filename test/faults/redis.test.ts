/**
 * Redis is gone and comes back under eight writers on two processes: no request fails, and limits
 * are shared again.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { makerOf, onTwoProcesses } from "../support/histories.ts"
import { requireBounded, requireWhole, startWriters, within } from "../support/keyedWriters.ts"
import { eventually } from "../support/process.ts"
import { freePort, hasRedis, startRedis } from "../support/redis.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

const recoveryMillis = 5000

describe.skipIf(!hasRedis)("two processes on one Redis", () => {
  let smtp: Sink
  let port: number
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    smtp = await startSmtp()
    port = await freePort()
    redis = await startRedis(port)
  })
  afterAll(async () => {
    await redis.stop()
    await smtp.close()
  })
  const service = onTwoProcesses(() => ({
    RATE_LIMIT: "on",
    REDIS_URL: `redis://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    LOG_LEVEL: "info"
  }))
  const untilAllSay = (words: string, times: number) =>
    eventually(async () =>
      service.running().servers.every(({ stderr }) => stderr().split(words).length > times)
        ? true
        : undefined
    )

  it("go on without it, and share limits again when it is back", async () => {
    const { id } = await makerOf(service).client()
    const writers = startWriters(() => service, id)
    await writers.more(5)
    for (let round = 1; round <= 3; round++) {
      await redis.stop()
      await within(recoveryMillis, performance.now(), writers.more(1))
      await untilAllSay("Redis is unreachable", round)
      redis = await startRedis(port)
      await within(recoveryMillis, performance.now(), untilAllSay("Redis is reachable", round))
    }
    await writers.end()
    const failures = writers.answers.filter(({ status }) => ![200, 201, 429].includes(status))
    assert.deepStrictEqual(failures, [])
    await requireWhole(service, smtp, writers.acknowledged)
    await requireBounded(service.running().servers)
  })
})
