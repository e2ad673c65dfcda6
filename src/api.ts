/** The entry `retainer/api`: the contract as a value, for own clients, documents and servers. */
export { Api } from "./api/Api.ts"
export { Authentication } from "./api/endpoint/Middleware.ts"
export {
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
} from "./api/errors/ErrorEnvelope.ts"
export { WireApi } from "./api/WireApi.ts"
