/**
 * The listening socket with small limits: a slow, silent or non-reading peer is disconnected and
 * its descriptor released. A stop waits for answers alone.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { connect, Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { afterEach, beforeEach } from "vitest"
import { Readiness } from "../../../src/http/server/Health.ts"
import { layerNodeServer } from "../../../src/http/server/NodeServer.ts"
import { type SocketLimits, socketLimitsOf } from "../../../src/http/server/SocketLimits.ts"
import { eventually } from "../../support/process.ts"

const socketLimits = socketLimitsOf(1024, false)

/** So long that a test which needs it to pass fails by its own time limit. */
const never = 3_600_000
const patient: SocketLimits = {
  headersMillis: never,
  requestMillis: never,
  uploadMillis: never,
  stallMillis: never,
  keepAliveMillis: never,
  crowdedMillis: never,
  manyOpen: 1000,
  maxOpen: 1000,
  maxOpenPerAddress: 1000,
  lingerMillis: 50,
  checkMillis: 10,
  drainMillis: never
}

/** The server's ends of the connections, whatever the clients think of them. */
let accepted: Socket[] = []
const onAccepted = (message: unknown): void => {
  if (typeof message !== "object" || message === null || !("socket" in message)) return
  if (message.socket instanceof Socket) accepted.push(message.socket)
}
let clients: Socket[] = []
let ends: Array<() => Promise<unknown>> = []

beforeEach(() => {
  accepted = []
  clients = []
  ends = []
  subscribe("net.server.socket", onAccepted)
})
afterEach(async () => {
  unsubscribe("net.server.socket", onAccepted)
  for (const client of clients) client.destroy()
  for (const end of ends) await end()
})

const freeOf = (count: number) =>
  eventually(async () =>
    accepted.length === count && accepted.every(({ destroyed }) => destroyed) ? true : undefined
  )

/** A server with one app; `held` answers when it is released, `big` is more than kernels buffer. */
const start = async (limits: Partial<SocketLimits>) => {
  const scope = Effect.runSync(Scope.make())
  const draining = Effect.runSync(Deferred.make<void>())
  const release = Effect.runSync(Deferred.make<void>())
  let begun = 0
  let ended = 0
  const app = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    begun += 1
    if (request.url === "/body" || request.url === "/v1/files") yield* request.text
    if (request.url === "/held") yield* Deferred.await(release)
    if (request.url === "/big") return HttpServerResponse.uint8Array(new Uint8Array(64 << 20))
    return HttpServerResponse.text("done")
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        ended += 1
      })
    )
  )
  const readiness = {
    isReady: Effect.succeed(true),
    drain: Effect.asVoid(Deferred.succeed(draining, undefined)),
    isDraining: Deferred.isDone(draining),
    drained: Deferred.await(draining)
  }
  const listener = layerNodeServer({
    host: "127.0.0.1",
    port: 0,
    tls: undefined,
    limits: { ...patient, ...limits }
  }).pipe(Layer.provide(Layer.succeed(Readiness, readiness)))
  const built = await Effect.runPromise(
    Layer.buildWithScope(HttpServer.serve(app).pipe(Layer.provideMerge(listener)), scope)
  )
  const address = HttpServer.formatAddress(Context.get(built, HttpServer.HttpServer).address)
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  ends.push(stop)
  const { hostname, port } = new URL(address)
  const open = async (bytes: string) => {
    // Half open: this peer never ends the connection by itself.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    clients.push(socket)
    socket.on("error", () => {})
    const received = { text: "" }
    await once(socket, "connect")
    socket.write(bytes)
    const answer = new Promise<string>((resolve) => {
      socket.once("end", () => resolve(received.text))
      socket.once("close", () => resolve(received.text))
    })
    const listen = () => {
      socket.on("data", (chunk) => {
        received.text += chunk.toString("latin1")
      })
      return answer
    }
    return { socket, received, listen }
  }
  return {
    open,
    stop,
    drain: () => Effect.runPromise(readiness.drain),
    release: () => Effect.runSync(Deferred.succeed(release, undefined)),
    begun: () => begun,
    ended: () => ended
  }
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["open"]>>

