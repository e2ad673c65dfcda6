/**
 * Command session: one connection of the control socket, on which the server runs one command. The
 * command prints to its operator and uses the operator's files and answers over remote procedure
 * calls.
 */
import { Console as NodeConsole } from "node:console"
import { timingSafeEqual } from "node:crypto"
import type { Socket } from "node:net"
import { Writable } from "node:stream"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { type Cause, Console, type Context, Deferred, Effect, Queue, Stream } from "effect"
import * as NetAddress from "effect/net/NetAddress"
import * as RpcServer from "effect/rpc/RpcServer"
import * as SocketServer from "effect/socket/SocketServer"
import { CurrentActor } from "../../app/CurrentActor.ts"
import { CommandHost, type CommandServices, type DatabaseServices } from "../../cli/CommandHost.ts"
import { CommandFailed } from "../../cli/commands/Shared.ts"
import { Operator } from "../../cli/Operator.ts"
import { runCommand } from "../../cli/Run.ts"
import { operatorActor } from "../../domain/access/Actor.ts"
import {
  CommandRefused,
  ControlRpcs,
  layerControlFrames,
  maxPieceBytes,
  type OperatorReply,
  type OperatorRequest,
  type RunPayload
} from "../../infra/control/ControlRpcs.ts"

type Requests = Queue.Queue<OperatorRequest, Cause.Done>

const piecesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  Array.from({ length: Math.ceil(bytes.length / maxPieceBytes) }, (_, index) =>
    Uint8Array.from(bytes.subarray(index * maxPieceBytes, (index + 1) * maxPieceBytes))
  )

const consoleOf = (requests: Requests): Console.Console => {
  const outputTo = (type: "stdout" | "stderr") =>
    new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        for (const bytes of piecesOf(chunk)) Queue.offerUnsafe(requests, { type, bytes })
        done()
      }
    })
  return new NodeConsole({
    stdout: outputTo("stdout"),
    stderr: outputTo("stderr"),
    colorMode: false
  })
}

/**
 * Requests are answered one at a time, so that the sender of a file is not faster than its
 * receiver.
 */
const operatorOf = (requests: Requests, replies: Queue.Queue<OperatorReply>) => {
  const ask = Effect.fnUntraced(function* (request: OperatorRequest) {
    yield* Queue.offer(requests, request)
    const reply = yield* Queue.take(replies)
    return reply.type === "failed" ? yield* new CommandFailed({ message: reply.message }) : reply
  })
  return Operator.of({
    progress: (unit) => (done, total) =>
      Queue.offer(requests, { type: "progress", unit, done, total }),
    confirm: (question) =>
      Effect.map(Effect.orDie(ask({ type: "confirm", question })), (reply) =>
        reply.type === "confirmed" ? reply.yes : null
      ),
    read: (path) =>
      Stream.unfold(null, () =>
        Effect.map(ask({ type: "read", path }), (reply) =>
          reply.type === "chunk" && reply.bytes.length > 0
            ? ([reply.bytes, null] as const)
            : undefined
        )
      ),
    write: Effect.fnUntraced(function* (path, overwrite, bytes) {
      yield* ask({ type: "create", path, overwrite })
      yield* Stream.runForEach(bytes, (chunk) =>
        Effect.forEach(piecesOf(chunk), (piece) => ask({ type: "append", bytes: piece }), {
          discard: true
        })
      )
      yield* ask({ type: "finish" })
    })
  })
}

/** The command runs on what the server has open. */
const hostOf = (services: Context.Context<CommandServices>): CommandHost["Service"] => {
  const on =
    <Services>(available: Context.Context<Services>) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.provideContext(Effect.provideService(work, CurrentActor, operatorActor), available)
  return CommandHost.of({
    isServer: true,
    onDatabase: on<DatabaseServices>(services),
    onService: on(services),
    whole: (command) => command,
    serveRouter: Effect.fail(new CommandFailed({ message: "Run the router in its own process" })),
    serveDev: () => new CommandFailed({ message: "A server runs already" })
  })
}

const isSame = (given: string, secret: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const layerHandlers = (
  secret: string,
  isFull: boolean,
  started: Deferred.Deferred<void>,
  services: Context.Context<CommandServices>
) =>
  ControlRpcs.toLayer(
    Effect.gen(function* () {
      const replies = yield* Queue.sliding<OperatorReply>(1)
      const run = (args: ReadonlyArray<string>) =>
        Stream.callback<OperatorRequest>((requests) =>
          runCommand(args).pipe(
            Effect.flatMap((code) => Queue.offer(requests, { type: "exit", code })),
            Effect.andThen(Queue.end(requests)),
            Effect.provideService(Console.Console, consoleOf(requests)),
            Effect.provideService(Operator, operatorOf(requests, replies)),
            Effect.provideService(CommandHost, hostOf(services)),
            Effect.provide(NodeServices.layer)
          )
        )
      const begin = Effect.fnUntraced(function* (payload: RunPayload) {
        if (!isSame(payload.secret, secret)) {
          return yield* new CommandRefused({ message: "The secret is wrong" })
        }
        if (!(yield* Deferred.succeed(started, undefined))) {
          return yield* new CommandRefused({ message: "A connection runs one command" })
        }
        if (isFull) {
          return yield* new CommandRefused({
            message: "The server runs too many commands: try again"
          })
        }
        // A frame holds one request.
        return Stream.rechunk(run(payload.args), 1)
      })
      return ControlRpcs.of({
        run: (payload) => Stream.unwrap(begin(payload)),
        reply: (reply) => Effect.asVoid(Queue.offer(replies, reply))
      })
    })
  )

/** Serves until the peer is gone; a peer that starts no command within five seconds is cut off. */
export const serveSession = Effect.fnUntraced(function* (
  connection: Socket,
  secret: string,
  isFull: boolean,
  services: Context.Context<CommandServices>
) {
  const started = yield* Deferred.make<void>()
  const gone = yield* Deferred.make<void>()
  const socket = yield* NodeSocket.fromDuplex(Effect.succeed(connection))
  const server = SocketServer.SocketServer.of({
    address: NetAddress.unixPathAddress("control"),
    run: (handle) =>
      Effect.andThen(
        Effect.ensuring(Effect.orDie(handle(socket)), Deferred.succeed(gone, undefined)),
        Effect.never
      )
  })
  const serving = RpcServer.make(ControlRpcs, { disableTracing: true }).pipe(
    Effect.provide(RpcServer.layerProtocolSocketServer),
    Effect.provide(layerHandlers(secret, isFull, started, services)),
    Effect.provide(layerControlFrames),
    Effect.provideService(SocketServer.SocketServer, server)
  )
  const silence = Effect.andThen(
    Effect.sleep("5 seconds"),
    Effect.suspend(() => (Deferred.isDoneUnsafe(started) ? Effect.never : Effect.void))
  )
  yield* Effect.raceAllFirst([serving, Deferred.await(gone), silence])
})
