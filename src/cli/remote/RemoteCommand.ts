/**
 * Remote command: a command that the server runs for this process, which prints its output and
 * gives it the files that the arguments name, and no others.
 */
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Cause, Data, Effect, Layer, Predicate, Schedule, Stream } from "effect"
import * as RpcClient from "effect/rpc/RpcClient"
import * as Socket from "effect/socket/Socket"
import {
  ControlRpcs,
  layerControlFrames,
  maxPieceBytes,
  type OperatorReply,
  type OperatorRequest
} from "../../infra/control/ControlRpcs.ts"
import type { ControlConnection } from "../../infra/control/ControlSocket.ts"
import { version } from "../../infra/Version.ts"
import { openOutput, type PartFile, writingTo } from "../AtomicFile.ts"
import { CommandFailed, commandFailed } from "../commands/Shared.ts"
import { Operator } from "../Operator.ts"

/** The remote command ended with this exit code. */
export class RemoteExit extends Data.TaggedError("RemoteExit")<{ readonly code: number }> {}

const broken = new CommandFailed({
  message: "The connection to the server ended before the command did: see the server's log"
})

const print = (stream: NodeJS.WritableStream, bytes: Uint8Array): Effect.Effect<null> =>
  Effect.promise(() => new Promise((done) => stream.write(bytes, () => done(null))))

/** Failures are replies: they end the command in the server, in its words. */
const replying = <E>(work: Effect.Effect<OperatorReply, E>): Effect.Effect<OperatorReply> =>
  Effect.catch(work, (error) =>
    Effect.succeed({
      type: "failed",
      message: Predicate.hasProperty(error, "message") ? String(error.message) : String(error)
    })
  )

const makeReader = Effect.gen(function* () {
  const { read } = yield* Operator
  let chunks: AsyncIterator<Uint8Array> | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => void (await chunks?.return?.())))
  return (path: string) =>
    Effect.tryPromise({
      try: async (): Promise<OperatorReply> => {
        chunks ??= Stream.toAsyncIterable(read(path))[Symbol.asyncIterator]()
        const { value } = await chunks.next()
        return { type: "chunk", bytes: Uint8Array.from(value ?? []) }
      },
      catch: (error) => error
    })
})

/** A file that is not finished is removed. */
const makeWriter = Effect.gen(function* () {
  let open: { readonly path: string; readonly file: PartFile } | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => void (await open?.file.discard())))
  const onFile = (work: (file: PartFile) => Promise<void>) =>
    Effect.suspend((): Effect.Effect<OperatorReply, CommandFailed> => {
      if (open === undefined) return new CommandFailed({ message: "No file is open" })
      const { path, file } = open
      return Effect.as(
        writingTo(path, () => work(file)),
        { type: "done" }
      )
    })
  return {
    create: (path: string, overwrite: boolean) =>
      Effect.map(openOutput(path, overwrite), (file): OperatorReply => {
        open = { path, file }
        return { type: "done" }
      }),
    append: (bytes: Uint8Array) => onFile((file) => file.add(bytes)),
    finish: onFile((file) => file.finish())
  }
})

const makeAnswer = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const operator = yield* Operator
  const read = yield* makeReader
  const writer = yield* makeWriter
  const ifNamed = <E>(path: string, work: Effect.Effect<OperatorReply, E>) =>
    args.some((arg) => arg === path || arg.endsWith(`=${path}`))
      ? replying(work)
      : replying(new CommandFailed({ message: `${path} was not named` }))
  return (request: OperatorRequest): Effect.Effect<OperatorReply | null, RemoteExit> => {
    switch (request.type) {
      case "stdout":
        return print(process.stdout, request.bytes)
      case "stderr":
        return print(process.stderr, request.bytes)
      case "progress":
        return Effect.as(operator.progress(request.unit)(request.done, request.total), null)
      case "confirm":
        return Effect.map(operator.confirm(request.question), (yes) => ({ type: "confirmed", yes }))
      case "read":
        return ifNamed(request.path, read(request.path))
      case "create":
        return ifNamed(request.path, writer.create(request.path, request.overwrite))
      case "append":
        return replying(writer.append(request.bytes))
      case "finish":
        return replying(writer.finish)
      case "exit":
        return new RemoteExit({ code: request.code })
    }
  }
})

/** Pings would end a command while the server computes for longer than their timeout. */
const layerProtocol = ({ socket }: ControlConnection) =>
  RpcClient.layerProtocolSocket({
    pingInterval: "Infinity",
    retryPolicy: Schedule.recurs(0)
  }).pipe(
    Layer.provide(Layer.effect(Socket.Socket, NodeSocket.fromDuplex(Effect.succeed(socket)))),
    Layer.provide(layerControlFrames)
  )

const refusalOf = (connection: ControlConnection, args: ReadonlyArray<string>): string | null => {
  if (connection.version !== version) {
    return (
      `The server runs version ${connection.version}, this is ${version}: restart the ` +
      "server first"
    )
  }
  return Buffer.byteLength(JSON.stringify(args)) > maxPieceBytes ? "The command is too long" : null
}

/** Fails with `RemoteExit` when the command has ended. */
export const runRemotely = Effect.fnUntraced(function* (
  connection: ControlConnection,
  args: ReadonlyArray<string>
) {
  yield* Effect.addFinalizer(() => Effect.sync(() => connection.socket.destroy()))
  const refusal = refusalOf(connection, args)
  if (refusal !== null) return yield* new CommandFailed({ message: refusal })
  const answer = yield* makeAnswer(args)
  const protocol = yield* Layer.build(layerProtocol(connection))
  const client = yield* Effect.provideContext(
    RpcClient.make(ControlRpcs, { disableTracing: true }),
    protocol
  )
  yield* client.run({ secret: connection.secret, args }).pipe(
    Stream.runForEach((request) =>
      Effect.flatMap(answer(request), (reply) =>
        reply === null ? Effect.void : client.reply(reply)
      )
    ),
    Effect.catchTags({
      CommandRefused: commandFailed,
      RpcClientError: () => Effect.fail(broken)
    }),
    // A server that stops interrupts its commands.
    Effect.catchCauseIf(Cause.hasInterruptsOnly, () => Effect.fail(broken))
  )
  return yield* broken
})
