/** Health checks: `/healthz` says that the process is alive, `/readyz` that it can serve. */
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

/** Whether the database answers and has the schema of this code. */
export class Readiness extends Context.Service<
  Readiness,
  {
    readonly isReady: Effect.Effect<boolean>
    /** Makes the process not ready, so that a load balancer sends no new requests. */
    readonly drain: Effect.Effect<void>
    readonly isDraining: Effect.Effect<boolean>
    /** Waits for the drain. */
    readonly drained: Effect.Effect<void>
  }
>()("retainer/http/Readiness") {}

const noStore = { "cache-control": "no-store" }

export const layerHealth = Layer.mergeAll(
  HttpRouter.add(
    "GET",
    "/healthz",
    HttpServerResponse.jsonUnsafe({ status: "ok" }, { headers: noStore })
  ),
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { isReady } = yield* Readiness
      yield* router.add(
        "GET",
        "/readyz",
        Effect.map(isReady, (ready) =>
          HttpServerResponse.jsonUnsafe(
            { status: ready ? "ready" : "unavailable" },
            { status: ready ? 200 : 503, headers: noStore }
          )
        )
      )
    })
  )
)
