/**
 * The typed client, derived from the same Api value that the server implements: every endpoint with
 * its payload, answer and errors. Holds no server code and runs wherever an HttpClient does.
 */
import { Effect, type Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./api/Api.ts"
import { Authentication } from "./api/Middleware.ts"

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
export { ClientId, InvoiceId, ProjectId, UserId } from "./domain/Ids.ts"

export interface ClientOptions {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | Redacted.Redacted
}

export type RetainerClient = HttpApiClient.ForApi<typeof Api>

/**
 * A client for one server and one API key: `client.invoices.create({ payload })`. A failed call fails
 * with an instance of the error classes above, told apart by `_tag`, or with an HttpClientError where
 * no answer came.
 */
export const makeClient = ({ baseUrl, apiKey }: ClientOptions) =>
  HttpApiClient.make(Api, { baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Authentication, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, apiKey))
      )
    )
  ) satisfies Effect.Effect<RetainerClient, never, HttpClient.HttpClient>
