/** Access tokens of users: the consent flow of an app without its pages. */
import { Effect, Redacted } from "effect"
import { OAuthApps } from "../../src/app/oauth/OAuthApps.ts"
import { OAuthAuthorizations } from "../../src/app/oauth/OAuthAuthorizations.ts"
import { OAuthTokens } from "../../src/app/oauth/OAuthTokens.ts"
import { scopes as allScopes, type Scope } from "../../src/domain/access/Scope.ts"
import { parseParameters } from "../../src/domain/oauth/OAuth.ts"
import type { User } from "../../src/domain/people/User.ts"

const redirectUri = "https://app.example/callback"

/** The token of a new app to which the user allows the scopes. */
export const userToken = Effect.fnUntraced(function* (
  user: User,
  scopes: ReadonlyArray<Scope> = allScopes
) {
  const apps = yield* OAuthApps
  const authorizations = yield* OAuthAuthorizations
  const tokens = yield* OAuthTokens
  const input = { name: "App", redirectUris: [redirectUri] }
  const { app, secret } = yield* apps.register(user.workspaceId, input)
  const asked = parseParameters(
    Object.entries({
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: scopes.join(" "),
      state: "s"
    })
  )
  const left = yield* authorizations.allow(yield* authorizations.prepare(asked), user)
  const code = new URL(left).searchParams.get("code") ?? ""
  const form = parseParameters(
    Object.entries({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: app.id,
      client_secret: Redacted.value(secret)
    })
  )
  return (yield* tokens.exchange(form, null)).accessToken
}, Effect.orDie)
