/**
 * What a command needs of whoever called it: their files and their answers. In the operator's own process
 * these are at hand; a server that runs the command for them asks over the socket.
 */
import { Context, Effect, FileSystem, Layer, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { drawProgress } from "../process/ProgressBar.ts"
import { writeWhole } from "./AtomicFile.ts"
import { CommandFailed } from "./commands/Shared.ts"

export class Operator extends Context.Service<
  Operator,
  {
    readonly progress: (unit: string) => (done: number, total: number) => Effect.Effect<void>
    /** Null where nobody can be asked. */
    readonly confirm: (question: string) => Effect.Effect<boolean | null>
    readonly read: (path: string) => Stream.Stream<Uint8Array, CommandFailed>
    /** The file appears when it is whole, readable by its owner alone; `-` is standard output. */
    readonly write: <E, R>(
      path: string,
      overwrite: boolean,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<void, CommandFailed | E, R>
  }
>()("retainer/cli/Operator") {}

/** The operator of this process. */
export const layerHere = Layer.effect(
  Operator,
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const stdio = yield* Stdio.Stdio
    const services = yield* Effect.context<Prompt.Environment>()
    return Operator.of({
      progress: drawProgress,
      confirm: (message) =>
        process.stdin.isTTY && process.stdout.isTTY
          ? Prompt.run(Prompt.Confirm({ message })).pipe(
              Effect.catchTag("QuitError", () => Effect.succeed(false)),
              Effect.provideContext(services)
            )
          : Effect.succeed(null),
      read: (path) =>
        Stream.mapError(
          path === "-" ? stdio.stdin : files.stream(path),
          ({ message }) => new CommandFailed({ message: `${path} cannot be read: ${message}` })
        ),
      write: writeWhole
    })
  })
)
