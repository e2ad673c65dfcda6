/**
 * The client's address, by which limits count, and whether a request came through a proxy or from
 * this machine.
 */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isLoopback } from "../../domain/access/Loopback.ts"

export class ClientAddress extends Context.Service<
  ClientAddress,
  (request: HttpServerRequest.HttpServerRequest) => string
>()("retainer/api/ClientAddress") {}

/** The full address, which the audit log records; limits count a shortened one. */
export class ExactAddress extends Context.Service<
  ExactAddress,
  (request: HttpServerRequest.HttpServerRequest) => string
>()("retainer/api/ExactAddress") {}

/** Headers by which any of the common proxies reveals itself. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip"
] as const

/** A request through a proxy can come from anywhere, whatever address the proxy has. */
export const isProxied = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined)

/** Undefined unless the header is a plain host with an optional port. */
const hostOf = (host = ""): string => /^(\[[^\]]*\]|[^:@/\\?#]*)(?::\d+)?$/.exec(host)?.[1] ?? ""

/**
 * A request for a name of this machine, without a proxy. The name excludes DNS rebinding: a foreign
 * site whose name resolves to this machine has its own name in `Host`.
 */
export const isLocalRequest = (request: HttpServerRequest.HttpServerRequest): boolean =>
  isLoopback(hostOf(request.headers["host"])) && !isProxied(request)
