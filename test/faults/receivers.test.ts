/**
 * Mail servers and webhook receivers that refuse, hang, redirect or answer garbage: other work goes
 * on, and everything arrives once they work again.
 */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { type Behaviour, startBadPeer } from "../support/badPeer.ts"
import { made, makerOf, onTwoProcesses, requireVerified } from "../support/histories.ts"
import { useReceiver } from "../support/historiesReceiver.ts"
import { useSql } from "../support/historiesSql.ts"
import { requireBounded, requireMailed } from "../support/keyedWriters.ts"
import { eventually } from "../support/process.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

type Peer = Awaited<ReturnType<typeof startBadPeer>>

const portOf = (url: string): number => Number(new URL(url).port)

let smtp: Sink
let mailServer: Peer
beforeAll(async () => {
  smtp = await startSmtp()
  mailServer = await startBadPeer(portOf(smtp.url))
})
afterAll(async () => {
  mailServer.stop()
  await smtp.close()
})

const receiver = useReceiver()
const service = onTwoProcesses(() => ({
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  LOG_LEVEL: "none"
}))

const sql = useSql(() => service.running().url)

/** Later tries are due now: the time between them grows to a day. */
const dueNow = async (): Promise<void> => {
  await sql.rows(`UPDATE outbox SET visible_at = now()
    WHERE state = 'pending' AND acquired_at IS NULL`)
  await sql.rows("UPDATE webhook_deliveries SET next_try_at = now() WHERE status = 'pending'")
}

/** Asks again and again, while every later try is due. */
const soon = <A>(look: () => Promise<A | undefined>): Promise<A> =>
  eventually(async () => {
    await dueNow()
    return look()
  })

const sentInvoice = async (): Promise<readonly [string, string]> => {
  const make = makerOf(service)
  const client = await make.client()
  const { id, number } = await make.invoice(client.id)
  await made(service.call(0, "POST", `/v1/invoices/${id}/send`, { body: {} }))
  return [id, number]
}

/** Changes and reads of both processes are answered during the fault. */
const requireSteady = async (): Promise<void> => {
  for (const process of [0, 1]) {
    const body = { name: "Meanwhile", email: "m@x.example" }
    const { id } = await made(service.call(process, "POST", "/v1/clients", { body }))
    await made(service.call(process, "GET", `/v1/clients/${id}`))
    const ready = await service.send(process, "GET", "/readyz", { key: null })
    assert.strictEqual(ready.status, 200)
  }
}

const untilTried = (peer: Peer, more: number) => {
  const enough = peer.connections() + more
  return eventually(async () => (peer.connections() >= enough ? true : undefined))
}

const mailFaults: ReadonlyArray<readonly [string, Behaviour]> = [
  ["refuses", "refuse"],
  ["hangs", "hang"],
  ["answers garbage", "garbage"],
  ["is busy", { answer: "421 come back later\r\n" }],
  ["ends in the middle", { answer: "220 mail.example ESMTP\r\n250-mail.exam" }]
]

describe.each(mailFaults)("a mail server that %s", (_, behaviour) => {
  it("gets each mail once when it works again", async () => {
    mailServer.behave(behaviour)
    const tried = untilTried(mailServer, 2)
    const sent = new Map([await sentInvoice(), await sentInvoice()])
    await requireSteady()
    await tried
    mailServer.behave("pass")
    for (const id of sent.keys()) {
      await soon(async () => {
        const { delivery } = await made(service.call(0, "GET", `/v1/invoices/${id}`))
        return delivery.status === "sent" ? true : undefined
      })
    }
    await requireMailed(service, smtp, sent)
    for (const id of sent.keys()) {
      assert.lengthOf(
        smtp.mails.filter(
          ({ raw }) => raw.includes(`<${id}.sent@`) && /^Message-ID: */im.test(raw)
        ),
        1
      )
    }
  })
})

describe("webhook receivers", () => {
  let followed = 0
  const elsewhere = createServer((_, response) => {
    followed += 1
    response.end()
  })
  const peers: Array<Peer> = []
  beforeAll(() => new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve)))
  afterAll(() => {
    for (const { stop } of peers) stop()
    elsewhere.closeAllConnections()
    elsewhere.close()
  })

  it("that refuse, hang, redirect or answer garbage get each event later, and only there", async () => {
    const address = elsewhere.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    const redirect = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/\r\n\r\n`
    const behaviours: ReadonlyArray<Behaviour> = ["refuse", "hang", "garbage", { answer: redirect }]
    for (const [at, behaviour] of behaviours.entries()) {
      const peer = await startBadPeer(portOf(receiver.url("/")))
      peers.push(peer)
      peer.behave(behaviour)
      const body = { url: `http://127.0.0.1:${peer.port}/${at}`, events: ["invoice.sent"] }
      await made(service.call(0, "POST", "/v1/webhook_endpoints", { body }))
    }
    const tried = Promise.all(peers.map((peer) => untilTried(peer, 1)))
    const [id] = await sentInvoice()
    await tried
    await requireSteady()
    for (const peer of peers) peer.behave("pass")
    for (const at of behaviours.keys()) {
      await soon(async () => {
        const events = receiver.at(`/${at}`).map(({ data }) => data.object.id)
        return events.includes(id) ? true : undefined
      })
    }
    assert.strictEqual(followed, 0)
    await requireVerified(service)
    await requireBounded(service.running().servers)
  })
})
