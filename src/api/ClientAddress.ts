/**
 * The address that a request came from, as far as it can be known; what per-address limits count. And
 * whether a proxy passed the request on.
 */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"

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
