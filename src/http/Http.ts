/** Assembles the API: handlers, middleware, its document and health, ready for a router. */
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { allowCompression } from "../api/endpoint/Bodies.ts"
import { maxBodyBytes } from "./body/RequestBody.ts"
import { layerCors } from "./edge/Cors.ts"
import { DirectReads } from "./edge/DirectReads.ts"
import { layerDefects, layerEdge } from "./edge/Edge.ts"
import { layerEndpoints, layerIdentity } from "./edge/Endpoints.ts"
import { layerBodyErrors } from "./edge/ErrorAnswers.ts"
import { layerIdempotency } from "./edge/Idempotency.ts"
import { layerReadFastPath } from "./edge/ReadFastPath.ts"
import { layerDownloads } from "./files/Downloads.ts"
import { layerUpload } from "./files/Uploads.ts"
import { layerHandlers } from "./Handlers.ts"
import { layerOAuthEndpoints } from "./oauth/OAuthEndpoints.ts"
import { layerProcessorEndpoints } from "./payments/ProcessorEndpoints.ts"
import { layerHealth } from "./server/Health.ts"
import { layerMetrics } from "./server/Metrics.ts"

const layerApiMiddleware = Layer.mergeAll(
  layerEndpoints,
  layerIdentity,
  layerBodyErrors,
  layerDefects,
  layerIdempotency,
  layerUpload
)

/** The limit of every body without a limit of its own. */
export const layerBodyLimit = Layer.succeed(
  HttpIncomingMessage.MaxBodySize,
  ByteSize.bytes(maxBodyBytes)
)

/** Rendered once, at the first request, because it is the same for everyone. */
const layerDocument = HttpRouter.use((router) =>
  Effect.flatMap(
    Effect.cached(
      Effect.sync(() => allowCompression(HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))))
    ),
    (document) => router.add("GET", "/openapi.json", document)
  )
)

/** One instance for the router and the fast path. */
const layerGroups = layerHandlers.pipe(Layer.provide(layerApiMiddleware))

/** Answers plain reads before the router. */
export const layerFastPath = layerReadFastPath.pipe(
  Layer.provide(DirectReads.layer),
  Layer.provide(layerGroups)
)

export const layerHttp = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(layerGroups)),
  layerDocument,
  layerDownloads,
  layerHealth,
  layerOAuthEndpoints,
  layerProcessorEndpoints,
  layerMetrics,
  layerEdge,
  layerCors
)
