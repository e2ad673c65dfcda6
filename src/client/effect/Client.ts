/**
 * The typed client on Effect, derived from the Api with wire types: every endpoint with payload,
 * answer and errors. It needs an HttpClient and contains no server code.
 */
import { Effect, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Authentication } from "../../api/endpoint/Middleware.ts"
import { WireApi } from "../../api/WireApi.ts"
import type { Credential } from "../promise/Transport.ts"
import type { RetryOptions } from "../RetryRule.ts"
import { noteAnswer, withCallHeaders, withCalls } from "./Calls.ts"
import { withTokens } from "./WithTokens.ts"

interface Settings {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  /**
   * Which failed attempts are retried: reads and POSTs after no answer, 408 or 5xx, and every
   * request after 429. `false` retries none.
   */
  readonly retries?: RetryOptions | false
}

/** With a key, or with tokens that renew themselves (`createTokens`). */
export type ClientOptions = Settings &
  (
    | { readonly apiKey: string | Redacted.Redacted; readonly tokens?: never }
    | { readonly tokens: Credential; readonly apiKey?: never }
  )

type WireClient = HttpApiClient.ForApi<typeof WireApi>
type GetInvoice = WireClient["invoices"]["get"]

/** The current invoice needs no query: callers from before `at` existed still compile. */
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

interface InvoiceQuery {
  readonly params: { readonly id: string }
  readonly query: { readonly at?: string }
}
function withoutQuery(get: GetInvoice): GetInvoice & GetInvoiceNow
function withoutQuery(get: (request: InvoiceQuery) => unknown): unknown {
  return (request: Omit<InvoiceQuery, "query">) => get({ query: {}, ...request })
}

const completed = (client: WireClient): RetainerClient => ({
  ...client,
  invoices: { ...client.invoices, get: withoutQuery(client.invoices.get) }
})

/**
 * A client for one server and one API key: `client.invoices.create({ payload })`. A call fails with
 * a class of `api/errors/ErrorEnvelope.ts`, or with an HttpClientError if no answer came.
 */
export const makeClient = ({ baseUrl, retries = {}, apiKey, tokens }: ClientOptions) =>
  HttpApiClient.make(WireApi, { baseUrl, transformClient: HttpClient.tap(noteAnswer) }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Authentication, ({ next, request }) =>
        Effect.flatMap(withCallHeaders(request), (keyed) =>
          tokens === undefined
            ? next(HttpClientRequest.bearerToken(keyed, apiKey))
            : withTokens(keyed, tokens, next)
        )
      )
    ),
    Effect.map((client) => completed(withCalls(client, retries)))
  ) satisfies Effect.Effect<RetainerClient, never, HttpClient.HttpClient>
