/**
 * Sends webhooks with Node's HTTP client. Addresses are checked when the socket connects, after the
 * name was resolved, against DNS rebinding. Redirects are not followed, and answers are discarded.
 */
import { lookup } from "node:dns"
import { type ClientRequest, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Effect, Layer } from "effect"
import { WebhookNotSent, WebhookSender } from "../../app/ports/events/WebhookSender.ts"
import { isPublicAddress } from "./Addresses.ts"

const timeoutMillis = 10_000
/** The most bytes that are read of an answer. */
const maxAnswerBytes = 65_536

/** Also for unknown names: a different message would reveal internal ones. */
const refusal = "the address is not a public one"

class AddressRefused extends Error {
  constructor() {
    super(refusal)
  }
}

/** Fails unless every address of the name is public. */
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

/** Without the brackets of IPv6. */
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
