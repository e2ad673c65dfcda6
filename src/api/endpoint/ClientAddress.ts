/**
 * The address that a request came from, as far as it can be known; what per-address limits count. And
 * whether a proxy passed the request on, or somebody on this machine asked for this machine.
 */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isLoopback } from "../../domain/access/Loopback.ts"

export class ClientAddress extends Context.Service<
  ClientAddress,
  (request: HttpServerRequest.HttpServerRequest) => string
>()("retainer/api/ClientAddress") {}

/** The same, not shortened for counting: as it is kept with a change. */
export class ExactAddress extends Context.Service<
  ExactAddress,
  (request: HttpServerRequest.HttpServerRequest) => string
>()("retainer/api/ExactAddress") {}

/** What proxies write, of which each has its own habit. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip"
] as const

/** By the word of any proxy: its caller may be anywhere, whatever address the proxy has itself. */
export const isPassedOn = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined)

/** The host that was asked for; anything but a plain host and port is none. */
const hostOf = (host = ""): string => /^(\[[^\]]*\]|[^:@/\\?#]*)(?::\d+)?$/.exec(host)?.[1] ?? ""

/**
 * Asked for under a name of this machine, and passed on by no proxy, which may use such a name for a visitor
 * who is elsewhere. A site whose name was pointed at this machine (DNS rebinding) is asked for under that.
 */
export const isAskedLocally = (request: HttpServerRequest.HttpServerRequest): boolean =>
  isLoopback(hostOf(request.headers["host"])) && !isPassedOn(request)
