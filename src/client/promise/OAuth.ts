/**
 * OAuth 2.0 Authorization Code flow with PKCE (RFC 7636) for an app that acts for a user
 * (docs/spec.md §5.2). It needs only `fetch` and WebCrypto.
 */
import { newKey } from "../RetryRule.ts"
import { createRetainer } from "./CreateRetainer.ts"
import { RetainerError, RetainerUnanswered } from "./Errors.ts"
import type { Retainer } from "./RetainerTypes.ts"
import type { TransportOptions } from "./Transport.ts"
import { pause } from "./Tries.ts"

/** The tokens of a user. Store them like a password: the refresh token stays valid. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** In milliseconds; then the access token expires. */
  readonly expiresAt: number
  readonly scopes: ReadonlyArray<string>
}

export interface OAuthOptions extends TransportOptions {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  /** The origin of the consent screen, if it differs. */
  readonly authUrl?: string
  readonly clientId: string
  readonly clientSecret: string
  /** Exactly as the app registered it. */
  readonly redirectUri: string
}

/** A sign-in in progress. Store it in the user's session until the redirect back. */
export interface StartedSignIn {
  /** The page to redirect the user to. */
  readonly url: string
  readonly state: string
  readonly codeVerifier: string
}

/** The user refused, or the redirect belongs to another sign-in. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused"
  /**
   * A code of RFC 6749 §4.1.2.1, such as `access_denied`, or one of our own: `state_mismatch`,
   * `issuer_mismatch`, `no_code`.
   */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)))
  )

type TokenAnswer = Awaited<ReturnType<Retainer["oauth"]["token"]>>

const tokensOf = (answer: TokenAnswer, sentAt: number): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: sentAt + answer.expires_in * 1000,
  scopes: answer.scope.split(" ")
})

/**
 * A repeated refresh gets the same tokens for 30 seconds (docs/spec.md §5.2) and ends the grant
 * later, so a lost answer is retried within that time only.
 */
const refreshTryMs = 8_000
const refreshWithinMs = 20_000

const untilAnswered = async <A>(ask: () => Promise<A>): Promise<A> => {
  const startMs = Date.now()
  for (let pauseMs = 500; ; pauseMs *= 2) {
    try {
      return await ask()
    } catch (error) {
      const isLost =
        error instanceof RetainerUnanswered ||
        (error instanceof RetainerError && error.status >= 500)
      if (!isLost || Date.now() + pauseMs - startMs > refreshWithinMs) throw error
      await pause(pauseMs, undefined)
    }
  }
}

export interface OAuth {
  /** Begins a sign-in: redirect the user to its `url`, and store the rest. */
  readonly begin: (scopes: ReadonlyArray<string>) => Promise<StartedSignIn>
  /** Exchanges the code of the redirect for tokens. It is not retried: a code works once. */
  readonly finish: (
    callback: string | URL,
    begun: Pick<StartedSignIn, "state" | "codeVerifier">
  ) => Promise<Tokens>
  /** New tokens; the old refresh token is spent. */
  readonly refresh: (tokens: Pick<Tokens, "refreshToken">) => Promise<Tokens>
}

const codeIn = (callback: string | URL, state: string, issuer: string): string => {
  const { searchParams } = new URL(callback)
  const [code, error, iss] = ["code", "error", "iss"].map((name) => searchParams.get(name))
  if (searchParams.get("state") !== state) {
    throw new SignInRefused("state_mismatch", "The answer is not to this sign-in")
  }
  // RFC 9207: the answer of another server (mix-up attack).
  if (iss !== null && iss !== undefined && iss !== issuer) {
    throw new SignInRefused("issuer_mismatch", "The answer is another server's")
  }
  if (typeof error === "string") {
    throw new SignInRefused(error, searchParams.get("error_description") ?? "The user refused")
  }
  if (typeof code !== "string") throw new SignInRefused("no_code", "The answer has no code")
  return code
}

export const createOAuth = ({
  baseUrl,
  authUrl = baseUrl,
  clientId,
  clientSecret,
  redirectUri,
  ...made
}: OAuthOptions): OAuth => {
  const { oauth } = createRetainer({ ...made, baseUrl })
  const app = { client_id: clientId, client_secret: clientSecret }
  const issuer = authUrl.replace(/\/+$/, "")
  return {
    begin: async (scopes) => {
      const codeVerifier = newKey() + newKey()
      const state = newKey()
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.join(" "),
        state,
        code_challenge: await challengeOf(codeVerifier),
        code_challenge_method: "S256"
      })
      return { url: `${issuer}/oauth/authorize?${query}`, state, codeVerifier }
    },
    finish: async (callback, { state, codeVerifier }) => {
      const code = codeIn(callback, state, issuer)
      const sentAt = Date.now()
      const answer = await oauth.token({
        ...app,
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier
      })
      return tokensOf(answer, sentAt)
    },
    refresh: ({ refreshToken }) =>
      untilAnswered(async () => {
        const sentAt = Date.now()
        const answer = await oauth.token(
          { ...app, grant_type: "refresh_token", refresh_token: refreshToken },
          { timeoutMs: refreshTryMs, retries: false }
        )
        return tokensOf(answer, sentAt)
      })
  }
}
