/** Signs requests of the Effect client with tokens that renew themselves, once more where one was refused. */
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
  // The renewal repeats what can be repeated itself, so this is no failure of the connection.
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
