/**
 * A server is killed under sends: every acknowledged send has its mail and its webhook at least
 * once, and mails that go out twice have one Message-ID. `HISTORIES=10` makes ten times as many
 * kills.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  made,
  makerOf,
  onEmbedded,
  onTwoProcesses,
  requireVerified,
  rounds,
  type Service,
  times,
  useVictims
} from "../../support/histories.ts"
import { useReceiver } from "../../support/historiesReceiver.ts"
import { eventually, type Server } from "../../support/process.ts"
import { type Sink, startSmtp } from "../../support/smtp.ts"

interface Sends {
  readonly acknowledged: Array<string>
  readonly unknown: Array<string>
}

/** Sends drafts through the process until it is killed, which is once it has acknowledged some. */
const sendUntilKilled = async (
  service: Service,
  drafts: ReadonlyArray<string>,
  victim: Server,
  enough: number,
  { acknowledged, unknown }: Sends
): Promise<void> => {
  const left = [...drafts]
  const before = acknowledged.length
  const all = times(8, async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const { status } = await service.call(0, "POST", `/v1/invoices/${id}/send`, { body: {} })
      if (status === 200) acknowledged.push(id)
      else unknown.push(id)
    }
  })
  const isEnough = async () => (acknowledged.length >= before + enough ? true : undefined)
  await Promise.race([all, eventually(isEnough)])
  victim.signal("SIGKILL")
  await Promise.all([all, victim.ended])
}

const useSink = () => {
  let sink: Sink | undefined
  beforeAll(async () => {
    sink = await startSmtp()
  })
  afterAll(() => sink?.close())
  return () => {
    if (sink === undefined) throw new Error("the mail server has not started")
    return sink
  }
}

/** The Message-IDs of the mails that went out for the invoice's send. */
const messageIdsOf = ({ mails }: Sink, invoice: string): ReadonlyArray<string> =>
  mails.flatMap(({ raw }) => {
    const id = /^Message-ID: *(\S+)/im.exec(raw)?.[1] ?? ""
    return id.startsWith(`<${invoice}.sent@`) ? [id] : []
  })

const requireMailed = async (
  service: Service,
  sink: Sink,
  webhooks: () => ReadonlySet<string>,
  { acknowledged, unknown }: Sends
): Promise<void> => {
  assert.isNotEmpty(acknowledged)
  const owed = [...acknowledged]
  for (const id of unknown) {
    const { status } = await made(service.call(0, "GET", `/v1/invoices/${id}`))
    if (status === "draft")
      assert.isEmpty(messageIdsOf(sink, id), `${id} is a draft, and was mailed`)
    else owed.push(id)
  }
  await eventually(async () => {
    const statuses = await Promise.all(
      owed.map(
        async (id) => (await made(service.call(0, "GET", `/v1/invoices/${id}`))).delivery.status
      )
    )
    return statuses.every((status) => status !== "queued") ? true : undefined
  })
  for (const id of owed) {
    const { delivery } = await made(service.call(0, "GET", `/v1/invoices/${id}`))
    assert.strictEqual(delivery.status, "sent", `${id}: ${JSON.stringify(delivery)}`)
    assert.lengthOf(new Set(messageIdsOf(sink, id)), 1, `Message-IDs of ${id}`)
  }
  await eventually(async () => (owed.every((id) => webhooks().has(id)) ? true : undefined))
  await requireVerified(service)
}

const draftsOf = async (service: Service): Promise<ReadonlyArray<string>> => {
  const make = makerOf(service)
  const { id } = await make.client()
  return times(40, async () => (await make.invoice(id)).id)
}

describe("a server that is killed under sends", () => {
  const sink = useSink()
  const receiver = useReceiver()
  const subscribe = (service: Service, path: string) => {
    const body = { url: receiver.url(path), events: ["invoice.sent"] }
    return made(service.call(0, "POST", "/v1/webhook_endpoints", { body }))
  }
  const receivedAt = (path: string) => () =>
    new Set(receiver.at(path).map(({ data }) => String(data.object.id)))

  describe("beside another process on PostgreSQL", () => {
    const service = onTwoProcesses(() => ({ SMTP_URL: sink().url }))
    const startVictim = useVictims(service)

    it("leaves no acknowledged send without its mail and webhook", async () => {
      await subscribe(service, "/server")
      const sends: Sends = { acknowledged: [], unknown: [] }
      for (let round = 0; round < rounds(2); round++) {
        const drafts = await draftsOf(service)
        const victim = await startVictim()
        const through = service.through(victim.url)
        await sendUntilKilled(through, drafts, victim, 12 + 5 * round, sends)
      }
      await requireMailed(service, sink(), receivedAt("/server"), sends)
    })
  })

  describe("on the embedded database", () => {
    const service = onEmbedded(() => ({ SMTP_URL: sink().url }))

    it("leaves no acknowledged send without its mail and webhook once it runs again", async () => {
      await subscribe(service, "/embedded")
      const sends: Sends = { acknowledged: [], unknown: [] }
      for (let round = 0; round < rounds(2); round++) {
        const drafts = await draftsOf(service)
        const { server } = service.server
        await sendUntilKilled(service, drafts, server, 12 + 5 * round, sends)
        await service.server.startAgain()
      }
      await requireMailed(service, sink(), receivedAt("/embedded"), sends)
    })
  })
})
