/**
 * The whole API in memory, for people who test against Retainer: real routing, decoding, use cases
 * and errors on the in-memory ports, under whatever Clock the test runs. Nothing listens.
 */
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import {
  FetchHttpClient,
  HttpEffect,
  HttpRouter,
  HttpServer,
  type HttpServerRequest
} from "effect/http"
import { layerApplication } from "../app/Application.ts"
import { layerMailWorkers } from "../app/delivery/MailWorkers.ts"
import { WebhookDispatch } from "../app/events/webhooks/WebhookDispatch.ts"
import { Files } from "../app/files/Files.ts"
import { Reminders } from "../app/invoices/reminders/Reminders.ts"
import { PeriodicJobs } from "../app/PeriodicJobs.ts"
import { Checkouts } from "../app/payments/Checkouts.ts"
import type { NothingToPay } from "../app/payments/links/PayableLink.ts"
import type { Simulation } from "../app/payments/SimulatePayment.ts"
import { ApiKeys } from "../app/people/ApiKeys.ts"
import type { PaymentProcessor } from "../app/ports/payments/PaymentProcessor.ts"
import type { CreatedWorkspace } from "../app/workspaces/CreateWorkspace.ts"
import { Exports } from "../app/workspaces/Exports.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { makeClient, type RetainerClient } from "../client.ts"
import type { Scope as ApiScope } from "../domain/access/Scope.ts"
import type { InvoiceNotFound } from "../domain/invoices/InvoiceErrors.ts"
import { CurrencyCode } from "../domain/money/Currency.ts"
import type { Plan } from "../domain/workspaces/Workspace.ts"
import { ResponseCache } from "../http/cache/ResponseCache.ts"
import { routerConfig } from "../http/edge/DirectReads.ts"
import { layerClientAddress } from "../http/edge/RequestContext.ts"
import { Exposure } from "../http/edge/Transport.ts"
import { layerBodyLimit, layerHttp } from "../http/Http.ts"
import { Readiness } from "../http/server/Health.ts"
import { ProcessorTest } from "../infra/payments/ProcessorTest.ts"
import { RateLimitsLocal } from "../infra/ratelimit/RateLimitsBucket.ts"
import { layerErrorPage } from "../web/ErrorPages.ts"
import { layerWeb } from "../web/Web.ts"
import { layerMemoryPorts } from "./MemoryPorts.ts"

export interface WorkspaceOptions {
  readonly name?: string
  readonly currency?: string
  readonly timeZone?: string
  readonly plan?: Plan
  readonly ownerEmail?: string
  /** Days after the due date, negative before it. */
  readonly reminderDays?: ReadonlyArray<number>
}

/** The password of every owner here. */
export const ownerPassword = "a password of tests"

export class RetainerMemory extends Context.Service<
  RetainerMemory,
  {
    /** A workspace with an owner and an API key that has every scope. */
    readonly workspace: (options?: WorkspaceOptions) => Effect.Effect<CreatedWorkspace>
    readonly apiKey: (
      workspace: CreatedWorkspace,
      scopes: ReadonlyArray<ApiScope>
    ) => Effect.Effect<Redacted.Redacted>
    /** The typed client, signed in with the key. */
    readonly client: (apiKey: Redacted.Redacted) => Effect.Effect<RetainerClient>
    /** Delivers every webhook that is due, as a server's worker does in the background. */
    readonly deliverWebhooks: Effect.Effect<void>
    /**
     * Runs the periodic jobs of a server: overdue invoices, reminders, exports, bytes without a
     * file.
     */
    readonly sweep: Effect.Effect<void>
    /** Pays on the built-in processor's page; false if the card was declined. */
    readonly pay: (
      processorPaymentUrl: string,
      how: Simulation
    ) => Effect.Effect<boolean, InvoiceNotFound | NothingToPay>
    /** The bare web handler, for requests that no client would send. */
    readonly fetch: (request: Request) => Promise<Response>
  }
>()("retainer/testing/RetainerMemory") {}

export const memoryBaseUrl = "http://retainer.test"
const baseUrl = memoryBaseUrl

