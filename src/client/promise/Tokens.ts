/**
 * Tokens that renew themselves before they expire or after a refusal, for both clients. Concurrent
 * callers share one refresh (single flight). New tokens are stored before use, because the old
 * refresh token is spent.
 */
import { oauthCodeIn } from "../../api/errors/ErrorMessage.ts"
import { RetainerError, RetainerUnauthorized } from "./Errors.ts"
import type { OAuth, Tokens } from "./OAuth.ts"
import type { Credential } from "./Transport.ts"

export interface TokensOptions {
  readonly oauth: Pick<OAuth, "refresh">
  readonly tokens: Tokens
  /** Stores the new tokens. Calls wait for it and fail with it; the next call stores them again. */
  readonly onTokens: (tokens: Tokens) => void | Promise<void>
}

/** Renewal begins this long before the end, for the duration of a request and clock skew. */
const leewayMs = 60_000

/** An ended grant is 401, not 400: the user has to sign in again. */
const asRefused = (error: unknown): unknown =>
  error instanceof RetainerError && oauthCodeIn(error.message) === "invalid_grant"
    ? new RetainerUnauthorized({
        code: "UNAUTHORIZED",
        message: `The user has to sign in again: ${error.message}`,
        status: 401,
        requestId: error.requestId,
        retryAfter: undefined,
        cause: error
      })
    : error

export const createTokens = ({ oauth, tokens, onTokens }: TokensOptions): Credential => {
  let now = tokens
  let unstored: Tokens | undefined
  let flight: Promise<void> | undefined

  const renew = async (): Promise<void> => {
    unstored ??= await oauth.refresh(now).catch((error: unknown) => {
      throw asRefused(error)
    })
    await onTokens(unstored)
    now = unstored
    unstored = undefined
  }
  const renewOnce = (): Promise<void> => {
    flight ??= renew().finally(() => {
      flight = undefined
    })
    return flight
  }

  return {
    current: async () => {
      if (flight !== undefined || Date.now() >= now.expiresAt - leewayMs) await renewOnce()
      return now.accessToken
    },
    renewed: async (refused) => {
      // Otherwise another call has renewed it.
      if (refused === now.accessToken) await renewOnce()
      return now.accessToken
    }
  }
}
