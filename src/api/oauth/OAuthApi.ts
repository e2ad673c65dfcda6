/**
 * The token endpoint under `/v1` (docs/spec.md §5.2), with errors in the envelope; the message
 * begins with the code of RFC 6749. The same endpoint with that RFC's own error bodies is
 * `{auth_url}/oauth/token`.
 */
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Count } from "../../domain/Numbers.ts"
import {
  AuthorizationCodeForm,
  ClientForm,
  grantTypes,
  RefreshTokenForm
} from "../../domain/oauth/TokenRequest.ts"
import { group, unauthenticated } from "../endpoint/Endpoint.ts"
import {
  BadRequestResponse,
  RateLimitedResponse,
  UnauthorizedResponse
} from "../errors/ErrorEnvelope.ts"

/** The union of all forms; each grant type requires its own fields. */
const optional = Struct.map(Schema.optionalKey)

export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literals(grantTypes),
  ...AuthorizationCodeForm.mapFields(optional).fields,
  ...RefreshTokenForm.mapFields(optional).fields,
  ...ClientForm.fields
}).annotate({ identifier: "TokenRequest" })

const TokenResponse = Schema.Struct({
  access_token: Schema.String.annotate({ secret: true }),
  token_type: Schema.Literal("Bearer"),
  expires_in: Count.annotate({ description: "Seconds" }),
  refresh_token: Schema.String.annotate({ secret: true }),
  scope: Schema.String.annotate({ description: "Granted scopes, separated by spaces" })
}).annotate({ identifier: "TokenResponse" })

export class OAuthApi extends group(
  "oauth",
  "OAuth 2.0, for apps that act for a user.",
  unauthenticated(
    HttpApiEndpoint.post("token", "/oauth/token", {
      payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
      success: HttpApiSchema.WithHeaders(TokenResponse, { "cache-control": Schema.String }),
      error: [BadRequestResponse, UnauthorizedResponse, RateLimitedResponse]
    }),
    {
      because:
        "a credential comes from here; a code or a refresh token works once, so repeats do nothing",
      summary: "Exchange a code, or a refresh token, for tokens",
      description:
        "Client authentication by client_secret in the body or by HTTP Basic. Needs no scope."
    }
  )
) {}
