/**
 * OAuth 2.0 of this service (RFC 6749 with RFC 7636, 9207 and the advice of RFC 9700): pure checks
 * of the requests of apps, and lifetimes.
 */
import { Data, type DateTime, Duration, type Option, Result } from "effect"
import type { Actor } from "../access/Actor.ts"
import { credentialHead, labelOfCredential } from "../access/CellLabel.ts"
import { isLoopback } from "../access/Loopback.ts"
import { scopes as knownScopes, type Scope } from "../access/Scope.ts"
import { AppId, type GrantId, type UserId, type WorkspaceId } from "../Ids.ts"

export const codeLifetime = Duration.seconds(60)
export const accessLifetime = Duration.hours(1)
export const refreshLifetime = Duration.days(60)
/** A refresh repeated within this time, after a lost answer, gets the same successor. */
export const refreshGrace = Duration.seconds(30)

/** Error codes of RFC 6749 §4.1.2.1 and §5.2. */
type OAuthErrorCode =
  | "access_denied"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_request"
  | "invalid_scope"
  | "unsupported_grant_type"
  | "unsupported_response_type"

/** A refusal with a code of RFC 6749. */
export class OAuthRefused extends Data.TaggedError("OAuthRefused")<{
  readonly code: OAuthErrorCode
  /** In the characters that RFC 6749 §5.2 allows. */
  readonly description: string
}> {
  override get message() {
    return `${this.code}: ${this.description}`
  }
}

export const refused = (code: OAuthErrorCode, description: string): OAuthRefused =>
  new OAuthRefused({ code, description })

export interface App {
  readonly id: AppId
  readonly workspaceId: WorkspaceId
  readonly name: string
  /** Compared character by character. */
  readonly redirectUris: ReadonlyArray<string>
  /** SHA-256 of the client secret, in hexadecimal. */
  readonly secretHash: string
  readonly secretVisiblePart: string
  readonly hasLogo: boolean
  readonly createdAt: DateTime.Utc
  /** Null if an earlier version registered the app. */
  readonly createdBy: Actor | null
}

/** A user's consent to an app; its tokens are one family and are revoked together. */
export interface Grant {
  readonly id: GrantId
  readonly workspaceId: WorkspaceId
  readonly appId: AppId
  readonly userId: UserId
  readonly scopes: ReadonlyArray<Scope>
  /** The generation of the newest refresh token; 0 before the code was exchanged. */
  readonly generation: number
  readonly rotatedAt: DateTime.Utc | null
  readonly createdAt: DateTime.Utc
  readonly revokedAt: DateTime.Utc | null
}

/** The public form of an app's id: with the label of its cell. */
export const appClientId = (label: string | null, id: AppId): string =>
  `${credentialHead("app", label)}${id.slice("app_".length)}`

/** The app of a client id, with the label of any cell or without one. */
export const appIdIn = (clientId: string): Option.Option<AppId> => {
  const label = labelOfCredential(clientId)
  const head = credentialHead("app", label)
  return label === null || !clientId.startsWith(head)
    ? AppId.parse(clientId)
    : AppId.parse(`app_${clientId.slice(head.length)}`)
}

/** A name from a request, reduced to the characters and length of a description. */
export const shownName = (name: string): string => name.replace(/[^\w.:-]/g, "?").slice(0, 64)

/** Parameters of a query or form: one without a value counts as omitted (RFC 6749 §3.1). */
export interface Parameters {
  readonly get: (name: string) => string | undefined
  /** All with a value; a repeated parameter has its last one. */
  readonly values: Readonly<Record<string, string>>
  readonly isRepeated: (name: string) => boolean
  readonly repeated: ReadonlyArray<string>
}

export const parseParameters = (entries: Iterable<readonly [string, string]>): Parameters => {
  const values = new Map<string, string>()
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const [name, value] of entries) {
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
    if (value !== "") values.set(name, value)
  }
  return {
    get: (name) => values.get(name),
    values: Object.fromEntries(values),
    isRepeated: (name) => repeated.has(name),
    repeated: [...repeated]
  }
}

