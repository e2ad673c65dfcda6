/**
 * Mixed load at a rate: reads, changes, and invoices from draft to paid with their mails and
 * webhooks. An open loop, so that a slow moment of the server does not lower the load.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import { SMTPServer } from "smtp-server"
import { endpoints, sampleOf } from "./endpoints.ts"
import type { Line } from "./sender.ts"
import type { Served } from "./served.ts"

const workers = 32
/** One step of this many is an invoice's life instead of a single request. */
const lifeEvery = 100

export interface Sent {
  readonly requests: number
  readonly seconds: number
  /** The first refusals and lost answers. */
  readonly failures: ReadonlyArray<string>
}

const portOf = (server: { address: () => unknown }): number => {
  const address = server.address()
  if (typeof address !== "object" || address === null || !("port" in address)) {
    throw new Error("no port")
  }
  return Number(address.port)
}

/** Receivers of mails and webhooks that store nothing. */
export const startReceivers = async () => {
  const web = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end())
  }).listen(0, "127.0.0.1")
  await once(web, "listening")
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _session, done) => {
      stream.resume().on("end", () => done())
    }
  })
  await new Promise<void>((resolve) => {
    mail.listen(0, "127.0.0.1", resolve)
  })
  return {
    webhookUrl: `http://127.0.0.1:${portOf(web)}/`,
    smtpUrl: `smtp://127.0.0.1:${portOf(mail.server)}`,
    stop: () => {
      web.closeAllConnections()
      web.close()
      mail.close()
    }
  }
}

/** Draft, sent, paid and read: four requests. */
const live = async ({ ask }: Served, [method, path, body]: Line): Promise<void> => {
  const { id, total }: { id?: string; total?: number } = await ask(method, path, body)
  await ask("POST", `/v1/invoices/${id}/send`, {})
  await ask("POST", `/v1/invoices/${id}/payments`, { amount: total })
  await ask("GET", `/v1/invoices/${id}`)
}

/** Twenty writes in a hundred single requests. */
const linesOf = async (served: Served): Promise<ReadonlyArray<Line>> => {
  const mix = endpoints.find(({ name }) => name === "mixed, 20 % writes")
  if (mix === undefined) throw new Error("the mix is gone")
  return mix.lines(served, await sampleOf(served), 0)
}

/** As many requests a second as `rate`; as many as are answered where there is none. */
export const sendMixed = async (served: Served, seconds: number, rate?: number): Promise<Sent> => {
  const lines = await linesOf(served)
  const drafts = lines.filter(([method, path]) => method === "POST" && path === "/v1/invoices")
  const failures: string[] = []
  const start = performance.now()
  let requests = 0
  const step = async (number: number): Promise<void> => {
    const draft = number % lifeEvery === 0 ? drafts[number % drafts.length] : undefined
    const line = lines[number % lines.length]
    if (draft !== undefined) await live(served, draft)
    else if (line !== undefined) await served.ask(...line)
  }
  const work = async (): Promise<void> => {
    for (;;) {
      const number = requests
      const isLife = number % lifeEvery === 0
      const due = rate === undefined ? 0 : start + (number / rate) * 1000 - performance.now()
      if (performance.now() + Math.max(0, due) - start >= seconds * 1000) return
      requests += isLife ? 4 : 1
      if (due > 1) await new Promise((resolve) => setTimeout(resolve, due))
      await step(number).catch((cause) => void failures.push(String(cause)))
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { requests, seconds: (performance.now() - start) / 1000, failures: failures.slice(0, 5) }
}
