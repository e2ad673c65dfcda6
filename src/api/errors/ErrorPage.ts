/** Renders an error as a page for browsers: `web` provides it, and the edge of `http` calls it. */
import { Context } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

export class ErrorPage extends Context.Service<
  ErrorPage,
  (
    request: HttpServerRequest.HttpServerRequest,
    refusal: {
      readonly status: number
      readonly message: string
      readonly requestId: string
      readonly retryAfterSeconds?: number | undefined
      /** The cell to which the workspace moved; null if it was not named. */
      readonly movedTo?: string | null
    }
  ) => HttpServerResponse.HttpServerResponse
>()("retainer/api/ErrorPage") {}

/**
 * The page of an answer of the router of several cells: 401 for a link of none of them, 429, or 500
 * if one is down, which may be tried again after so many seconds.
 */
export type RouterErrorPage = (
  headers: Readonly<Record<string, string | undefined>>,
  status: number,
  retryAfterSeconds: number
) => HttpServerResponse.HttpServerResponse
