/**
 * Rate limit of password attempts by address and account. One caller's attempts do not use up those
 * of others.
 */
import { Effect } from "effect"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import type { LimitedAction } from "../../domain/access/RateLimit.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { tooManyAttempts } from "../Pages.ts"
import { makeDevices } from "./Devices.ts"

export type Limited = (
  page: BrowserRequest,
  what: LimitedAction,
  account?: string
) => Effect.Effect<void, PageRefused>

export const makePasswordAttempts = (limited: Limited) =>
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const devices = yield* makeDevices
    return Effect.fnUntraced(function* (page: BrowserRequest, email: string) {
      const account = email.toLowerCase()
      yield* limited(page, "sign_in")
      yield* limited(page, "account", account)
      const device = devices.known(page.cookies.device, email)
      yield* Effect.mapError(
        device === null
          ? limits.takeTry("account_anywhere", account)
          : limits.takeTry("device", `${device} ${account}`),
        tooManyAttempts
      )
    })
  })
