/** `retainer serve` and `retainer dev`: the server from the command line. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandHost } from "../CommandHost.ts"
import { CommandFailed } from "./Shared.ts"

/** Help alone: `cli/main.ts` knows the word before any command is loaded, which a server has no use for. */
export const serveCommand = Command.make(
  "serve",
  {},
  () =>
    new CommandFailed({
      message: "retainer serve stands alone: settings are environment variables"
    })
).pipe(
  Command.withDescription(
    "Serve until stopped; npx retainer alone does too, in a checkout npm start"
  )
)

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
    return yield* (yield* CommandHost).serveDev(input.testClock)
  })
).pipe(
  Command.withDescription(
    "Serve for development: on DATA_DIR, or on a database that is gone afterwards"
  )
)
