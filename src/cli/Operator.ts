/**
 * Operator: the caller of a command, with its files and answers. A server that runs the command
 * reaches them over the control socket.
 */
import { Console, Context, Effect, FileSystem, Layer, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { writeAtomically } from "./AtomicFile.ts"
import { CommandFailed } from "./commands/Shared.ts"

export class Operator extends Context.Service<
  Operator,
  {
    readonly progress: (unit: string) => (done: number, total: number) => Effect.Effect<void>
    /** Null without a terminal. */
    readonly confirm: (question: string) => Effect.Effect<boolean | null>
    readonly read: (path: string) => Stream.Stream<Uint8Array, CommandFailed>
    /**
     * The file appears when it is complete, readable by its owner alone; `-` is standard output.
     */
    readonly write: <E, R>(
      path: string,
      overwrite: boolean,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<void, CommandFailed | E, R>
  }
>()("retainer/cli/Operator") {}

const barWidth = 30

/** Progress bar on stderr: redrawn on a terminal, elsewhere a line for each tenth. */
const drawProgress =
  (unit: string) =>
  (done: number, total: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const filled = Math.round((barWidth * done) / total)
      const bar = `[${"#".repeat(filled)}${" ".repeat(barWidth - filled)}] ${done}/${total} ${unit}`
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${bar}${done === total ? "\n" : ""}`)
        return Effect.void
      }
      const tenth = Math.max(1, Math.floor(total / 10))
      return done % tenth < 5 || done === total ? Console.error(bar) : Effect.void
    })

/** The operator of this process. */
export const layerLocalOperator = Layer.effect(
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
      write: writeAtomically
    })
  })
)
