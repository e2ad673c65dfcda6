/**
 * Ten thousand creates of invoices whose callers leave in the middle, on each database: every
 * stored invoice is whole, and no number is missing. `HISTORIES=10` makes ten times as many.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  allOf,
  made,
  makeRandom,
  makerOf,
  onEmbedded,
  onTwoProcesses,
  requireNoGap,
  requireVerified,
  rounds,
  type Service,
  times,
  untilQuiet
} from "../../support/histories.ts"
import { abortCreates } from "../../support/historiesAborts.ts"
import { useSql } from "../../support/historiesSql.ts"

/** Answers how many callers were answered before they left. */
const abortInvoices = async (service: Service, millis: number): Promise<number> => {
  const { id: client_id } = await makerOf(service).client()
  const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
  return abortCreates(service, makeRandom(), rounds(10_000), {
    path: "/v1/invoices",
    body: { client_id, line_items },
    millis
  })
}

describe("callers that leave, on two processes", () => {
  const service = onTwoProcesses()
  const sql = useSql(() => service.running().url)

  it("leave whole invoices, without a gap in the numbers", async () => {
    const answered = await abortInvoices(service, 40)
    await untilQuiet(service)
    const stored = await requireNoGap(service)
    assert.isAtLeast(stored, answered)
    const [counter] = await sql.rows("SELECT value FROM counters WHERE name = 'invoice_number'")
    assert.strictEqual(Number(counter.value), stored, "the counter is not the count of invoices")
    assert.strictEqual(await sql.count("idempotency_keys WHERE status IS NULL"), 0)
    await requireVerified(service)
  })

  it("a burst beyond the queue: a refused request stores nothing, any other one is stored", async () => {
    const make = makerOf(service)
    const { id: client_id } = await make.client()
    const answers = await times(900, async (index) => {
      const name = `burst ${index}`
      const body = { name, client_id }
      return { name, ...(await service.send(0, "POST", "/v1/projects", { body })) }
    })
    const stored = await allOf(service, `/v1/clients/${client_id}/projects`)
    const names = new Set(stored.map(({ name }) => name))
    assert.strictEqual(names.size, stored.length)
    for (const { name, status, headers } of answers) {
      assert.include([201, 429], status)
      assert.strictEqual(names.has(name), status === 201, `${name} was answered ${status}`)
      if (status === 429) assert.match(headers["retry-after"] ?? "", /^\d+$/)
    }
    const path = `/v1/clients/${client_id}`
    await made(service.call(0, "PATCH", path, { body: { notes: "afterwards" } }))
  })
})

describe("callers that leave, on the embedded database", () => {
  const service = onEmbedded()

  it("leave whole invoices, without a gap in the numbers", async () => {
    const answered = await abortInvoices(service, 120)
    await untilQuiet(service)
    assert.isAtLeast(await requireNoGap(service), answered)
    await requireVerified(service)
  })
})
