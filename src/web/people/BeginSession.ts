/** Starts a session of a browser: sets its cookie and remembers the device for the account. */
import { Duration, Effect, type Redacted } from "effect"
import { sessionLifetime } from "../../app/people/Sessions.ts"
import { type BrowserRequest, BrowserRequests } from "../BrowserRequests.ts"
import { seeOther } from "../Layout.ts"
import { deviceSeconds, makeDevices } from "./Devices.ts"

/** The page after signing in. */
export const home = "/home"

const sessionSeconds = Duration.toSeconds(sessionLifetime)

export const makeBeginSession = Effect.gen(function* () {
  const browserRequests = yield* BrowserRequests
  const devices = yield* makeDevices

  return Effect.fnUntraced(function* (
    { cookies }: BrowserRequest,
    email: string,
    session: Redacted.Redacted,
    location: string
  ) {
    const device = yield* devices.remember(cookies.device, email)
    return browserRequests.withCookie(
      browserRequests.withCookie(seeOther(location), "session", session, sessionSeconds),
      "device",
      device,
      deviceSeconds
    )
  })
})
