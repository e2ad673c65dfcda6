/** What `retainer/api` is: the contract as a value, for clients, documents and servers of one's own. */
export { Api } from "./api/Api.ts"
export {
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
} from "./api/ErrorEnvelope.ts"
export { Authentication } from "./api/Middleware.ts"
export { WireApi } from "./api/WireApi.ts"
