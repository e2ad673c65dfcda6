/**
 * Sends requests from a process of its own, where `wrk` is not there or every request may be sent
 * only once. It reads its job from stdin and prints what came of it.
 */
import { Agent, request } from "node:http"
import { text } from "node:stream/consumers"

/** One request: method, path, and a body where there is one. */
export type Line = readonly [method: string, path: string, body?: object]

export interface Job {
  readonly url: string
  readonly key: string
  readonly lines: ReadonlyArray<Line>
  readonly connections: number
  readonly seconds: number
  /** Each line once, however long it takes. */
  readonly once: boolean
}

export interface Sent {
  readonly requests: number
  readonly seconds: number
  /** In milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Answers that were none, or refused. */
  readonly bad: number
}

/** Answers whether it succeeded. */
const send = ({ url, key }: Job, agent: Agent, [method, path, body]: Line): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${key}`,
      ...(sent === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(sent) })
    }
    const asked = request(`${url}${path}`, { method, agent, headers }, (response) => {
      response.resume()
      response.on("end", () => resolve((response.statusCode ?? 500) < 300))
    })
    asked.on("error", () => resolve(false))
    asked.end(sent)
  })

export const sendAll = async (job: Job): Promise<Sent> => {
  const { lines, connections, seconds, once } = job
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  let next = 0
  let bad = 0
  const work = async (): Promise<void> => {
    for (;;) {
      const line = lines[once ? next : next % lines.length]
      if (line === undefined || (!once && performance.now() >= end)) return
      next += 1
      const from = performance.now()
      if (!(await send(job, agent, line))) bad += 1
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const took = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { requests: times.length, seconds: took, p50: at(0.5), p99: at(0.99), bad }
}

if (import.meta.main) {
  const job: Job = JSON.parse(await text(process.stdin))
  console.log(JSON.stringify(await sendAll(job)))
}
