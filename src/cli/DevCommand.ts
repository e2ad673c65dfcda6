/** `retainer dev`: serves for development, from the command line. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"

const testClock = Flag.Boolean("test-clock").pipe(
  Flag.withDescription(
    "Time stands until POST /test/clock moves it, and GET /test/mails shows what was mailed; on this machine alone"
  ),
  Flag.withDefault(false)
)

export const devCommand = Command.make(
  "dev",
  { testClock },
  Effect.fnUntraced(function* (input) {
    // The whole server, which no other command needs.
    const { serveDev } = yield* Effect.promise(() => import("../dev/DevServer.ts"))
    return yield* serveDev(input.testClock)
  })
).pipe(
  Command.withDescription(
    "Serve for development: on DATA_DIR, or on a database that is gone afterwards"
  )
)
