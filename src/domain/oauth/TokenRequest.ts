/**
 * Forms of the token and revocation endpoints, one for each grant type (RFC 6749 §4.1.3, §6),
 * declared once for the contract and the decoder. Values are texts, interpreted after the app has
 * authenticated.
 */
import { Result, Schema, SchemaIssue } from "effect"
import { type OAuthRefused, type Parameters, refused } from "./OAuth.ts"

export const grantTypes = ["authorization_code", "refresh_token"] as const
export type GrantType = (typeof grantTypes)[number]

const text = (description: string) => Schema.String.annotate({ description })

export const AuthorizationCodeForm = Schema.Struct({
  code: text("The code of the redirect; for authorization_code"),
  redirect_uri: text("As it was in the authorization request; for authorization_code"),
  code_verifier: Schema.optionalKey(
    text("Where the authorization request had a code_challenge (RFC 7636)")
  )
})
export type AuthorizationCodeForm = typeof AuthorizationCodeForm.Type

export const RefreshTokenForm = Schema.Struct({
  refresh_token: text("For refresh_token; each works once and is replaced"),
  scope: Schema.optionalKey(text("For refresh_token: fewer scopes than were granted"))
})
export type RefreshTokenForm = typeof RefreshTokenForm.Type

/** Client credentials, for every grant type. */
export const ClientForm = Schema.Struct({
  client_id: Schema.optionalKey(text("Unless the client authenticates by HTTP Basic")),
  client_secret: Schema.optionalKey(text("Unless the client authenticates by HTTP Basic"))
})

/** RFC 7009 §2.1; the prefix of a token is its kind, so token_type_hint is not needed. */
export const RevocationForm = Schema.Struct({ token: Schema.String })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const needed = (name: string): OAuthRefused => refused("invalid_request", `${name} is needed`)

/** All parameters are texts, so only a missing one is a problem. */
export const decodeForm =
  <Form>(schema: Schema.Codec<Form, unknown>) =>
  (given: Parameters): Result.Result<Form, OAuthRefused> =>
    Result.mapError(Schema.decodeUnknownResult(schema)(given.values), ({ issue }) =>
      needed(format(issue).issues[0]?.path?.join(".") ?? "a parameter")
    )

const isGrantType = Schema.is(Schema.Literals(grantTypes))

export const grantTypeOf = (given: Parameters): Result.Result<GrantType, OAuthRefused> => {
  const type = given.get("grant_type")
  if (type === undefined) return Result.fail(needed("grant_type"))
  return isGrantType(type)
    ? Result.succeed(type)
    : Result.fail(
        refused("unsupported_grant_type", `grant_type must be ${grantTypes.join(" or ")}`)
      )
}
