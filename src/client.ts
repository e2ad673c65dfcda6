/**
 * What others build on: the typed client, from the same Api value that the server implements. Holds no
 * server code and runs in browsers too. Its parts lie in client/.
 */
export {
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
} from "./api/ErrorEnvelope.ts"
export type { FieldRefused, InvoiceAllowed, InvoiceRefused } from "./api/ErrorMessage.ts"
export { withIdempotencyKey, withIfMatch } from "./client/Calls.ts"
export { type ClientOptions, makeClient, type RetainerClient } from "./client/Client.ts"
export { createRetainer, type RetainerOptions } from "./client/CreateRetainer.ts"
export type { Retainer } from "./client/Face.ts"
export {
  RetainerBadRequest,
  RetainerError,
  RetainerForbidden,
  RetainerNotFound,
  RetainerRateLimited,
  RetainerServerFailed,
  RetainerTimedOut,
  RetainerUnanswered,
  RetainerUnauthorized,
  RetainerUnprocessable
} from "./client/Failures.ts"
export type { List } from "./client/List.ts"
export {
  createOAuth,
  type OAuth,
  type OAuthOptions,
  type SignInBegun,
  SignInRefused,
  type Tokens
} from "./client/OAuth.ts"
export { paginate } from "./client/Paginate.ts"
export {
  type ReceivedEvent,
  type ReceivedWebhook,
  receiveWebhook,
  signedHeaders,
  WebhookRefused
} from "./client/ReceiveWebhook.ts"
export type { RetryOptions } from "./client/RetryRule.ts"
export { createTokens, type TokensOptions } from "./client/Tokens.ts"
export type { CallOptions, Credential } from "./client/Transport.ts"
export { verifyWebhook, WebhookEvent } from "./client/Webhooks.ts"
export { CalendarDate } from "./domain/CalendarDate.ts"
export { CountryCode } from "./domain/Country.ts"
export { CurrencyCode } from "./domain/Currency.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
export { ClientId, InvoiceId, ProjectId, UserId } from "./domain/Ids.ts"
