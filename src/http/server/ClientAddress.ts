/**
 * The address that a request came from. Behind a trusted proxy it is the last one that the proxy
 * appended to X-Forwarded-For; what a caller wrote before it proves nothing.
 */
import { isIPv6 } from "node:net"
import { Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ClientAddress, ExactAddress, isPassedOn } from "../../api/endpoint/ClientAddress.ts"
import { isLoopback } from "../../domain/access/Loopback.ts"

/** One household or host has a whole /64 of IPv6: it counts as one. */
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

/** The one address of a caller, not grouped; a proxy that is not trusted hides who is behind it. */
export const addressOf = (trustProxy: boolean, { headers, remoteAddress }: Request): string =>
  addressFrom(trustProxy, headers["x-forwarded-for"], Option.getOrUndefined(remoteAddress))

/** The same for a request that Node has just parsed. */
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
    : !isPassedOn(request)
  return isKnown && isLoopback(addressOf(trustProxy, request))
}

export const layerClientAddress = (trustProxy: boolean) =>
  Layer.merge(
    Layer.succeed(ClientAddress, (request) => networkOf(addressOf(trustProxy, request))),
    Layer.succeed(ExactAddress, (request) => addressOf(trustProxy, request))
  )
