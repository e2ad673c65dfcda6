/**
 * Webhooks over Node's own client. The address is checked when the connection is made, after the
 * name was resolved, so a name that later resolves elsewhere reaches nothing private; redirects are not
 * followed, the answer's body is not kept, and everything has a time limit.
 */
import { lookup } from "node:dns"
import { type ClientRequest, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Effect, Layer } from "effect"
import { WebhookNotSent, WebhookSender } from "../../app/ports/events/WebhookSender.ts"
import { isPublicAddress } from "./Addresses.ts"

const timeoutMillis = 10_000
/** No more of an answer than this is read. */
const maxAnswerBytes = 65_536

/** The same words for a name without an address: another answer would reveal internal names. */
const refusal = "the address is not a public one"

class AddressRefused extends Error {
  constructor() {
    super(refusal)
  }
}

/** Resolves a name and hands out its addresses only where all of them are public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(new AddressRefused(), "", 0)
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressRefused(), "", 0)
    }
    if (options.all === true) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

/** The host of a URL as the connection will take it: no brackets around IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "")

const literalProblem = (url: URL): string | undefined =>
  isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)) ? refusal : undefined

export const WebhookSenderNode = (allowPrivate: boolean): Layer.Layer<WebhookSender> => {
  const problemOf = (text: string): string | undefined => {
    const url = URL.parse(text)
    if (url === null) return "must be an absolute URL"
    if (allowPrivate) return undefined
    // Events contain payment links and clients' data.
    if (url.protocol !== "https:") return "must be an https URL"
    return literalProblem(url) === undefined ? undefined : `is refused: ${refusal}`
  }
  return Layer.succeed(WebhookSender, {
    problemOf,
    send: ({ url: text, headers, body }) =>
      Effect.callback<number, WebhookNotSent>((resume) => {
        const fail = (reason: string) => resume(Effect.fail(new WebhookNotSent({ reason })))
        const url = new URL(text)
        if (!allowPrivate && literalProblem(url) !== undefined) {
          fail(refusal)
          return
        }
        const request: ClientRequest = (url.protocol === "https:" ? httpsRequest : httpRequest)(
          url,
          {
            method: "POST",
            agent: false,
            headers: {
              ...headers,
              "user-agent": "Retainer-Webhooks/1",
              "content-length": Buffer.byteLength(body)
            },
            ...(allowPrivate ? {} : { lookup: publicLookup })
          }
        )
        // From the first look-up to the last byte: a slow receiver does not get longer.
        const timer = setTimeout(
          () => request.destroy(new Error("no answer within 10 s")),
          timeoutMillis
        )
        const end = () => clearTimeout(timer)
        request.on("response", (response) => {
          const status = response.statusCode ?? 0
          let bytes = 0
          const answer = () => {
            end()
            resume(Effect.succeed(status))
            request.destroy()
          }
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > maxAnswerBytes) answer()
          })
          response.on("end", answer)
          response.on("error", (error) => {
            end()
            fail(error.message)
          })
        })
        request.on("error", (error) => {
          end()
          fail(error.message.slice(0, 200))
        })
        request.end(body)
        return Effect.sync(() => {
          end()
          request.destroy()
        })
      })
  })
}
