/**
 * The server's side of the command line: on the embedded database, which no other process can open, commands
 * of the same user run here, each in a fiber of its own that ends when its caller is gone or the server stops.
 */
import { timingSafeEqual } from "node:crypto"
import type { Socket } from "node:net"
import { type Context, Effect, FiberSet, Layer, Option } from "effect"
import type { AppConfig } from "../../config/Config.ts"
import { listenForControl } from "../../infra/control/ControlSocket.ts"
import { type Wire, wireOn } from "../../infra/control/Wire.ts"
import { version } from "../../infra/Version.ts"
import type { CommandServices } from "../CommandHost.ts"
import { type Hello, readHello, tell } from "./Messages.ts"

/** Commands at the same time; each is one operator at a terminal, or a script. */
const mostCommands = 16

const isSame = (given: string, secret: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Loaded when somebody asks: a server has no use for it before. */
const runLater = (
  wire: Wire,
  args: ReadonlyArray<string>,
  open: Context.Context<CommandServices>
) =>
  Effect.flatMap(
    Effect.promise(() => import("./OverWire.ts")),
    ({ runOverWire }) => runOverWire(wire, args, open)
  )

const refuse = (wire: Wire, message: string) =>
  Effect.promise(async () => {
    await tell(wire, { type: "err", text: `${message}\n` })
    await tell(wire, { type: "exit", code: 1 })
  })

const makeServe = (open: Context.Context<CommandServices>) => {
  let running = 0
  const answer = (wire: Wire, hello: typeof Hello.Type) => {
    if (hello.version !== version) {
      return refuse(
        wire,
        `The server runs version ${version}, this is ${hello.version}: restart the server first`
      )
    }
    if (running >= mostCommands) return refuse(wire, "The server runs too many commands: try again")
    running += 1
    return runLater(wire, hello.args, open).pipe(
      Effect.raceFirst(Effect.promise(() => wire.closed)),
      Effect.ensuring(
        Effect.sync(() => {
          running -= 1
        })
      )
    )
  }
  return (socket: Socket, secret: string) =>
    Effect.gen(function* () {
      const wire = wireOn(socket)
      const first = yield* Effect.timeoutOption(
        Effect.promise(() => wire.next()),
        "5 seconds"
      )
      const frame = Option.getOrUndefined(first)
      const hello = frame?.kind === "text" ? readHello(frame.text) : Option.none()
      if (Option.isSome(hello) && isSame(hello.value.secret, secret))
        yield* answer(wire, hello.value)
    }).pipe(Effect.ensuring(Effect.sync(() => socket.destroySoon())))
}

/** Nothing where the database is a PostgreSQL server, which the command line opens itself. */
export const layerControl = ({ databaseUrl, dataDir }: AppConfig) =>
  databaseUrl !== undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.gen(function* () {
          const serve = makeServe(yield* Effect.context<CommandServices>())
          const run = yield* FiberSet.makeRuntime()
          yield* listenForControl(
            dataDir,
            (socket, secret) => void run(serve(socket, secret))
          ).pipe(
            Effect.catchTag("NotListening", ({ cause }) =>
              Effect.logWarning("The command line cannot reach this server: stop it first", cause)
            )
          )
        })
      )
