/** Decision on a refresh token that an app presents (RFC 6749 §6, RFC 9700 §4.14). */
import { DateTime, Duration, Result } from "effect"
import type { Scope } from "../access/Scope.ts"
import { type Grant, type OAuthRefused, parseScopes, refreshGrace, refused } from "./OAuth.ts"

interface PresentedToken {
  readonly generation: number
  readonly expiresAt: DateTime.Utc
}

/**
 * `good`: the newest, or replaced so recently that the answer may have been lost. `reused`: an
 * older one, which a thief may have, so all tokens of the grant end. `dead`: nothing changes.
 */
export const refreshVerdict = (
  grant: Pick<Grant, "generation" | "rotatedAt" | "revokedAt">,
  presented: PresentedToken,
  now: DateTime.Utc
): "good" | "reused" | "dead" => {
  if (grant.revokedAt !== null || DateTime.isLessThanOrEqualTo(presented.expiresAt, now)) {
    return "dead"
  }
  const sinceRotation =
    grant.rotatedAt === null ? Duration.zero : DateTime.distance(grant.rotatedAt, now)
  const isRepeat =
    presented.generation === grant.generation - 1 &&
    Duration.isLessThanOrEqualTo(sinceRotation, refreshGrace)
  return presented.generation === grant.generation || isRepeat ? "good" : "reused"
}

/** The scopes of a refresh request: a subset of the granted ones. */
export const narrowedScopes = (
  { scopes: granted }: Pick<Grant, "scopes">,
  text: string | undefined
): Result.Result<ReadonlyArray<Scope>, OAuthRefused> =>
  text === undefined
    ? Result.succeed(granted)
    : Result.flatMap(parseScopes(text), (scopes) =>
        scopes.every((scope) => granted.includes(scope))
          ? Result.succeed(scopes)
          : Result.fail(refused("invalid_scope", "more was asked for than was granted"))
      )