const request = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const upload = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbegin`

const assertRefused = (answer: string) => {
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /\r\nx-request-id: req_[0-9a-z]{26}\r\n/i)
  const { error } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))
  assert.hasAllKeys(error, ["code", "message", "status"])
  assert.deepInclude(error, { code: "BAD_REQUEST", status: 400 })
}

describe("connections that are cut", () => {
  it("are let go of after the answer, when headers were slow and the peer stays half open", async () => {
    const { open } = await start({ headersMillis: 50, requestMillis: 50 })
    const slow = await Promise.all(
      Array.from({ length: 20 }, () => open("GET / HTTP/1.1\r\nHost: x\r\nX-Slow:"))
    )
    for (const { listen } of slow) assertRefused(await listen())
    await freeOf(20)
  })

  it("are let go of after any broken request, and when the peer never reads its answer", async () => {
    const { open } = await start({})
    const broken = await open("GARBAGE\r\n\r\n")
    assertRefused(await broken.listen())
    await open(`${request("/").repeat(3)}GARBAGE\r\n\r\n`)
    await freeOf(2)
  })

  it("begin no request that is completed after its refusal", async () => {
    const { open, begun } = await start({ headersMillis: 50, requestMillis: 50, lingerMillis: 500 })
    const late = await open("GET / HTTP/1.1\r\nHost: x\r\n")
    assertRefused(await late.listen())
    late.socket.write("\r\n")
    await freeOf(1)
    assert.strictEqual(begun(), 0)
  })

  it("get the answer of the whole request before the broken one", async () => {
    const { open, release, begun } = await start({})
    const both = await open(`${request("/held")}GARBAGE\r\n\r\n`)
    await eventually(async () => (begun() === 1 ? true : undefined))
    release()
    const [first, second] = (await both.listen()).split(/(?=HTTP\/1\.1 400)/)
    assert.match(first ?? "", /^HTTP\/1\.1 200 [\s\S]*done$/)
    assertRefused(second ?? "")
    await freeOf(1)
  })

  it("get the whole answer that came before the body broke", async () => {
    const { open, ended } = await start({ lingerMillis: never })
    const early = await open(request("/big", "Transfer-Encoding: chunked\r\n"))
    await eventually(async () => (ended() === 1 ? true : undefined))
    early.socket.write("no chunk\r\n")
    const answer = await early.listen()
    assert.match(answer.slice(0, 20), /^HTTP\/1\.1 200/)
    assert.strictEqual(answer.length - answer.indexOf("\r\n\r\n") - 4, 64 << 20)
    early.socket.end()
    await freeOf(1)
  })

  it("are those whose body is late; an upload has more time, unless it was refused", async () => {
    const { open } = await start({ requestMillis: 50 })
    const taken = await open(upload("/v1/files"))
    const answer = taken.listen()
    const refused = await open(upload("/v1/files?refuse"))
    assert.match(await refused.listen(), /^HTTP\/1\.1 200/)
    const late = await open(upload("/body"))
    assertRefused(await late.listen())
    await eventually(async () =>
      accepted.filter(({ destroyed }) => destroyed).length === 2 ? true : undefined
    )
    taken.socket.end("x".repeat(95))
    assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*done$/)
  })

  it("are those whose body stops, and not one whose answer takes as long", async () => {
    const { open, release, ended } = await start({ stallMillis: 100 })
    const held = await open(request("/held", "Connection: close\r\n"))
    const stalled = await open(upload("/body"))
    assertRefused(await stalled.listen())
    await eventually(async () => (ended() === 1 ? true : undefined))
    release()
    assert.match(await held.listen(), /^HTTP\/1\.1 200 [\s\S]*done$/)
    await freeOf(2)
  })

  it("are those whose body stops after its answer, without a second one", async () => {
    const { open } = await start({ stallMillis: 100 })
    const early = await open(upload("/"))
    assert.match(await early.listen(), /^HTTP\/1\.1 200 [\s\S]*done$/)
    await freeOf(1)
  })

  it("are those whose peer does not read", async () => {
    const { open } = await start({ stallMillis: 100 })
    const { socket } = await open(request("/big"))
    socket.pause()
    await freeOf(1)
  })

  it("are those that never send a byte", async () => {
    const { open } = await start({ stallMillis: 100 })
    await open("")
    await freeOf(1)
  })
})

describe("requests that are no valid HTTP/1", () => {
  it.each([
    ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["the same Host twice", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"],
    ["two Hosts with HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["no Host", "GET / HTTP/1.1\r\n\r\n"],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    ["HTTP/2.0 in words", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"],
    ["HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ],
    [
      "an encoding that is not chunked",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n"
    ],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"]
  ])("%s: 400 in the envelope, and the end", async (_, bytes) => {
    const { open, begun } = await start({})
    assertRefused(await (await open(bytes)).listen())
    assert.strictEqual(begun(), 0)
    await freeOf(1)
  })

  it("leave HTTP/1.0 without a Host alone", async () => {
    const { open } = await start({})
    assert.match(await (await open("GET / HTTP/1.0\r\n\r\n")).listen(), /^HTTP\/1\.1 200 /)
  })
})

describe("a connection between two requests", () => {
  const { keepAliveMillis, crowdedMillis } = socketLimits
  const answered = async ({ received, listen }: Opened) => {
    void listen()
    await eventually(async () => (received.text.endsWith("done") ? true : undefined))
    return /\r\nkeep-alive: (.*)\r\n/i.exec(received.text)?.[1]
  }

  it("is kept longer than proxies and balancers keep theirs", async () => {
    const { open } = await start({ keepAliveMillis })
    assert.strictEqual(await answered(await open(request("/"))), "timeout=620")
    assert.isAbove(crowdedMillis, socketLimits.headersMillis)
  })

  it("is kept for less while many are open", async () => {
    const { open } = await start({ keepAliveMillis, crowdedMillis, manyOpen: 2 })
    const told = async () => answered(await open(request("/")))
    const [first, second, third] = [await told(), await told(), await told()]
    assert.deepStrictEqual([first, second, third], ["timeout=620", "timeout=620", "timeout=65"])
    for (const client of clients) client.destroy()
    await freeOf(3)
    assert.strictEqual(await told(), "timeout=620")
  })
})

describe("connections beyond what the process can open", () => {
  const answered = async ({ received, listen }: Opened) => {
    void listen()
    await eventually(async () => (received.text.endsWith("done") ? true : undefined))
  }
  const isClosed = ({ socket }: Opened) =>
    eventually(async () => (socket.readableEnded || socket.destroyed ? true : undefined))

  for (const bound of [{ maxOpen: 3 }, { maxOpenPerAddress: 3 }]) {
    it(`take the place of the longest idle: ${JSON.stringify(bound)}`, async () => {
      const { open, release, begun } = await start(bound)
      const held = await open(request("/held"))
      void held.listen()
      await eventually(async () => (begun() === 1 ? true : undefined))
      const [first, second] = [await open(request("/")), await open(request("/"))]
      await answered(first)
      await answered(second)
      // It is the most recently idle connection again.
      first.received.text = ""
      first.socket.write(request("/"))
      await answered(first)
      await answered(await open(request("/")))
      await isClosed(second)
      assert.deepStrictEqual([first.socket.destroyed, first.socket.readableEnded], [false, false])
      release()
      await answered(held)
    })
  }

  it("are refused where none is idle", async () => {
    const { open, release, begun } = await start({ maxOpen: 2 })
    const both = [await open(request("/held")), await open(request("/held"))]
    await eventually(async () => (begun() === 2 ? true : undefined))
    const refused = await open(request("/"))
    assert.strictEqual(await refused.listen(), "")
    release()
    for (const one of both) await answered(one)
    await answered(await open(request("/")))
  })

  it("are fewer than the process's files, and one address has half of them", () => {
    assert.deepInclude(socketLimitsOf(300, false), {
      maxOpen: 225,
      maxOpenPerAddress: 113,
      manyOpen: 57
    })
    assert.deepInclude(socketLimitsOf(300, true), { maxOpen: 225, maxOpenPerAddress: 225 })
    assert.deepInclude(socketLimitsOf(Number.POSITIVE_INFINITY, false), {
      maxOpen: 20_000,
      manyOpen: 1000
    })
  })
})

describe("a stop", () => {
  it("ends idle connections at the drain, and each other one with its answer", async () => {
    const { open, drain, stop, release, begun } = await start({})
    const idle = await open(request("/"))
    const ended = idle.listen()
    await eventually(async () => (idle.received.text.endsWith("done") ? true : undefined))
    const held = await open(request("/held"))
    const silent = await open("")
    await eventually(async () => (begun() === 2 ? true : undefined))
    await drain()
    assert.match(await ended, /^HTTP\/1\.1 200 [\s\S]*done$/)
    // Until it no longer listens it takes new connections, for as long as one answer.
    const late = await open(request("/"))
    assert.match(await late.listen(), /\r\nconnection: close\r\n/i)
    const stopped = stop()
    await silent.listen()
    release()
    assert.match(await held.listen(), /\r\nconnection: close\r\n[\s\S]*done$/i)
    await stopped
    await freeOf(4)
  })

  it("ends a connection with the answer to the last of its pipelined requests", async () => {
    const held = request("/held")
    const { open, drain, stop, release, begun } = await start({})
    const before = await open(held.repeat(3))
    const during = await open(held)
    await eventually(async () => (begun() === 4 ? true : undefined))
    await drain()
    during.socket.write(held.repeat(2))
    await eventually(async () => (begun() === 6 ? true : undefined))
    release()
    for (const connection of [before, during]) {
      const answers = (await connection.listen()).split(/(?=HTTP\/1\.1 200)/)
      assert.deepStrictEqual(
        answers.map((answer) => /connection: ([\w-]+)/i.exec(answer)?.[1]),
        ["keep-alive", "keep-alive", "close"]
      )
    }
    await stop()
  })

  it("does not wait for a peer that reads no answer, beyond its time", async () => {
    const { open, stop, begun } = await start({ drainMillis: 50 })
    const { socket } = await open(request("/big"))
    socket.pause()
    await eventually(async () => (begun() === 1 ? true : undefined))
    await stop()
    await freeOf(1)
  })
})
