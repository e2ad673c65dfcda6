/**
 * Has a server run a command: prints what it says, and gives it what only the operator's side has. It reads
 * and writes no file but those that the operator named.
 */
import { Data, Effect, Option, Predicate, type Scope, Stream } from "effect"
import { type Reached, reachControl } from "../../infra/control/ControlSocket.ts"
import { type Frame, maxFrameBytes, type Wire, wireOn } from "../../infra/control/Wire.ts"
import { version } from "../../infra/Version.ts"
import { beginOutput, type PartFile, writingTo } from "../AtomicFile.ts"
import { CommandFailed } from "../commands/Shared.ts"
import { Operator } from "../Operator.ts"
import { type FromOperator, type FromServer, type Hello, readFromServer, tell } from "./Messages.ts"

/** The command ran elsewhere, and has said all there is to say. */
export class Ended extends Data.TaggedError("Ended")<{ readonly code: number }> {}

const broken = new CommandFailed({
  message: "The connection to the server ended before the command did: see the server's log"
})

const print = (stream: NodeJS.WritableStream, text: string): Effect.Effect<void> =>
  Effect.promise(() => new Promise((done) => stream.write(text, () => done())))

/** What is sent in answer; null where nothing is. */
type Answer = Frame | FromOperator | null

const failedWith = (error: unknown): FromOperator => ({
  type: "failed",
  message: Predicate.hasProperty(error, "message") ? String(error.message) : String(error)
})

const trying = (work: () => Promise<Answer>): Effect.Effect<Answer> =>
  Effect.promise(() => work().catch(failedWith))

/** The file that is being read. */
const makeReading = Effect.fnUntraced(function* (isNamed: (path: string) => boolean) {
  const operator = yield* Operator
  let chunks: AsyncIterator<Uint8Array> | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => void (await chunks?.return?.())))
  return {
    begin: (path: string) =>
      Effect.sync((): Answer => {
        if (!isNamed(path)) return failedWith(`${path} was not named`)
        chunks = Stream.toAsyncIterable(operator.read(path))[Symbol.asyncIterator]()
        return null
      }),
    more: trying(async () => {
      const next = await chunks?.next()
      return next === undefined || next.done === true
        ? { type: "ended" }
        : { kind: "bytes", bytes: next.value }
    })
  }
})

/** The file that is being written; what is not finished leaves nothing behind. */
const makeWriting = Effect.fnUntraced(function* (isNamed: (path: string) => boolean) {
  let under: { readonly path: string; readonly file: PartFile } | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => void (await under?.file.discard())))
  const doing = (work: (file: PartFile) => Promise<void>) =>
    Effect.suspend(() => {
      if (under === undefined) return Effect.void
      const { path, file } = under
      return writingTo(path, () => work(file))
    })
  const answered = <E>(work: Effect.Effect<void, E>): Effect.Effect<Answer> =>
    work.pipe(
      Effect.as<Answer>({ type: "done" }),
      Effect.catch((error) => Effect.succeed(failedWith(error)))
    )
  return {
    begin: (path: string, overwrite: boolean) =>
      isNamed(path)
        ? answered(
            Effect.map(beginOutput(path, overwrite), (file) => {
              under = { path, file }
            })
          )
        : Effect.succeed(failedWith(`${path} was not named`)),
    add: (bytes: Uint8Array) => doing((file) => file.add(bytes)),
    finish: answered(doing((file) => file.finish()))
  }
})

const makeAnswers = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const isNamed = (path: string) => args.some((arg) => arg === path || arg.endsWith(`=${path}`))
  const operator = yield* Operator
  const reading = yield* makeReading(isNamed)
  const writing = yield* makeWriting(isNamed)
  const nothing = Effect.as<Answer>(null)
  const answerTo = (said: FromServer): Effect.Effect<Answer, Ended> => {
    switch (said.type) {
      case "out":
        return nothing(print(process.stdout, said.text))
      case "err":
        return nothing(print(process.stderr, said.text))
      case "progress":
        return nothing(operator.progress(said.unit)(said.done, said.total))
      case "confirm":
        return Effect.map(operator.confirm(said.question), (yes) => ({ type: "answer", yes }))
      case "read":
        return reading.begin(said.path)
      case "more":
        return reading.more
      case "write":
        return writing.begin(said.path, said.overwrite)
      case "written":
        return writing.finish
      case "exit":
        return new Ended({ code: said.code })
    }
  }
  return (frame: Frame): Effect.Effect<Answer, Ended | CommandFailed> => {
    if (frame.kind === "bytes") return nothing(writing.add(frame.bytes))
    const said = readFromServer(frame.text)
    return Option.isNone(said) ? broken : answerTo(said.value)
  }
})

const converse = Effect.fnUntraced(function* (reached: Reached, args: ReadonlyArray<string>) {
  const wire: Wire = wireOn(reached.socket)
  yield* Effect.addFinalizer(() => Effect.sync(() => reached.socket.destroy()))
  const hello: typeof Hello.Type = { type: "hello", version, secret: reached.secret, args }
  if (Buffer.byteLength(JSON.stringify(hello)) > maxFrameBytes) {
    return yield* new CommandFailed({ message: "The command is too long" })
  }
  const answers = yield* makeAnswers(args)
  yield* Effect.promise(() => tell(wire, hello))
  for (;;) {
    const frame = yield* Effect.promise(() => wire.next())
    if (frame === undefined) return yield* broken
    const answer = yield* answers(frame)
    if (answer === null) continue
    yield* Effect.promise(() => ("kind" in answer ? wire.send(answer) : tell(wire, answer)))
  }
})

type Ask = (
  args: ReadonlyArray<string>
) => Effect.Effect<never, Ended | CommandFailed, Operator | Scope.Scope>

/** The way to the server that holds the embedded database, or null where none answers. */
export const findServer = (dataDir: string): Effect.Effect<Ask | null> =>
  Effect.map(
    Effect.promise(() => reachControl(dataDir)),
    (reached) => (reached === null ? null : (args) => converse(reached, args))
  )
