/**
 * The typed client on Effect, derived from the same Api value that the server implements, in the words of
 * the wire: every endpoint with its payload, answer and errors. Holds no server code and runs wherever an
 * HttpClient does.
 */
import { Effect, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Authentication } from "../../api/endpoint/Middleware.ts"
import { WireApi } from "../../api/WireApi.ts"
import type { Credential } from "../promise/Transport.ts"
import type { RetryOptions } from "../RetryRule.ts"
import { noteRequestId, withCallHeaders, withCalls } from "./Calls.ts"
import { withTokens } from "./WithTokens.ts"

interface Settings {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  /**
   * Which failed tries are repeated: a read or a POST after no answer, 408 or 5xx, and anything after 429.
   * `false` leaves every answer to the caller.
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
 * with an instance of the classes of `api/errors/ErrorEnvelope.ts`, told apart by `_tag`, or with an
 * HttpClientError where no answer came.
 */
export const makeClient = ({ baseUrl, retries = {}, apiKey, tokens }: ClientOptions) =>
  HttpApiClient.make(WireApi, { baseUrl, transformClient: HttpClient.tap(noteRequestId) }).pipe(
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
