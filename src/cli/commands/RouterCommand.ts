/** `retainer router`: the router in front of several cells. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { CommandHost } from "../CommandHost.ts"

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
