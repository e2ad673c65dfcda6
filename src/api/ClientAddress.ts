/** The address that a request came from, as far as it can be known; what per-address limits count. */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"

export class ClientAddress extends Context.Service<
  ClientAddress,
  (request: HttpServerRequest.HttpServerRequest) => string
>()("retainer/api/ClientAddress") {}
