/** The operator's process: runs the command of its arguments and ends with its exit code. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Runtime } from "effect"
import { teardown } from "../process/Stop.ts"
import { CommandHost } from "./CommandHost.ts"
import { localHost } from "./LocalHost.ts"
import { layerLocalOperator } from "./Operator.ts"
import { runCommand } from "./Run.ts"

const args = process.argv.slice(2)

runCommand(args).pipe(
  Effect.flatMap((code) =>
    Effect.sync(() => {
      process.exitCode = code
    })
  ),
  Effect.provideService(CommandHost, localHost(args)),
  Effect.provide(layerLocalOperator),
  Effect.provide(NodeServices.layer),
  // A router is stopped by a signal; a command is broken off by it.
  NodeRuntime.runMain({ teardown: args[0] === "router" ? teardown : Runtime.defaultTeardown })
)
