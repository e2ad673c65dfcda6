/**
 * Tokens that renew themselves, for either client: before they expire, or when one was refused. One refresh
 * is in flight at a time, whoever asks; what it brought is stored before it is used, because the refresh
 * token that it took works no more.
 */
import { oauthCodeIn } from "../../api/errors/ErrorMessage.ts"
import { RetainerError, RetainerUnauthorized } from "./Failures.ts"
import type { OAuth, Tokens } from "./OAuth.ts"
import type { Credential } from "./Transport.ts"

export interface TokensOptions {
  readonly oauth: Pick<OAuth, "refresh">
  readonly tokens: Tokens
  /** Stores the new tokens; calls wait for it. Where it fails they do, and the next one stores again. */
  readonly onTokens: (tokens: Tokens) => void | Promise<void>
}

/** So long before their end tokens are renewed: for the time that a request takes, and clocks that differ. */
const leewayMs = 60_000

/** A grant that ended is no bad request of who called, but a user who has to sign in again. */
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
      // Renewed since it was read: that is the answer.
      if (refused === now.accessToken) await renewOnce()
      return now.accessToken
    }
  }
}
