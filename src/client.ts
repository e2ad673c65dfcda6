/**
 * The typed client, derived from the same Api value that the server implements, in the words of the wire: every endpoint with
 * its payload, answer and errors. Holds no server code and runs wherever an HttpClient does.
 */
import { Context, Effect, Redacted, Schema } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Authentication } from "./api/Middleware.ts"
import { WireApi } from "./api/WireApi.ts"
import { EventResource, EventType } from "./domain/events/Event.ts"
import { verifyWebhookSignature, type WebhookHeaders } from "./domain/events/WebhookSignature.ts"
import { shape } from "./domain/Resource.ts"

export {
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
} from "./api/ErrorEnvelope.ts"
export { CalendarDate } from "./domain/CalendarDate.ts"
export { CountryCode } from "./domain/Country.ts"
export { CurrencyCode } from "./domain/Currency.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
export { ClientId, InvoiceId, ProjectId, UserId } from "./domain/Ids.ts"

export interface ClientOptions {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | Redacted.Redacted
}

const IdempotencyKey = Context.Reference<string | null>("retainer/client/IdempotencyKey", {
  defaultValue: () => null
})

/**
 * Calls with an `Idempotency-Key`: a POST that is repeated under the same key within 24 hours, because
 * its answer was lost, is done once and answered alike.
 */
export const withIdempotencyKey =
  (key: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(call, IdempotencyKey, key)

type WireClient = HttpApiClient.ForApi<typeof WireApi>
type GetInvoice = WireClient["invoices"]["get"]

/** An invoice as it is now is asked for without a query, as before there was one. */
const getNow =
  ({ invoices }: WireClient) =>
  (request: { readonly params: { readonly id: string } }) =>
    invoices.get({ ...request, query: {} })
type GetInvoiceNow = ReturnType<typeof getNow>

export type RetainerClient = Omit<WireClient, "invoices"> & {
  readonly invoices: Omit<WireClient["invoices"], "get"> & {
    readonly get: GetInvoice & GetInvoiceNow
  }
}

interface InvoiceAsked {
  readonly params: { readonly id: string }
  readonly query: { readonly at?: string }
}
function withoutQuery(get: GetInvoice): GetInvoice & GetInvoiceNow
function withoutQuery(get: (request: InvoiceAsked) => unknown): unknown {
  return (request: Omit<InvoiceAsked, "query">) => get({ query: {}, ...request })
}

const completed = (client: WireClient): RetainerClient => ({
  ...client,
  invoices: { ...client.invoices, get: withoutQuery(client.invoices.get) }
})

/**
 * A client for one server and one API key: `client.invoices.create({ payload })`. A failed call fails
 * with an instance of the error classes above, told apart by `_tag`, or with an HttpClientError where
 * no answer came.
 */
export const makeClient = ({ baseUrl, apiKey }: ClientOptions) =>
  HttpApiClient.make(WireApi, { baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Authentication, ({ next, request }) =>
        Effect.flatMap(IdempotencyKey, (key) => {
          const signed = HttpClientRequest.bearerToken(request, apiKey)
          return next(
            key === null ? signed : HttpClientRequest.setHeader(signed, "idempotency-key", key)
          )
        })
      )
    ),
    Effect.map(completed)
  ) satisfies Effect.Effect<RetainerClient, never, HttpClient.HttpClient>

/** What a webhook brings: an event, or the test of an endpoint (`webhook.test`, sequence 0). */
export const WebhookEvent = Schema.toEncoded(
  shape({
    ...EventResource.fields,
    // A test has none, and a message that waits since an earlier version.
    previousHash: Schema.optionalKey(EventResource.fields.previousHash),
    hash: Schema.optionalKey(EventResource.fields.hash),
    type: Schema.Union([EventType, Schema.Literal("webhook.test")])
  })
)
export type WebhookEvent = typeof WebhookEvent.Type

/**
 * The event of a webhook that is genuine: signed with the endpoint's secret (`whsec_…`) within the last
 * five minutes. `body` is the text exactly as it came; fails with WebhookUnverified, or a SchemaError
 * where the body is no event of this version.
 */
export const verifyWebhook = Effect.fnUntraced(function* (
  secret: string | Redacted.Redacted,
  headers: WebhookHeaders,
  body: string
) {
  const key = Redacted.isRedacted(secret) ? secret : Redacted.make(secret)
  yield* verifyWebhookSignature(key, headers, body)
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(WebhookEvent))(body)
})
