/**
 * The entry `retainer/client`: the typed clients. They contain no server code and run in browsers.
 */
export {
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
} from "./api/errors/ErrorEnvelope.ts"
export type { FieldRefused, InvoiceAllowed, InvoiceRefused } from "./api/errors/ErrorMessage.ts"
export { withDryRun, withIdempotencyKey, withIfMatch } from "./client/effect/Calls.ts"
export { type ClientOptions, makeClient, type RetainerClient } from "./client/effect/Client.ts"
export { paginate } from "./client/effect/Paginate.ts"
export { verifyWebhook, WebhookEvent } from "./client/effect/Webhooks.ts"
export { createRetainer, type RetainerOptions } from "./client/promise/CreateRetainer.ts"
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
} from "./client/promise/Errors.ts"
export type { List } from "./client/promise/List.ts"
export {
  createOAuth,
  type OAuth,
  type OAuthOptions,
  SignInRefused,
  /** @deprecated Use `StartedSignIn`. */
  type StartedSignIn as SignInBegun,
  type StartedSignIn,
  type Tokens
} from "./client/promise/OAuth.ts"
export {
  type ReceivedEvent,
  type ReceivedWebhook,
  receiveWebhook,
  signedHeaders,
  WebhookRefused
} from "./client/promise/ReceiveWebhook.ts"
export type { Rehearsed, Retainer } from "./client/promise/RetainerTypes.ts"
export { createTokens, type TokensOptions } from "./client/promise/Tokens.ts"
export type { CallOptions, Credential, DryRunOptions } from "./client/promise/Transport.ts"
export type { RetryOptions } from "./client/RetryRule.ts"
export { CountryCode } from "./domain/address/Country.ts"
export { WebhookUnverified } from "./domain/events/WebhookSignature.ts"
export { ClientId, InvoiceId, ProjectId, UserId } from "./domain/Ids.ts"
export { CurrencyCode } from "./domain/money/Currency.ts"
export { CalendarDate } from "./domain/time/CalendarDate.ts"