const make = Effect.gen(function* () {
  const workspaces = yield* Workspaces
  const keys = yield* ApiKeys
  const routes = yield* HttpRouter.toHttpEffect(
    Layer.mergeAll(layerHttp.pipe(Layer.provide(layerErrorPage)), layerWeb)
  ).pipe(Effect.provideService(HttpRouter.RouterConfig, routerConfig))
  // The Clock of the test is in this context, so requests live in the test's time.
  const context = yield* Effect.context<never>()
  const handle = HttpEffect.toWebHandlerWith<
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >(context)(routes)
  const fetch = (request: Request): Promise<Response> => handle(request)
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(
      Layer.succeed(FetchHttpClient.Fetch, (input, init) => fetch(new Request(input, init)))
    )
  )
  const jobs = yield* PeriodicJobs
  const reminders = yield* Reminders
  const webhooks = yield* WebhookDispatch
  const files = yield* Files
  const exports = yield* Exports
  const checkouts = yield* Checkouts
  return RetainerMemory.of({
    fetch,
    sweep: Effect.all([jobs.markOverdue, reminders.remindDue, exports.makeDue, files.removeDue], {
      discard: true
    }),
    deliverWebhooks: Effect.flatMap(webhooks.claim(100), (claimed) =>
      Effect.forEach(claimed, webhooks.work, { discard: true })
    ),
    pay: (url, how) =>
      checkouts
        .simulate(url.slice(url.lastIndexOf("/") + 1), how)
        // Only a payer who saw an amount is told that it has changed.
        .pipe(Effect.catchTag("BalanceChanged", Effect.die)),
    workspace: Effect.fnUntraced(function* ({
      name = "Test Agency",
      currency = "USD",
      timeZone = "UTC",
      plan = "scale",
      ownerEmail = "owner@agency.example",
      reminderDays
    }: WorkspaceOptions = {}) {
      const created = yield* Effect.orDie(
        workspaces.create({
          name,
          plan,
          currency: CurrencyCode.make(currency),
          timeZone,
          ownerName: "Olga Owner",
          ownerEmail,
          ownerPassword: Redacted.make(ownerPassword)
        })
      )
      if (reminderDays === undefined) return created
      const changed = yield* Effect.orDie(workspaces.update(created.workspace.id, { reminderDays }))
      return { ...created, workspace: changed ?? created.workspace }
    }),
    apiKey: ({ workspace }, scopes) =>
      Effect.map(
        Effect.orDie(keys.create(workspace.id, "Test key", scopes)),
        ({ secret }) => secret
      ),
    // Without repeats: a test sees every answer, and its clock does not go on by itself.
    client: (apiKey) => Effect.provide(makeClient({ baseUrl, apiKey, retries: false }), http)
  })
})

const layerAlwaysReady = Layer.succeed(Readiness, {
  isReady: Effect.succeed(true),
  drain: Effect.void,
  isDraining: Effect.succeed(false),
  drained: Effect.never
})

export type MemoryPorts = Layer.Success<typeof layerMemoryPorts>

const layerOn = <E>(ports: Layer.Layer<MemoryPorts, E>) =>
  Layer.effect(RetainerMemory, make).pipe(
    Layer.provide(ResponseCache.layer),
    Layer.provide(HttpServer.layerServices),
    Layer.provide(layerBodyLimit),
    // A test says by X-Forwarded-For where a request comes from.
    Layer.provide(layerClientAddress(true)),
    Layer.provide(
      Layer.succeed(Exposure, {
        isTls: false,
        trustProxy: false,
        baseUrl,
        corsOrigins: [],
        metricsToken: undefined
      })
    ),
    Layer.provide(layerAlwaysReady),
    Layer.provide(layerMailWorkers(1)),
    Layer.provideMerge(layerApplication),
    Layer.provideMerge(ports)
  )

/**
 * The app, the use cases behind it, its Inbox and its MemoryStore. Mails are delivered by workers.
 */
export const layerRetainerMemoryOn = <E = never>(
  processor: Layer.Layer<PaymentProcessor>,
  /** Storages other than memory take the place of those. */
  ports: Layer.Layer<MemoryPorts, E> = layerMemoryPorts
) => layerOn(Layer.mergeAll(ports, RateLimitsLocal, processor))

/** With the built-in processor. Nothing outside the process is needed. */
export const layerRetainerMemory = layerRetainerMemoryOn(ProcessorTest)

/**
 * The same with Layers of your own in place of those in memory, each for the ports that it has: a
 * `Mailer`, a `PaymentProcessor`, a `SecureRandom`.
 */
export const layerRetainerMemoryWith = <A extends MemoryPorts, E>(fakes: Layer.Layer<A, E>) =>
  layerOn(Layer.mergeAll(layerMemoryPorts, RateLimitsLocal, ProcessorTest, fakes))
