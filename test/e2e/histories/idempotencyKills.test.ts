/**
 * A server is killed under creates with idempotency keys, and every create without an answer is
 * repeated: each key has made one invoice, and no number is missing. `HISTORIES=10` makes ten times
 * as many kills.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  allOf,
  makerOf,
  onEmbedded,
  onTwoProcesses,
  requireNoGap,
  requireVerified,
  rounds,
  type Service,
  times,
  useVictims
} from "../../support/histories.ts"
import type { Json } from "../../support/pair.ts"
import { eventually, type Server } from "../../support/process.ts"

interface Create {
  readonly key: string
  /** Whether the key was sent. */
  readonly isKeyed: boolean
  readonly client: string
  readonly status: number
}

const bodyOf = ({ key, client }: Pick<Create, "key" | "client">) => ({
  client_id: client,
  line_items: [{ description: key, quantity: 1, unit_price: 10 }]
})

const headersOf = ({ key, isKeyed }: Pick<Create, "key" | "isKeyed">) =>
  isKeyed ? { "idempotency-key": key } : {}

/** Creates until the server is gone; it is killed once it has acknowledged some of them. */
const createUntilKilled = async (
  service: Service,
  client: string,
  victim: Server,
  round: number
): Promise<ReadonlyArray<Create>> => {
  const creates: Array<Create> = []
  const countOf = (wanted: number) => creates.filter(({ status }) => status === wanted).length
  const all = times(16, async (caller) => {
    for (let count = 0; ; count++) {
      const one = { key: `${round}.${caller}.${count}`, isKeyed: caller % 3 > 0, client }
      const call = { body: bodyOf(one), headers: headersOf(one) }
      const { status } = await service.send(0, "POST", "/v1/invoices", call)
      creates.push({ ...one, status })
      if (status !== 201 && status !== 429) return
    }
  })
  const enough = 60 + 7 * round
  await Promise.race([all, eventually(async () => (countOf(201) >= enough ? true : undefined))])
  victim.signal("SIGKILL")
  await Promise.all([all, victim.ended])
  const others = creates.filter(({ status }) => ![0, 201, 429].includes(status))
  assert.deepStrictEqual(others, [])
  return creates
}

/** Repeats what has no answer; then each create is stored as often as it should be. */
const requireOnce = async (service: Service, client: string, creates: ReadonlyArray<Create>) => {
  const unknown = creates.filter(({ status }) => status === 0)
  assert.isNotEmpty(unknown.filter(({ isKeyed }) => isKeyed))
  for (const one of unknown.filter(({ isKeyed }) => isKeyed)) {
    const call = { body: bodyOf(one), headers: headersOf(one) }
    const repeated = await service.call(0, "POST", "/v1/invoices", call)
    assert.strictEqual(repeated.status, 201, `the repeat of ${one.key}: ${repeated.bytes}`)
  }
  const invoices = await allOf(service, `/v1/invoices?client_id=${client}`)
  const counts = new Map<string, number>()
  for (const { id } of invoices) {
    const { body }: { readonly body: Json } = await service.call(0, "GET", `/v1/invoices/${id}`)
    const key = body.line_items[0].description
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { key, isKeyed, status } of creates) {
    const count = counts.get(key) ?? 0
    if (isKeyed && status !== 429) {
      assert.strictEqual(count, 1, `the key ${key} (first answer ${status}) made ${count} invoices`)
    } else if (status === 201) assert.strictEqual(count, 1, `${key} was acknowledged`)
    else if (status === 429) assert.strictEqual(count, 0, `${key} was refused`)
    else assert.isAtMost(count, 1, `${key} was sent once`)
  }
  await requireNoGap(service)
  await requireVerified(service)
}

describe("a server that is killed under creates", () => {
  describe("on PostgreSQL", () => {
    const service = onTwoProcesses()
    const startVictim = useVictims(service)

    it("leaves each idempotency key with one invoice, whichever process repeats it", async () => {
      const client = (await makerOf(service).client()).id
      const creates: Array<Create> = []
      for (let round = 0; round < rounds(2); round++) {
        const victim = await startVictim()
        const through = service.through(victim.url)
        creates.push(...(await createUntilKilled(through, client, victim, round)))
      }
      await requireOnce(service, client, creates)
    })
  })

  describe("on the embedded database", () => {
    const service = onEmbedded()

    it("leaves each idempotency key with one invoice after it started again", async () => {
      const client = (await makerOf(service).client()).id
      const creates: Array<Create> = []
      for (let round = 0; round < rounds(2); round++) {
        creates.push(...(await createUntilKilled(service, client, service.server.server, round)))
        await service.server.startAgain()
      }
      await requireOnce(service, client, creates)
    })
  })
})
