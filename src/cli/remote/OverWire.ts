/** Runs a command in the server for an operator at the other end of a socket: it prints there, and asks there. */
import { Console as NodeConsole } from "node:console"
import { Writable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, type Context, Effect, Option, Stream } from "effect"
import { type Frame, maxFrameBytes, type Wire } from "../../infra/control/Wire.ts"
import { type CommandServices, Place, placeOpen } from "../CommandHost.ts"
import { CommandFailed } from "../commands/Shared.ts"
import { Operator } from "../Operator.ts"
import { runCommand } from "../Run.ts"
import { type FromServer, readFromOperator, tell, tellText } from "./Messages.ts"

/** What a command prints is said to the operator, in the order in which it was printed. */
const makeOutputs = (wire: Wire) => {
  let said = Promise.resolve()
  const outputTo = (type: "out" | "err") =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        said = said.then(() => tellText(wire, type, text))
        done()
      }
    })
  const console = new NodeConsole({
    stdout: outputTo("out"),
    stderr: outputTo("err"),
    colorMode: false
  })
  return { console, allSaid: Effect.promise(() => said) }
}

/** Asks the operator and gives their answer; whoever is gone or answers nonsense ends the command. */
const makeAsk =
  (wire: Wire) =>
  (said: FromServer): Effect.Effect<Frame> =>
    Effect.flatMap(
      Effect.promise(async () => {
        await tell(wire, said)
        return wire.next()
      }),
      (frame) => (frame === undefined ? Effect.never : Effect.succeed(frame))
    )

const operatorOver = (wire: Wire): Operator["Service"] => {
  const ask = makeAsk(wire)
  const answerTo = (said: FromServer) =>
    Effect.flatMap(ask(said), (frame) => {
      const answer = frame.kind === "text" ? readFromOperator(frame.text) : Option.none()
      if (Option.isNone(answer)) return Effect.die(new Error("an answer that is none"))
      return answer.value.type === "failed"
        ? new CommandFailed({ message: answer.value.message })
        : Effect.succeed(answer.value)
    })
  const sendAll = Effect.fnUntraced(function* (bytes: Uint8Array) {
    for (let from = 0; from < bytes.length; from += maxFrameBytes) {
      const part = bytes.subarray(from, from + maxFrameBytes)
      yield* Effect.promise(() => wire.send({ kind: "bytes", bytes: part }))
    }
  })
  return Operator.of({
    progress: (unit) => (done, total) =>
      Effect.promise(() => tell(wire, { type: "progress", unit, done, total })),
    confirm: (question) =>
      Effect.map(Effect.orDie(answerTo({ type: "confirm", question })), (answer) =>
        answer.type === "answer" ? answer.yes : null
      ),
    read: (path) =>
      Stream.unwrap(
        Effect.as(
          Effect.promise(() => tell(wire, { type: "read", path })),
          Stream.unfold(null, () =>
            Effect.gen(function* () {
              const frame = yield* ask({ type: "more" })
              if (frame.kind === "bytes") return [frame.bytes, null] as const
              const answer = Option.getOrUndefined(readFromOperator(frame.text))
              return answer?.type === "failed"
                ? yield* new CommandFailed({ message: answer.message })
                : undefined
            })
          )
        )
      ),
    write: (path, overwrite, bytes) =>
      Effect.gen(function* () {
        yield* answerTo({ type: "write", path, overwrite })
        yield* Stream.runForEach(bytes, sendAll)
        yield* answerTo({ type: "written" })
      })
  })
}

export const runOverWire = Effect.fnUntraced(function* (
  wire: Wire,
  args: ReadonlyArray<string>,
  open: Context.Context<CommandServices>
) {
  const { console, allSaid } = makeOutputs(wire)
  const code = yield* runCommand(args).pipe(
    Effect.provideService(Console.Console, console),
    Effect.provideService(Place, placeOpen(open)),
    Effect.provideService(Operator, operatorOver(wire)),
    Effect.provide(NodeServices.layer)
  )
  yield* allSaid
  yield* Effect.promise(() => tell(wire, { type: "exit", code }))
})
