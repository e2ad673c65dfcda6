/** What a person's browser is shown where no page answered: the pages know how, the edge knows when. */
import { Context } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

export class ErrorPage extends Context.Service<
  ErrorPage,
  (
    request: HttpServerRequest.HttpServerRequest,
    refusal: {
      readonly status: number
      readonly message: string
      /** How our log names the request. */
      readonly requestId: string
      readonly retryAfterSeconds: number | undefined
    }
  ) => HttpServerResponse.HttpServerResponse
>()("retainer/api/ErrorPage") {}
