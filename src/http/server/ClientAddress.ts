/**
 * Client address of a request. Behind a trusted proxy it is the last entry of X-Forwarded-For,
 * which the proxy appended; a caller can forge the entries before it.
 */
import { isIPv6 } from "node:net"
import { Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ClientAddress, ExactAddress, isProxied } from "../../api/endpoint/ClientAddress.ts"
import { isLoopback } from "../../domain/access/Loopback.ts"

/** An IPv6 /64 counts as one address, because one household or host has all of it. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0")
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`
}

type Request = HttpServerRequest.HttpServerRequest

/** The exact address of a caller; an untrusted proxy hides the callers behind it. */
const addressOf = (trustProxy: boolean, { headers, remoteAddress }: Request): string =>
  addressFrom(trustProxy, headers["x-forwarded-for"], Option.getOrUndefined(remoteAddress))

/** `addressOf` for a raw request of Node. */
export const addressFrom = (
  trustProxy: boolean,
  forwardedFor: string | undefined,
  peer: string | undefined
): string => {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1) : undefined
  return (forwarded ?? peer ?? "unknown").trim()
}

/**
 * Whether the request comes from this machine, and not through a local proxy. A trusted proxy that
 * names no caller may have forwarded a request from anywhere.
 */
export const isFromThisMachine = (trustProxy: boolean, request: Request): boolean => {
  const isKnown = trustProxy
    ? request.headers["x-forwarded-for"] !== undefined
    : !isProxied(request)
  return isKnown && isLoopback(addressOf(trustProxy, request))
}

export const layerClientAddress = (trustProxy: boolean) =>
  Layer.merge(
    Layer.succeed(ClientAddress, (request) => networkOf(addressOf(trustProxy, request))),
    Layer.succeed(ExactAddress, (request) => addressOf(trustProxy, request))
  )
