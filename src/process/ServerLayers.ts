/**
 * Server: one expression that composes Layers. It migrates the database, listens and serves. As a
 * process of its own it prints one line to stdout when it is ready.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Console, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { layerApplication } from "../app/Application.ts"
import { layerMailWorkers } from "../app/delivery/MailWorkers.ts"
import { layerWebhookWorkers } from "../app/events/webhooks/WebhookWorkers.ts"
import { OffersSampleData } from "../app/home/SampleData.ts"
import { layerPeriodicJobs } from "../app/PeriodicJobs.ts"
import { WarnsOfSimulation } from "../app/payments/Checkouts.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { type ServerConfig, senderCaution, withoutDefaultProcessor } from "../config/Config.ts"
import { isLoopback } from "../domain/access/Loopback.ts"
import { processorCautions } from "../domain/payments/Checkout.ts"
import { ResponseCache } from "../http/cache/ResponseCache.ts"
import { routerConfig } from "../http/edge/DirectReads.ts"
import { layerNoFrameworkSpan } from "../http/edge/Edge.ts"
import { layerClientAddress } from "../http/edge/RequestContext.ts"
import { layerBodyLimit, layerFastPath, layerHttp } from "../http/Http.ts"
import { Readiness } from "../http/server/Health.ts"
import { MailFolderFiles } from "../infra/mail/MailFolderFiles.ts"
import { warnWithoutTimeouts } from "../infra/postgres/session/RoleSettings.ts"
import { layerOperationMetrics } from "../infra/sql/OperationMetrics.ts"
import { layerErrorPage } from "../web/ErrorPages.ts"
import { layerDevMailPage } from "../web/mail/DevMailPage.ts"
import { layerWeb } from "../web/Web.ts"
import { layerControl } from "./control/ControlServer.ts"
import { firstWorkspace, printFirstStart } from "./FirstStart.ts"
import { idleGarbageCollection } from "./IdleGarbageCollection.ts"
import { layerExposure, layerListener, publicUrlsOf } from "./Listener.ts"
import {
  layerAccessLog,
  layerPorts,
  layerReadiness,
  mailDirectory,
  serverPatience
} from "./Runtime.ts"
import { Serving } from "./Serving.ts"
import { layerMetricsText } from "./workers/WorkerMetrics.ts"
import { announce } from "./workers/Workers.ts"

/** By default the public address is the one of the socket, known only now with `PORT=0`. */
const layerPublicUrls = (config: ServerConfig) =>
  Layer.effect(
    PublicUrls,
    Effect.map(HttpServer.HttpServer, ({ address }) => {
      const { own: _, ...urls } = publicUrlsOf(config, HttpServer.formatAddress(address))
      return urls
    })
  )

/** No warning on loopback: only the operator can use the test processor there. */
const cautionOf = (config: ServerConfig): string | null => {
  const { name } = config.processor
  const caution = processorCautions[name]
  return caution === null || withoutDefaultProcessor(config).length === 0
    ? null
    : `PROCESSOR is ${name}: ${caution}, without money`
}

const layerFacts = (config: ServerConfig) =>
  Layer.effect(
    Serving,
    Effect.gen(function* () {
      const { baseUrl } = yield* PublicUrls
      const database = config.databaseUrl === undefined ? "embedded" : "postgresql"
      const mail = config.smtpUrl === undefined ? "files" : "smtp"
      const firstStart = database === "embedded" ? yield* firstWorkspace : null
      const { name: processor } = config.processor
      const caution = cautionOf(config)
      for (const warning of [caution, senderCaution(config)]) {
        if (warning !== null) yield* Effect.logWarning(warning)
      }
      if (!config.databasePrepare) yield* warnWithoutTimeouts
      const { address } = yield* HttpServer.HttpServer
      // This layer is built last and ends first: /readyz is 503 before the socket closes, for as
      // long as a balancer needs. An embedded database has no balancer.
      const { drain } = yield* Readiness
      yield* Effect.addFinalizer(() =>
        config.databaseUrl === undefined ? drain : Effect.andThen(drain, Effect.sleep("1 second"))
      )
      return {
        url: baseUrl,
        listening: HttpServer.formatAddress(address),
        database,
        mail,
        processor,
        docs: `${baseUrl}/docs`,
        firstStart
      }
    })
  )