/**
 * Scopes of a request, in our order and once each. docs/spec.md §5.2 joins them with `+`, which a
 * query decodes to a space; a client that encoded that `+` means the same.
 */
export const parseScopes = (text: string): Result.Result<ReadonlyArray<Scope>, OAuthRefused> => {
  const names = text.split(/[ +]/).filter((name) => name !== "")
  const unknown = names.filter((name) => !knownScopes.some((scope) => scope === name))
  if (names.length === 0) return Result.fail(refused("invalid_scope", "a scope is needed"))
  return unknown.length > 0
    ? Result.fail(refused("invalid_scope", `unknown scope: ${shownName(unknown[0] ?? "")}`))
    : Result.succeed(knownScopes.filter((scope) => names.includes(scope)))
}

/** A valid request of an app to a user. */
export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly state: string | null
  /** S256 challenge of RFC 7636; null if the app sent none. */
  readonly challenge: string | null
}

const challengeOf = (given: Parameters): Result.Result<string | null, OAuthRefused> => {
  const challenge = given.get("code_challenge")
  const method = given.get("code_challenge_method")
  if (challenge === undefined) {
    return method === undefined
      ? Result.succeed(null)
      : Result.fail(refused("invalid_request", "code_challenge_method needs a code_challenge"))
  }
  // Absent would mean "plain" (RFC 7636 §4.3), which protects from no attack of RFC 9700.
  if (method !== "S256") {
    return Result.fail(refused("invalid_request", "code_challenge_method must be S256"))
  }
  return /^[A-Za-z0-9_-]{43}$/.test(challenge)
    ? Result.succeed(challenge)
    : Result.fail(refused("invalid_request", "code_challenge must be 43 characters of base64url"))
}

/**
 * Whether other programs on the person's machine may receive a code sent to this address: they can
 * claim a private scheme or a loopback port. So possession of the code alone must not suffice (RFC
 * 8252 §6).
 */
const isNative = (redirectUri: string): boolean => {
  const { protocol, hostname } = new URL(redirectUri)
  return (protocol !== "https:" && protocol !== "http:") || isLoopback(hostname)
}

/** The redirect URI must be known to be the client's own (RFC 6749 §4.1.1). */
export const parseAuthorization = (
  redirectUri: string,
  given: Parameters
): Result.Result<AuthorizationRequest, OAuthRefused> =>
  Result.gen(function* () {
    const repeated = given.repeated[0]
    if (repeated !== undefined) {
      yield* Result.fail(refused("invalid_request", `${shownName(repeated)} is given twice`))
    }
    const responseType = given.get("response_type")
    if (responseType === undefined) {
      yield* Result.fail(refused("invalid_request", "response_type is needed"))
    }
    if (responseType !== "code") {
      yield* Result.fail(refused("unsupported_response_type", "response_type must be code"))
    }
    const challenge = yield* challengeOf(given)
    if (challenge === null && isNative(redirectUri)) {
      yield* Result.fail(
        refused(
          "invalid_request",
          "code_challenge is needed: an app on a person's own machine uses PKCE"
        )
      )
    }
    return {
      redirectUri,
      scopes: yield* parseScopes(given.get("scope") ?? ""),
      state: given.get("state") ?? null,
      challenge
    }
  })

/** The redirect URI with the answer added to its query (RFC 6749 §3.1.2). */
export const answerUri = (
  redirectUri: string,
  answer: Readonly<Record<string, string | null>>
): string => {
  const given = Object.entries(answer).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]]
  )
  const query = new URLSearchParams(given).toString()
  if (!redirectUri.includes("?")) return `${redirectUri}?${query}`
  return `${redirectUri}${/[?&]$/.test(redirectUri) ? "" : "&"}${query}`
}

/** Whether a verifier has the form of RFC 7636 §4.1. */
export const isCodeVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text)
