/** The operator's process: runs the command of its arguments and ends with its exit code. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
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
  NodeRuntime.runMain
)