/**
 * Pages show mails only if mails are files and only this machine can connect: a proxy, which a
 * public address implies, would show them to everyone.
 */
const layerPages = (config: ServerConfig) =>
  config.databaseUrl === undefined &&
  config.smtpUrl === undefined &&
  config.baseUrl === undefined &&
  !config.trustProxy &&
  isLoopback(config.host)
    ? Layer.merge(
        layerWeb,
        layerDevMailPage.pipe(Layer.provide(MailFolderFiles(mailDirectory(config))))
      )
    : layerWeb

/** Concurrent mails share transactions; more of them would slow requests down. */
const mailsAtOnce = 8

type Ports = Layer.Success<ReturnType<typeof layerPorts>>

const layerServingOn = <E, E2>(
  config: ServerConfig,
  ports: Layer.Layer<Ports, E>,
  routes: Layer.Layer<
    never,
    E2,
    HttpRouter.HttpRouter | Layer.Success<typeof layerApplication> | Ports
  >
) =>
  layerFacts(config).pipe(
    Layer.provideMerge(layerFastPath),
    Layer.provideMerge(
      HttpRouter.serve(
        Layer.mergeAll(layerHttp.pipe(Layer.provide(layerErrorPage)), layerPages(config), routes),
        {
          disableLogger: true,
          disableListenLog: true,
          routerConfig
        }
      )
    ),
    Layer.provide(Layer.succeed(WarnsOfSimulation, cautionOf(config) !== null)),
    // Shared by the fast path and the endpoints.
    Layer.provide(ResponseCache.layer),
    Layer.provide(Layer.merge(layerNoFrameworkSpan, layerBodyLimit)),
    Layer.provide(layerClientAddress(config.trustProxy)),
    Layer.provide(layerControl(config)),
    Layer.provide(layerMailWorkers(mailsAtOnce)),
    Layer.provide(layerPeriodicJobs),
    Layer.provide(layerWebhookWorkers),
    Layer.provide(layerMetricsText),
    Layer.provide(layerApplication),
    Layer.provide(
      Layer.merge(
        layerExposure(config),
        Layer.succeed(OffersSampleData, config.databaseUrl === undefined)
      )
    ),
    Layer.provide(layerAccessLog(config)),
    Layer.provide(layerPublicUrls(config)),
    Layer.provide(layerListener(config)),
    Layer.provide(layerOperationMetrics),
    Layer.provide(NodeHttpServer.layerHttpServices),
    Layer.provide(layerReadiness),
    Layer.provide(ports)
  )

/** A server inside another program. */
export const layerServing = (config: ServerConfig) =>
  layerServingOn(config, layerPorts(config, serverPatience), Layer.empty)

/** A server in its own process: it announces itself and collects garbage when idle. */
const inOwnProcess = <E, R>(serving: Layer.Layer<Serving, E, R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { firstStart, ...facts } = yield* Serving
      if (firstStart !== null) yield* printFirstStart(firstStart, facts.url)
      if (facts.database === "embedded") {
        yield* Console.log(
          "Embedded database: for trying out, development and small single-machine use. It " +
            "survives " +
            "a killed process, not a power cut. Set DATABASE_URL for a PostgreSQL server."
        )
      }
      yield* announce({ ...facts, pid: process.pid })
      yield* Effect.forkScoped(idleGarbageCollection)
    })
  ).pipe(Layer.provide(serving))

export const layerServerOn = <E, E2>(...parts: Parameters<typeof layerServingOn<E, E2>>) =>
  inOwnProcess(layerServingOn(...parts))

export const layerServer = (config: ServerConfig) => inOwnProcess(layerServing(config))
