/**
 * OAuth 2.0 for an app that acts for a user (docs/spec.md §5.2): where to send the user, with PKCE (RFC
 * 7636), and what to make of it when they come back. Needs `fetch` and WebCrypto only.
 */

import { newKey } from "../RetryRule.ts"
import { createRetainer } from "./CreateRetainer.ts"
import type { Retainer } from "./Face.ts"
import { RetainerError, RetainerUnanswered } from "./Failures.ts"
import type { TransportOptions } from "./Transport.ts"
import { pause } from "./Tries.ts"

/** What acts for a user. Kept where no one else reads it: the refresh token is as good as a password. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Milliseconds; from then on the access token is refused. */
  readonly expiresAt: number
  readonly scopes: ReadonlyArray<string>
}

export interface OAuthOptions extends TransportOptions {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  /** The origin of the consent screen, where it is another. */
  readonly authUrl?: string
  readonly clientId: string
  readonly clientSecret: string
  /** Character by character as the app registered it. */
  readonly redirectUri: string
}

/** A sign-in that began: kept in the user's session until they come back. */
export interface SignInBegun {
  /** Where the user is sent. */
  readonly url: string
  readonly state: string
  readonly codeVerifier: string
}

/** The user refused, or who came back is not who was sent. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused"
  /** As RFC 6749 §4.1.2.1 has it, such as `access_denied`; `state_mismatch`, `issuer_mismatch` and `no_code` are ours. */
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

const tokensOf = (answer: TokenAnswer, askedAt: number): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: askedAt + answer.expires_in * 1000,
  scopes: answer.scope.split(" ")
})

/**
 * The same refresh gets the same successor for 30 seconds (docs/spec.md §5.2), and later ends the grant: a
 * lost answer is asked for again in that time only.
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
  /** Where to send the user; keep the rest until they come back. */
  readonly begin: (scopes: ReadonlyArray<string>) => Promise<SignInBegun>
  /** The tokens, by the address at which the user came back. A code works once: this is not repeated. */
  readonly finish: (
    callback: string | URL,
    begun: Pick<SignInBegun, "state" | "codeVerifier">
  ) => Promise<Tokens>
  /** The next tokens; the refresh token of these works no more. */
  readonly refresh: (tokens: Pick<Tokens, "refreshToken">) => Promise<Tokens>
}

/** What the address at which the user came back says, if it is the answer to this sign-in. */
const codeIn = (callback: string | URL, state: string, issuer: string): string => {
  const { searchParams } = new URL(callback)
  const [code, error, iss] = ["code", "error", "iss"].map((name) => searchParams.get(name))
  if (searchParams.get("state") !== state) {
    throw new SignInRefused("state_mismatch", "The answer is not to this sign-in")
  }
  // RFC 9207: another server may have answered.
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
      const askedAt = Date.now()
      const answer = await oauth.token({
        ...app,
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier
      })
      return tokensOf(answer, askedAt)
    },
    refresh: ({ refreshToken }) =>
      untilAnswered(async () => {
        const askedAt = Date.now()
        const answer = await oauth.token(
          { ...app, grant_type: "refresh_token", refresh_token: refreshToken },
          { timeoutMs: refreshTryMs, retries: false }
        )
        return tokensOf(answer, askedAt)
      })
  }
}
