/** Signs requests with tokens that renew themselves, and retries a refused request once. */
import { Effect } from "effect"
import { HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { Credential } from "../promise/Transport.ts"

type Send = (
  request: HttpClientRequest.HttpClientRequest
) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

export const withTokens = (
  request: HttpClientRequest.HttpClientRequest,
  { current, renewed }: Credential,
  next: Send
): ReturnType<Send> => {
  // An EncodeError is not retried: the renewal has its own retries.
  const token = (ask: () => Promise<string>) =>
    Effect.tryPromise({
      try: ask,
      catch: (cause) =>
        new HttpClientError.HttpClientError({
          reason: new HttpClientError.EncodeError({
            request,
            cause,
            description: "The tokens could not be renewed"
          })
        })
    })
  const signed = (bearer: string) => next(HttpClientRequest.bearerToken(request, bearer))
  return Effect.flatMap(token(current), (bearer) =>
    Effect.flatMap(signed(bearer), (answer) =>
      answer.status === 401
        ? Effect.flatMap(
            token(() => renewed(bearer)),
            (other) => (other === bearer ? Effect.succeed(answer) : signed(other))
          )
        : Effect.succeed(answer)
    )
  )
}
