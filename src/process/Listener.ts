/** Listener: the server's socket with or without TLS, its proxy headers and its telemetry. */
import { Effect, FileSystem, Layer, Predicate, References } from "effect"
import { FetchHttpClient } from "effect/http"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { type AppConfig, ConfigInvalid } from "../config/Config.ts"
import { Exposure } from "../http/edge/Transport.ts"
import { layerNodeServer } from "../http/server/NodeServer.ts"
import { socketLimitsOf } from "../http/server/SocketLimits.ts"
import { ListenFailed } from "./ListenFailed.ts"
import { openFileLimit } from "./OpenFiles.ts"

export const layerExposure = (config: AppConfig) =>
  Layer.effect(
    Exposure,
    Effect.map(PublicUrls, ({ baseUrl }) => ({
      isTls: config.tls !== undefined,
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      metricsToken: config.metricsToken,
      baseUrl
    }))
  )

/** The public addresses; `own` is where the socket listens. */
export const publicUrlsOf = (config: AppConfig, listening: string) => {
  // A link cannot lead to "all interfaces".
  const reachable = listening.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
  const own = config.tls === undefined ? reachable : reachable.replace("http:", "https:")
  const baseUrl = config.baseUrl ?? own
  return {
    own,
    baseUrl,
    authUrl: config.authUrl ?? baseUrl,
    portalUrl: config.portalUrl ?? `${baseUrl}/portal`
  }
}

export const readTls = Effect.fnUntraced(function* ({ tls }: AppConfig) {
  if (tls === undefined) return undefined
  const files = yield* FileSystem.FileSystem
  const read = (name: string, path: string) =>
    Effect.mapError(
      files.readFile(path),
      () => new ConfigInvalid({ problems: [`${name} cannot be read: ${path}`] })
    )
  return {
    cert: yield* read("TLS_CERT_FILE", tls.certFile),
    key: yield* read("TLS_KEY_FILE", tls.keyFile)
  }
})

export const errnoOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") ? String(cause.code) : String(cause)

/** The listening socket, with TLS if a certificate is configured. */
export const layerListener = (config: AppConfig) =>
  Layer.unwrap(
    Effect.map(readTls(config), (tls) =>
      layerNodeServer({
        host: config.host,
        port: config.port,
        tls,
        limits: socketLimitsOf(openFileLimit(), config.trustProxy)
      })
    )
  ).pipe(
    Layer.catchTag("ServeError", ({ cause }) => {
      const { host, port } = config
      return Layer.effectContext(
        Effect.fail(new ListenFailed({ host, port, code: errnoOf(cause) }))
      )
    })
  )

/** Traces, logs and metrics over OTLP; without an endpoint no span is created. */
export const layerTelemetry = ({ otlpEndpoint }: AppConfig) =>
  otlpEndpoint === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : Layer.unwrap(
        Effect.map(
          // Lazy: most installations export nothing.
          Effect.promise(() => import("effect/observability/Otlp")),
          ({ layerJson }) =>
            layerJson({
              baseUrl: otlpEndpoint,
              resource: { serviceName: "retainer" },
              loggerMergeWithExisting: true
            })
        )
      ).pipe(Layer.provide(FetchHttpClient.layer))
