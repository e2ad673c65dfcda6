/**
 * The clock is set forth and back under eight writers: of the whole machine, with the embedded
 * database, and of one of two processes beside PostgreSQL. Nothing is lost, sent twice or left
 * waiting.
 */
import { describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { makerOf, onEmbedded, onTwoProcesses, type Service } from "../support/histories.ts"
import { requireBounded, requireWhole, startWriters, within } from "../support/keyedWriters.ts"
import { type Server, temporaryDirectory } from "../support/process.ts"
import { shiftedClock } from "../support/shiftedClock.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

const recoveryMillis = 5000
const hour = 3_600_000
/** Forth and back by what keeps a lease, a key of a repeat and a due day from ending. */
const offsets = [hour, -hour, 400 * 24 * hour, -3 * hour, 0]

let smtp: Sink
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let clock: ReturnType<typeof shiftedClock>
beforeAll(async () => {
  smtp = await startSmtp()
  directory = await temporaryDirectory()
  clock = shiftedClock(directory.path)
})
afterAll(async () => {
  await smtp.close()
  await directory.remove()
})
const settings = () => ({ SMTP_URL: smtp.url, LOG_LEVEL: "none", ...clock.environment })

const requireSteady = async (
  service: Service,
  set: (offset: number) => Promise<void>,
  servers: () => ReadonlyArray<Server>
): Promise<void> => {
  const { id } = await makerOf(service).client()
  const acknowledged = new Map<string, string>()
  for (const offset of offsets) {
    const writers = startWriters(() => service, id)
    await writers.more(10)
    await set(offset)
    await within(recoveryMillis, performance.now(), writers.more(1))
    await writers.more(10)
    await writers.end()
    for (const [invoice, number] of writers.acknowledged) acknowledged.set(invoice, number)
    await requireWhole(service, smtp, acknowledged)
  }
  await requireBounded(servers())
}

describe("the clock of a machine with the embedded database", () => {
  const service = onEmbedded(settings)
  const servers = () => [service.server.server]

  it("is set forth and back", () =>
    requireSteady(service, (offset) => clock.set(servers(), offset), servers))
})

describe("the clock of one of two processes", () => {
  const service = onTwoProcesses(settings)
  const servers = () => service.running().servers

  it("is set forth and back", () =>
    requireSteady(service, (offset) => clock.set(servers().slice(0, 1), offset), servers))
})
