/** Handler of the token endpoint under `/v1`: OAuth errors in the envelope. */
import { Effect, Redacted } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { ClientAddress } from "../../api/endpoint/ClientAddress.ts"
import { BadRequest, Unauthorized } from "../../api/errors/ErrorEnvelope.ts"
import { OAuthTokens } from "../../app/oauth/OAuthTokens.ts"
import type { TokenAnswer } from "../../app/oauth/TokenFamily.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import type { OAuthRefused } from "../../domain/oauth/OAuth.ts"
import { rateLimited } from "../edge/Access.ts"
import { basicChallenge, readOAuthRequest } from "./OAuthRequest.ts"

/** The token response of docs/spec.md §5.2. */
export const tokenBody = ({ accessToken, refreshToken, expiresIn, scopes }: TokenAnswer) => ({
  access_token: Redacted.value(accessToken),
  token_type: "Bearer" as const,
  expires_in: expiresIn,
  refresh_token: Redacted.value(refreshToken),
  scope: scopes.join(" ")
})

const wireErrorOf = ({ code, message }: OAuthRefused) =>
  code === "invalid_client"
    ? new Unauthorized({ message, challenge: basicChallenge })
    : new BadRequest({ message })

export const layerOAuthHandlers = HttpApiBuilder.group(
  Api,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* OAuthTokens
    const limits = yield* RateLimits
    const addressOf = yield* ClientAddress
    return handlers.handleRaw(
      "token",
      Effect.fnUntraced(function* ({ request }) {
        yield* Effect.mapError(limits.takeTry("token", addressOf(request)), rateLimited)
        const answer = yield* Effect.mapError(
          Effect.flatMap(readOAuthRequest(request), ({ given, basic }) =>
            tokens.exchange(given, basic)
          ),
          wireErrorOf
        )
        return HttpApiSchema.withHeaders({
          body: tokenBody(answer),
          headers: { "cache-control": "no-store" }
        })
      })
    )
  })
)
