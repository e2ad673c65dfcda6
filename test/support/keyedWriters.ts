/**
 * Writers that create and send invoices under idempotency keys while a fault lasts, and repeat each
 * request until it is acknowledged. So exactly one invoice, number and mail belongs to each.
 */
import { readFile } from "node:fs/promises"
import { assert } from "@effect/vitest"
import { allOf, made, requireNoGap, requireVerified, type Service, times } from "./histories.ts"
import type { Answer } from "./historiesRequests.ts"
import type { Json } from "./pair.ts"
import { eventually, type Server } from "./process.ts"
import type { Sink } from "./smtp.ts"

/** Milliseconds since `began` when the promise is done; fails after the limit. */
export const within = async (
  millis: number,
  began: number,
  promise: Promise<unknown>
): Promise<number> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = began + millis - performance.now()
    timer = setTimeout(() => reject(new Error(`not within ${millis} ms`)), left)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
  return Math.round(performance.now() - began)
}

const line_items = [{ description: "x", quantity: 1, unit_price: 100 }]
let series = 0

/** Eight writers; `service` names the processes of the moment, because a test may replace them. */
export const startWriters = (service: () => Service, client_id: string) => {
  series += 1
  const keys = `writers-${series}`
  const acknowledged = new Map<string, string>()
  const answers: Array<Answer> = []
  let isOver = false
  const post = (writer: number, path: string, body: object, key: string): Promise<Json> =>
    eventually(async () => {
      const headers = { "idempotency-key": key }
      const answer = await service().send(writer, "POST", path, { body, headers })
      answers.push(answer)
      return answer.status === 200 || answer.status === 201 ? answer.body : undefined
    })
  const writers = times(8, async (writer) => {
    for (let count = 0; !isOver; count++) {
      const key = `${keys}-${writer}-${count}`
      const { id, number } = await post(writer, "/v1/invoices", { client_id, line_items }, key)
      await post(writer, `/v1/invoices/${id}/send`, {}, `${key}-send`)
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

/** Waits until `/readyz` of every process has the status. */
export const untilReadyIs = async (service: Service, status: number): Promise<void> => {
  for (const process of service.urls().keys()) {
    await eventually(async () => {
      const answer = await service.send(process, "GET", "/readyz", { key: null })
      return answer.status === status ? true : undefined
    })
  }
}

/** Every acknowledged invoice is stored once, under its number, and no other one. */
export const requireStored = async (
  service: Service,
  acknowledged: ReadonlyMap<string, string>
): Promise<void> => {
  const stored = await allOf(service, "/v1/invoices")
  assert.strictEqual(stored.length, acknowledged.size)
  for (const { id, number } of stored) assert.strictEqual(number, acknowledged.get(id))
  assert.strictEqual(await requireNoGap(service), acknowledged.size)
  await requireVerified(service)
  const { code, stdout } = await service.cli("doctor --totals --json")
  assert.strictEqual(code, 0, stdout)
}

/** Every acknowledged invoice was mailed, under one Message-ID. */
export const requireMailed = async (
  service: Service,
  { mails }: Pick<Sink, "mails">,
  acknowledged: ReadonlyMap<string, string>
): Promise<void> => {
  for (const id of acknowledged.keys()) {
    await eventually(async () => {
      const { delivery } = await made(service.call(0, "GET", `/v1/invoices/${id}`))
      return delivery.status === "sent" ? true : undefined
    })
  }
  const sent = new Map<string, Set<string>>()
  for (const { raw } of mails) {
    const [, message = "", invoice = ""] = /^Message-ID: *(<(inv_\w+)\.sent@\S+)/im.exec(raw) ?? []
    sent.set(invoice, new Set([...(sent.get(invoice) ?? []), message]))
  }
  for (const id of acknowledged.keys()) assert.strictEqual(sent.get(id)?.size, 1, id)
}

/** What every fault has to leave behind it. */
export const requireWhole = async (
  service: Service,
  sink: Pick<Sink, "mails">,
  acknowledged: ReadonlyMap<string, string>
): Promise<void> => {
  await requireStored(service, acknowledged)
  await requireMailed(service, sink, acknowledged)
}

/** More than a server at work has, also with the embedded database. */
const maxResidentMib = 900

export const requireBounded = async (servers: ReadonlyArray<Server>): Promise<void> => {
  for (const { ready } of servers) {
    const status = await readFile(`/proc/${ready["pid"]}/status`, "utf8")
    assert.isBelow(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024, maxResidentMib)
  }
}
