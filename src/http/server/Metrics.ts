/**
 * `/metrics` for Prometheus. It reveals how much business is done, so it requires the configured
 * token. Without a token it answers this machine only.
 */
import { Context, Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { envelope } from "../../api/errors/ErrorEnvelope.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { isFromThisMachine } from "../edge/RequestContext.ts"
import { Exposure } from "../edge/Transport.ts"

/** The text of `/metrics`: of this process, or the sum of the processes that share a port. */
export const MetricsText = Context.Reference<Effect.Effect<string>>("retainer/http/MetricsText", {
  defaultValue: () => PrometheusMetrics.format()
})

const unauthorized = HttpServerResponse.jsonUnsafe(
  envelope(401, "/metrics wants METRICS_TOKEN as its bearer token"),
  { status: 401, headers: { "www-authenticate": "Bearer", "cache-control": "no-store" } }
)

const forbidden = HttpServerResponse.jsonUnsafe(
  envelope(403, "/metrics answers this machine only, unless METRICS_TOKEN is set"),
  { status: 403, headers: { "cache-control": "no-store" } }
)

export const layerMetrics = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { trustProxy, metricsToken } = yield* Exposure
    const signer = yield* Signer
    const text = yield* MetricsText

    const refusal = (request: HttpServerRequest.HttpServerRequest) => {
      if (metricsToken === undefined) {
        return isFromThisMachine(trustProxy, request) ? undefined : forbidden
      }
      const given = /^bearer +(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1] ?? ""
      // Hashes have one length, so the time of the comparison reveals nothing.
      return signer.sameHash(signer.hash(Redacted.make(given)), signer.hash(metricsToken))
        ? undefined
        : unauthorized
    }

    yield* router.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const refused = refusal(yield* HttpServerRequest.HttpServerRequest)
        if (refused !== undefined) return refused
        return HttpServerResponse.text(yield* text, {
          contentType: "text/plain; version=0.0.4; charset=utf-8",
          headers: { "cache-control": "no-store" }
        })
      })
    )
  })
)
