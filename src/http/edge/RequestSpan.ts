/** The server span of a request, a child of the caller's (W3C Trace Context). */
import { Context, Effect, Exit, Option, type Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { RequestHead } from "./RequestContext.ts"
import { loggedPath } from "./RequestLog.ts"

const name = "http.request"

const attributesOf = ({ method, url }: RequestHead, requestId: string) => ({
  "http.request.method": method,
  "url.path": loggedPath(url),
  request_id: requestId
})

const parentOf = ({ headers }: RequestHead) =>
  HttpTraceContext.fromHeaders(Headers.fromInput(headers))

/** Runs a request inside its span. */
export const traced = <A, E, R>(
  handled: Effect.Effect<A, E, R>,
  request: RequestHead,
  requestId: string
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const parent = Option.getOrUndefined(parentOf(request))
    const attributes = attributesOf(request, requestId)
    return Effect.useSpan(name, { kind: "server", parent, attributes }, (span) =>
      Effect.withParentSpan(handled, span)
    )
  })

const nanosOf = (millis: number): bigint => BigInt(millis) * 1_000_000n

/** Records the span of a request without a fiber; times in milliseconds of the Unix epoch. */
export const recordSpan = (
  tracer: Tracer.Tracer,
  request: RequestHead,
  { id, started, at }: { readonly id: string; readonly started: number; readonly at: number }
): void => {
  const parent = parentOf(request)
  const span = tracer.span({
    name,
    parent,
    annotations: Context.empty(),
    links: [],
    startTime: nanosOf(started),
    kind: "server",
    root: Option.isNone(parent),
    sampled: Option.getOrUndefined(parent)?.sampled ?? true
  })
  for (const [key, value] of Object.entries(attributesOf(request, id))) span.attribute(key, value)
  span.end(nanosOf(at), Exit.void)
}
