/** `retainer serve`, `dev` and `router`: servers from the command line. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { InstantInput } from "../../domain/Resource.ts"
import { CommandHost } from "../CommandHost.ts"
import { CommandFailed } from "./Shared.ts"

/** For the help alone: `cli/main.ts` handles `serve` before it loads any command. */
export const serveCommand = Command.make(
  "serve",
  {},
  () =>
    new CommandFailed({
      message: "retainer serve takes no arguments: settings are environment variables"
    })
).pipe(
  Command.withDescription(
    "Serve until stopped, as npx retainer without a command or, in a checkout, npm start"
  )
)

const testClock = Flag.Boolean("test-clock").pipe(
  Flag.withDescription(
    "Time stands still until POST /test/clock moves it, and GET /test/mails shows the mails; " +
      "this machine only"
  ),
  Flag.withDefault(false)
)

const now = Flag.String("now").pipe(
  Flag.withDescription(
    "Where the test clock stands at first, as 2026-01-31T12:00:00Z; never before the data of DATA_DIR"
  ),
  Flag.withSchema(InstantInput),
  Flag.optional
)

export const devCommand = Command.make(
  "dev",
  { testClock, now },
  Effect.fnUntraced(function* (input) {
    const start = Option.getOrUndefined(input.now)
    if (start !== undefined && !input.testClock) {
      return yield* new CommandFailed({ message: "--now is the time of --test-clock: add that" })
    }
    return yield* (yield* CommandHost).serveDev(input.testClock ? { start } : null)
  })
).pipe(Command.withDescription("Serve for development, on DATA_DIR or on a temporary database"))

export const routerCommand = Command.make(
  "router",
  {},
  Effect.fnUntraced(function* () {
    return yield* (yield* CommandHost).serveRouter
  })
).pipe(
  Command.withDescription(
    "Route the requests of one host name to the installations of CELLS, until stopped"
  )
)
