/** Local host: the operator's own process opens the database, unless a server has it open. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Duration, Effect } from "effect"
import { loadConfig } from "../config/Config.ts"
import { type ControlConnection, connectControl } from "../infra/control/ControlSocket.ts"
import { DataDirectoryLocked } from "../infra/storage/DataDirectory.ts"
import { DiskSpaceStatfs } from "../infra/storage/DiskSpaceStatfs.ts"
import { explainFullDisk } from "../process/DiskFull.ts"
import { CommandHost } from "./CommandHost.ts"
import { commandFailed, layerDatabaseOnly, layerEverything } from "./commands/Shared.ts"

/** A starting server locks the database before it listens, and so does another command. */
const patience = Duration.toMillis("10 seconds")

/** Lazy: a command that opens the database itself needs no RPC client. */
const runInServer = (connection: ControlConnection, args: ReadonlyArray<string>) =>
  Effect.promise(() => import("./remote/RemoteCommand.ts")).pipe(
    Effect.flatMap(({ runRemotely }) => runRemotely(connection, args)),
    Effect.scoped
  )

const isLocked = (error: unknown): error is DataDirectoryLocked =>
  error instanceof DataDirectoryLocked

export const localHost = (args: ReadonlyArray<string>): CommandHost["Service"] => {
  const whole = <E, R>(command: Effect.Effect<void, E, R>) =>
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = yield* loadConfig
      if (databaseUrl !== undefined) return yield* command
      const until = (yield* Clock.currentTimeMillis) + patience
      for (;;) {
        const connection = yield* Effect.promise(() => connectControl(dataDir))
        if (connection !== null) return yield* runInServer(connection, args)
        const locked = yield* command.pipe(
          explainFullDisk(dataDir, commandFailed),
          Effect.provide(DiskSpaceStatfs(dataDir)),
          Effect.as(null),
          Effect.catchIf(isLocked, Effect.succeed)
        )
        if (locked === null) return
        if ((yield* Clock.currentTimeMillis) > until) return yield* Effect.fail(locked)
        yield* Effect.sleep("100 millis")
      }
    })
  return CommandHost.of({
    isServer: false,
    serveDev: (testClock) =>
      Effect.flatMap(
        Effect.promise(() => import("../dev/DevServer.ts")),
        ({ serveDev }) => Effect.catchTag(serveDev(testClock), "ListenFailed", commandFailed)
      ),
    serveRouter: Effect.flatMap(
      Effect.promise(() => import("../process/router/RouterProcess.ts")),
      ({ serveRouter }) => Effect.catchTag(serveRouter, "ListenFailed", commandFailed)
    ).pipe(Effect.provide(NodeServices.layer)),
    onDatabase: Effect.provide(layerDatabaseOnly),
    onService: Effect.provide(layerEverything),
    whole
  })
}
