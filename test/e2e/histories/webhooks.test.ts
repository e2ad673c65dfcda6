/**
 * Webhook endpoints that are created while all processes write: every event that is later in the
 * log than an endpoint is delivered to it, in whatever order. `HISTORIES=10` makes ten times as
 * many rounds.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  made,
  makerOf,
  onTwoProcesses,
  requireVerified,
  rounds,
  statusesOf,
  times
} from "../../support/histories.ts"
import { useReceiver } from "../../support/historiesReceiver.ts"
import type { Answer } from "../../support/historiesRequests.ts"
import { useSql } from "../../support/historiesSql.ts"
import { eventually } from "../../support/process.ts"

const service = onTwoProcesses()
const sql = useSql(() => service.running().url)
const receiver = useReceiver()
const make = makerOf(service)

interface Endpoint {
  readonly id: string
  readonly path: string
}

let paths = 0
const createEndpoint = async (process: number): Promise<Endpoint> => {
  const path = `/${++paths}`
  const body = { url: receiver.url(path) }
  const { id } = await made(service.call(process, "POST", "/v1/webhook_endpoints", { body }))
  return { id, path }
}
const deleteEndpoint = ({ id }: Endpoint) =>
  made(service.call(0, "DELETE", `/v1/webhook_endpoints/${id}`))

const holdCounter = () => sql.hold("SELECT 1 FROM counters WHERE name = 'event' FOR UPDATE")

/** Waits until no delivery is due, then compares the deliveries with the log after the creation. */
const requireDelivered = async (endpoints: ReadonlyArray<Endpoint>): Promise<void> => {
  await eventually(async () => {
    const pending = await sql.count("webhook_deliveries WHERE status = 'pending'")
    return pending === 0 ? true : undefined
  })
  for (const { id, path } of endpoints) {
    const expected = await sql.rows(`SELECT sequence::int FROM events
      WHERE sequence IS NOT NULL AND audit_sequence > (SELECT audit_sequence FROM events
        WHERE type = 'webhook_endpoint.created' AND data -> 'object' ->> 'id' = '${id}')`)
    const received = new Set(receiver.at(path).map(({ sequence }) => sequence))
    const missed = expected.flatMap(({ sequence }) => (received.has(sequence) ? [] : [sequence]))
    assert.isNotEmpty(expected)
    assert.deepStrictEqual(missed, [], `of ${expected.length} events the endpoint missed some`)
  }
}

/** Writers that change clients and send invoices, until the work is over. */
const underWriters = async (work: () => Promise<void>): Promise<void> => {
  const { id } = await make.client()
  let isOver = false
  const statuses = new Map<number, number>()
  const count = ({ status }: Answer) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const writers = times(14, async (writer) => {
    for (let round = 0; !isOver; round++) {
      const body = { notes: `${writer} ${round}` }
      count(await service.call(writer + round, "PATCH", `/v1/clients/${id}`, { body }))
      if (writer % 6 > 0 || round % 4 > 0) continue
      const invoice = await make.invoice(id)
      const path = `/v1/invoices/${invoice.id}/send`
      count(await service.call(round, "POST", path, { body: {} }))
    }
  })
  try {
    await work()
  } finally {
    isOver = true
    await writers
  }
  assert.deepStrictEqual([...statuses.keys()], [200], "a write failed beside new endpoints")
}

describe("webhook endpoints that are created under writers", () => {
  it("receive every event that is later than they are", async () => {
    const endpoints: Array<Endpoint> = []
    await underWriters(async () => {
      for (let round = 0; round < rounds(6); round++) {
        const release = await holdCounter()
        await sql.untilWaiting(2)
        await release()
        const [endpoint, short] = [await createEndpoint(round), await createEndpoint(round + 1)]
        endpoints.push(endpoint)
        await deleteEndpoint(short)
        // A workspace has a limit of endpoints.
        if (round >= 6) await deleteEndpoint(endpoints.shift() ?? endpoint)
      }
    })
    await requireDelivered(endpoints)
    for (const endpoint of endpoints) await deleteEndpoint(endpoint)
    await requireVerified(service)
  })

  it("receive events that were written while they waited for the log's counter", async () => {
    for (let round = 0; round < rounds(6); round++) {
      const clients = await times(24, () => make.client())
      const release = await holdCounter()
      const created = createEndpoint(round)
      await sql.untilWaiting(1)
      const changes = times(24, (index) => {
        const path = `/v1/clients/${clients[index].id}`
        return service.call(index, "PATCH", path, { body: { notes: "race" } })
      })
      await sql.untilWaiting(3)
      await release()
      const statuses = new Set(statusesOf(await changes))
      assert.deepStrictEqual([...statuses], [200])
      const endpoint = await created
      // At least one event is later than the endpoint.
      await make.client()
      await requireDelivered([endpoint])
      await deleteEndpoint(endpoint)
    }
  })

  it("never fail a write, however often they overtake it", async () => {
    const { id } = await make.client()
    // The effect of a new endpoint on the counter.
    const overtake = () =>
      sql.hold("UPDATE counters SET endpoints_version = endpoints_version + 1 WHERE name = 'event'")
    let answer: Answer | undefined
    let release = await overtake()
    const written = service.send(0, "PATCH", `/v1/clients/${id}`, { body: { notes: "overtaken" } })
    const answered = written.then((found) => {
      answer = found
    })
    for (let round = 0; round < 8 && answer === undefined; round++) {
      await Promise.race([answered, sql.untilWaiting(1)])
      const next = overtake()
      await Promise.race([answered, sql.untilSelfWaiting()])
      await release()
      release = await next
    }
    await release()
    const { status, bytes } = await written
    assert.include([200, 429], status, String(bytes))
  })
})
