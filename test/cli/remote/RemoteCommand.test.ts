/**
 * The operator's side of a remote command: it prints, and it writes and refuses files as a local
 * command does.
 */
import { readFile, writeFile } from "node:fs/promises"
import type { Socket } from "node:net"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Queue, Stream } from "effect"
import { NetAddress } from "effect/net"
import { RpcServer } from "effect/rpc"
import { SocketServer } from "effect/socket"
import { layerLocalOperator } from "../../../src/cli/Operator.ts"
import { runRemotely } from "../../../src/cli/remote/RemoteCommand.ts"
import {
  ControlRpcs,
  layerControlFrames,
  maxPieceBytes,
  type OperatorReply,
  type OperatorRequest
} from "../../../src/infra/control/ControlRpcs.ts"
import { connectControl, listenForControl } from "../../../src/infra/control/ControlSocket.ts"
import { temporaryDirectory } from "../../support/process.ts"

type Ask = (request: OperatorRequest) => Effect.Effect<OperatorReply>
type Command = (ask: Ask, connection: Socket | undefined) => Effect.Effect<number>

/** A server whose every command is this one. */
const serving = (directory: string, command: Command) =>
  Effect.gen(function* () {
    let connection: Socket | undefined
    const connections = yield* Queue.unbounded<Socket>()
    yield* listenForControl(directory, (socket) => {
      connection = socket
      Queue.offerUnsafe(connections, socket)
    })
    const server = SocketServer.SocketServer.of({
      address: NetAddress.unixPathAddress("control"),
      run: (handle) =>
        Effect.forever(
          Effect.flatMap(Queue.take(connections), (socket) =>
            Effect.orDie(Effect.flatMap(NodeSocket.fromDuplex(Effect.succeed(socket)), handle))
          )
        )
    })
    const replies = yield* Queue.unbounded<OperatorReply>()
    const layerHandlers = ControlRpcs.toLayer({
      run: () =>
        Stream.callback<OperatorRequest>((requests) =>
          command(
            (request) => Effect.andThen(Queue.offer(requests, request), Queue.take(replies)),
            connection
          ).pipe(Effect.flatMap((code) => Queue.offer(requests, { type: "exit", code })))
        ),
      reply: (reply) => Effect.asVoid(Queue.offer(replies, reply))
    })
    yield* RpcServer.make(ControlRpcs).pipe(
      Effect.provide(RpcServer.layerProtocolSocketServer),
      Effect.provide(Layer.mergeAll(layerHandlers, layerControlFrames)),
      Effect.provideService(SocketServer.SocketServer, server),
      Effect.forkScoped
    )
  })

const failureOf = (directory: string, args: ReadonlyArray<string>, command: Command) =>
  Effect.gen(function* () {
    yield* serving(directory, command)
    const connection = yield* Effect.promise(() => connectControl(directory))
    if (connection === null) return "no server"
    return yield* Effect.flip(runRemotely(connection, args))
  }).pipe(
    Effect.scoped,
    Effect.provide(layerLocalOperator),
    Effect.provide(NodeServices.layer),
    Effect.runPromise
  )

const bytes = new Uint8Array(8)

describe("a remote command", () => {
  it("writes the file that its arguments name, and ends with the exit code", async () => {
    const { path: directory, remove } = await temporaryDirectory()
    const file = join(directory, "a.backup")
    const failure = await failureOf(directory, ["backup", file], (ask) =>
      Effect.gen(function* () {
        yield* ask({ type: "create", path: file, overwrite: false })
        yield* ask({ type: "append", bytes })
        yield* ask({ type: "finish" })
        return 3
      })
    )
    assert.deepInclude(failure, { _tag: "RemoteExit", code: 3 })
    assert.deepStrictEqual(Uint8Array.from(await readFile(file)), bytes)
    await remove()
  })

  it("refuses a file that appeared during the command, in the words of a local command", async () => {
    const { path: directory, remove } = await temporaryDirectory()
    const file = join(directory, "a.backup")
    const replies: OperatorReply[] = []
    await failureOf(directory, ["backup", file], (ask) =>
      Effect.gen(function* () {
        replies.push(yield* ask({ type: "create", path: file, overwrite: false }))
        yield* Effect.promise(() => writeFile(file, "another's"))
        replies.push(yield* ask({ type: "append", bytes }))
        replies.push(yield* ask({ type: "finish" }))
        return 1
      })
    )
    const message = `${file} exists already; --force replaces it`
    assert.deepStrictEqual(replies, [
      { type: "done" },
      { type: "done" },
      { type: "failed", message }
    ])
    await remove()
  })

  it("reads and writes no file that its arguments do not name", async () => {
    const { path: directory, remove } = await temporaryDirectory()
    const path = join(directory, "b")
    await writeFile(path, "secret")
    const replies: OperatorReply[] = []
    await failureOf(directory, ["backup", "a.backup"], (ask) =>
      Effect.gen(function* () {
        replies.push(yield* ask({ type: "create", path, overwrite: true }))
        replies.push(yield* ask({ type: "read", path }))
        return 1
      })
    )
    const refused: OperatorReply = { type: "failed", message: `${path} was not named` }
    assert.deepStrictEqual(replies, [refused, refused])
    assert.strictEqual(await readFile(path, "utf8"), "secret")
    await remove()
  })

  it.each<[string, Command]>([
    ["stops", () => Effect.interrupt],
    [
      "dies",
      (_ask, connection) =>
        Effect.andThen(
          Effect.sync(() => connection?.destroy()),
          Effect.never
        )
    ]
  ])("says so when the server %s before the command ends", async (_, command) => {
    const { path: directory, remove } = await temporaryDirectory()
    const failure = await failureOf(directory, ["sweep"], command)
    assert.deepInclude(failure, {
      message: "The connection to the server ended before the command did: see the server's log"
    })
    await remove()
  })

  it.each([
    [{ version: "0.0.0" }, ["sweep"], /The server runs version 0\.0\.0, this is .*: restart/],
    [{}, ["x".repeat(maxPieceBytes)], /The command is too long/]
  ])(
    "is not sent to another version, nor above the limit of a frame",
    async (other, args, message) => {
      const { path: directory, remove } = await temporaryDirectory()
      const failure = await Effect.gen(function* () {
        yield* serving(directory, () => Effect.succeed(0))
        const connection = yield* Effect.promise(() => connectControl(directory))
        if (connection === null) return "no server"
        return yield* Effect.flip(runRemotely({ ...connection, ...other }, args))
      }).pipe(
        Effect.scoped,
        Effect.provide(layerLocalOperator),
        Effect.provide(NodeServices.layer),
        Effect.runPromise
      )
      assert.match(String(failure), message)
      await remove()
    }
  )
})
