/**
 * A cell as the router sees it: connections that are kept open, and whether it answers. A cell that
 * refuses connections is tried by each request, since that costs nothing. One that is silent loses
 * its requests after some seconds, and gets no new ones until it answers again.
 */
import { Agent, type ClientRequest, request as httpRequest } from "node:http"
import { request as httpsRequest, Agent as TlsAgent } from "node:https"

interface CellAddress {
  readonly label: string
  readonly origin: string
}

type State = "up" | "refused" | "silent"

export interface Upstream {
  readonly label: string
  readonly state: () => State
  /** Its body is not sent yet. Headers are pairs in one list, as Node has them raw. */
  readonly send: (method: string, path: string, headers: ReadonlyArray<string>) => ClientRequest
  readonly stop: () => void
}

/** A cell that does not answer for so long is silent. Together less than 10 s. */
const silentMillis = 6000
const betweenProbesMillis = 1000
/** Less than a cell keeps an idle connection, so that requests rarely meet one that it closes. */
const idleMillis = 30_000
const idleConnections = 512

const agentOptions = {
  keepAlive: true,
  maxFreeSockets: idleConnections,
  timeout: idleMillis,
  scheduling: "lifo"
} as const

/** Watches the cell from now on; `onChange` is called with each change of its state. */
export const makeUpstream = (
  { label, origin }: CellAddress,
  onChange: (label: string, state: State) => void
): Upstream => {
  const { protocol, hostname, port } = new URL(origin)
  const isTls = protocol === "https:"
  const agent = isTls ? new TlsAgent(agentOptions) : new Agent(agentOptions)
  const host = hostname.replace(/^\[|\]$/g, "")
  const target = { protocol, host, port: port === "" ? undefined : port, setHost: false }
  const open = isTls ? httpsRequest : httpRequest
  const inFlight = new Set<ClientRequest>()
  let state: State = "up"
  let stopped = false

  const change = (next: State): void => {
    if (next !== state) onChange(label, next)
    state = next
    if (next === "silent") for (const request of inFlight) request.destroy(new Error("silent"))
  }

  /** On a connection of its own: an old one may be silent because the cell moved. */
  const probe = (): void => {
    if (stopped) return
    const request = open({
      ...{ ...target, agent: false, path: "/healthz" },
      headers: { host: new URL(origin).host }
    })
    const late = setTimeout(() => {
      change("silent")
      request.destroy()
    }, silentMillis)
    request.once("response", (response) => {
      response.resume()
      change("up")
    })
    request.on("error", () => {
      // Its own end of a silent probe is an error too.
      if (state !== "silent") change("refused")
    })
    request.once("close", () => {
      clearTimeout(late)
      if (!stopped) setTimeout(probe, betweenProbesMillis).unref()
    })
    request.end()
  }
  probe()

  return {
    label,
    state: () => state,
    send: (method, path, headers) => {
      const request = open({ ...target, agent, method, path, headers })
      inFlight.add(request)
      request.once("close", () => inFlight.delete(request))
      return request
    },
    stop: () => {
      stopped = true
      agent.destroy()
    }
  }
}
