/**
 * Control server: runs the commands of the same user on the embedded database, which no other
 * process can open. A command ends when its caller is gone or the server stops.
 */
import type { Socket } from "node:net"
import { Effect, FiberSet, Layer } from "effect"
import type { CommandServices } from "../../cli/CommandHost.ts"
import type { AppConfig } from "../../config/Config.ts"
import { listenForControl } from "../../infra/control/ControlSocket.ts"

/** Connections at the same time; each is one operator at a terminal, or a script. */
const maxSessions = 16

const makeServe = Effect.gen(function* () {
  const services = yield* Effect.context<CommandServices>()
  let sessions = 0
  return (connection: Socket, secret: string) =>
    Effect.gen(function* () {
      sessions += 1
      // The modules of the command line are loaded for the first command.
      const { serveSession } = yield* Effect.promise(() => import("./CommandSession.ts"))
      yield* serveSession(connection, secret, sessions > maxSessions, services)
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          sessions -= 1
          connection.destroySoon()
        })
      )
    )
})

/** Empty with `DATABASE_URL`: the command line opens that database itself. */
export const layerControl = ({ databaseUrl, dataDir }: AppConfig) =>
  databaseUrl !== undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const serve = yield* makeServe
          const run = yield* FiberSet.makeRuntime()
          yield* listenForControl(
            dataDir,
            (connection, secret) => void run(serve(connection, secret))
          ).pipe(
            Effect.catchTag("NotListening", ({ cause }) =>
              Effect.logWarning(
                "The command line cannot reach this server; stop the server to run a command",
                cause
              )
            )
          )
        })
      )
