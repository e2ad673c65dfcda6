/**
 * OAuth endpoints for standard clients, with RFC 6749 §5.2 bodies: token, revocation (RFC 7009) and
 * the metadata with their addresses (RFC 8414).
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ClientAddress } from "../../api/endpoint/ClientAddress.ts"
import { type Busy, onBusy } from "../../app/AdmissionControl.ts"
import { OAuthTokens } from "../../app/oauth/OAuthTokens.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { type LimitExceeded, RateLimits } from "../../app/ports/RateLimits.ts"
import { scopes } from "../../domain/access/Scope.ts"
import type { OAuthRefused } from "../../domain/oauth/OAuth.ts"
import { grantTypes } from "../../domain/oauth/TokenRequest.ts"
import { tokenBody } from "./OAuthHandlers.ts"
import { basicChallenge, readOAuthRequest } from "./OAuthRequest.ts"

const noStore = { "cache-control": "no-store", pragma: "no-cache" }

const refusal = ({ code, description }: OAuthRefused) =>
  HttpServerResponse.jsonUnsafe(
    { error: code, error_description: description },
    code === "invalid_client"
      ? { status: 401, headers: { ...noStore, "www-authenticate": basicChallenge } }
      : { status: 400, headers: noStore }
  )

const tooMany = ({ retryAfterSeconds }: LimitExceeded | Busy) =>
  HttpServerResponse.jsonUnsafe(
    { error: "temporarily_unavailable", error_description: "too many requests" },
    { status: 429, headers: { ...noStore, "retry-after": String(retryAfterSeconds) } }
  )

const metadata = (issuer: string, documentation: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: grantTypes,
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  service_documentation: documentation
})

export const layerOAuthEndpoints = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const tokens = yield* OAuthTokens
    const limits = yield* RateLimits
    const addressOf = yield* ClientAddress
    const { authUrl, baseUrl } = yield* PublicUrls

    const limited = (
      work: (
        request: HttpServerRequest.HttpServerRequest
      ) => Effect.Effect<HttpServerResponse.HttpServerResponse, OAuthRefused>
    ) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* limits.takeTry("token", addressOf(request))
        return yield* work(request)
      }).pipe(
        onBusy((busy) => Effect.succeed(tooMany(busy))),
        Effect.catchTags({
          OAuthRefused: (error) => Effect.succeed(refusal(error)),
          LimitExceeded: (error) => Effect.succeed(tooMany(error))
        })
      )

    yield* router.add(
      "POST",
      "/oauth/token",
      limited((request) =>
        readOAuthRequest(request).pipe(
          Effect.flatMap(({ given, basic }) => tokens.exchange(given, basic)),
          Effect.map((answer) =>
            HttpServerResponse.jsonUnsafe(tokenBody(answer), { headers: noStore })
          )
        )
      )
    )
    yield* router.add(
      "POST",
      "/oauth/revoke",
      limited((request) =>
        readOAuthRequest(request).pipe(
          Effect.flatMap(({ given, basic }) => tokens.revoke(given, basic)),
          // Clients ignore the body (RFC 7009 §2.2), but some insist on JSON.
          Effect.map(() => HttpServerResponse.jsonUnsafe({}, { headers: noStore }))
        )
      )
    )
    yield* router.add(
      "GET",
      "/.well-known/oauth-authorization-server",
      HttpServerResponse.jsonUnsafe(metadata(authUrl, `${baseUrl}/docs`), {
        headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" }
      })
    )
  })
)
