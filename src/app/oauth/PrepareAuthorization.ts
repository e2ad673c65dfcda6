/**
 * Authorization request of an app (RFC 6749 §4.1.1). No redirect goes to an address before it is
 * known to be the app's own.
 */
import { Data, Effect } from "effect"
import { parseOrFail } from "../../domain/Ids.ts"
import {
  type App,
  type AuthorizationRequest,
  answerUri,
  appIdIn,
  type OAuthRefused,
  type Parameters,
  parseAuthorization
} from "../../domain/oauth/OAuth.ts"
import { movedRefusal } from "../MovedWorkspaces.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { useCase } from "../UseCase.ts"

/** The app or its address is unknown: shown to the person, never redirected (§4.1.2.1). */
export class AuthorizationUnusable extends Data.TaggedError("AuthorizationUnusable")<{
  readonly reason: "noApp" | "unknownApp" | "unknownAddress"
}> {}

const unusable = (reason: AuthorizationUnusable["reason"]) => new AuthorizationUnusable({ reason })

export const appUnknown = unusable("unknownApp")

/**
 * The request is invalid. A redirect to `location` reports it to the app, but only in the browser
 * of a user of its workspace. For all other visitors the server would be an open redirector (RFC
 * 9700 §4.11.2).
 */
export class AuthorizationRefused extends Data.TaggedError("AuthorizationRefused")<{
  readonly app: App
  readonly location: string
  readonly description: string
}> {}

export interface PreparedAuthorization {
  readonly app: App
  readonly request: AuthorizationRequest
}

/** The redirect to the app: an answer or an error, with the issuer (RFC 9207). */
export const authorizationAnswers = Effect.map(PublicUrls, ({ authUrl }) => {
  const answer = (
    redirectUri: string,
    state: string | null,
    fields: Readonly<Record<string, string>>
  ) => answerUri(redirectUri, { ...fields, state, iss: authUrl })
  const refusal = (redirectUri: string, state: string | null, error: OAuthRefused) =>
    answer(redirectUri, state, { error: error.code, error_description: error.description })
  return { answer, refusal }
})

export const prepareAuthorization = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const refuseMoved = yield* movedRefusal
  const { refusal } = yield* authorizationAnswers

  const appOf = Effect.fnUntraced(function* (given: Parameters) {
    const clientId = given.get("client_id")
    if (clientId === undefined || given.isRepeated("client_id")) {
      return yield* unusable("noApp")
    }
    const id = yield* parseOrFail({ parse: appIdIn }, clientId, () => appUnknown)
    const app = yield* repository.findApp(id)
    if (app === null) {
      yield* refuseMoved({ app: id })
      return yield* appUnknown
    }
    const redirectUri = given.get("redirect_uri")
    if (
      redirectUri === undefined ||
      given.isRepeated("redirect_uri") ||
      !app.redirectUris.includes(redirectUri)
    ) {
      return yield* unusable("unknownAddress")
    }
    return { app, redirectUri }
  })

  return useCase("OAuthAuthorizations.prepare")(function* (given: Parameters) {
    const { app, redirectUri } = yield* appOf(given)
    const state = given.isRepeated("state") ? null : (given.get("state") ?? null)
    const request = yield* Effect.mapError(
      Effect.fromResult(parseAuthorization(redirectUri, given)),
      (error) => {
        const location = refusal(redirectUri, state, error)
        return new AuthorizationRefused({ app, location, description: error.description })
      }
    )
    return { app, request } satisfies PreparedAuthorization
  })
})
