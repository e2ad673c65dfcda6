import { assert, it } from "@effect/vitest"
import { Option, Tracer } from "effect"
import { recordSpan } from "../../../src/http/edge/RequestSpan.ts"

const trace = "0af7651916cd43dd8448eb211c80319c"

const recorded = (headers: Readonly<Record<string, string>>): Tracer.Span => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const request = { method: "GET", url: "/v1/projects?cursor=secret", headers }
  recordSpan(tracer, request, { id: "req_1", started: 1000, at: 1250 })
  assert.lengthOf(spans, 1)
  return spans[0] as Tracer.Span
}

it("the span of a cached answer has the request's times, and nothing of its query", () => {
  const span = recorded({})
  assert.deepInclude(span.status, {
    _tag: "Ended",
    startTime: 1_000_000_000n,
    endTime: 1_250_000_000n
  })
  assert.deepStrictEqual(Object.fromEntries(span.attributes), {
    "http.request.method": "GET",
    "url.path": "/v1/projects",
    request_id: "req_1"
  })
  assert.isTrue(Option.isNone(span.parent))
})

it("it belongs to the caller's trace, and is sampled as that is", () => {
  const sampled = recorded({ traceparent: `00-${trace}-b7ad6b7169203331-01` })
  assert.strictEqual(sampled.traceId, trace)
  assert.isTrue(sampled.sampled)
  assert.isFalse(recorded({ traceparent: `00-${trace}-b7ad6b7169203331-00` }).sampled)
})
