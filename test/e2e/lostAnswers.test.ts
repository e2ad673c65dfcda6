/**
 * Both clients against the real server, over a connection that loses what the server answered:
 * nothing is done twice.
 */
import { request as ask, createServer, type Server as Proxy } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { afterAll, beforeAll } from "vitest"
import { createRetainer, makeClient, RetainerUnanswered } from "../../src/client.ts"
import { useServer } from "../support/server.ts"

const service = useServer()
let proxy: Proxy
let baseUrl: string
/** Number of answers to drop after the server sent them. */
let losing = 0
let keys: Array<string | undefined> = []

beforeAll(async () => {
  proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    if (method === "POST") keys.push(headers["idempotency-key"]?.toString())
    const onward = ask(`${service.server.url}${incoming.url}`, { method, headers }, (answer) => {
      if (method === "POST" && losing > 0) {
        losing--
        answer.resume().on("end", () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const { port } = proxy.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
})

afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

const person = { name: "Ada", email: "ada@client.example" }
const retries = { firstPauseMs: 10 }

const numberOf = async (name: string): Promise<number> => {
  const retainer = createRetainer({ baseUrl, apiKey: service.key })
  return (await retainer.clients.list({ q: name })).meta.total
}

describe("an answer that is lost on its way", () => {
  it("is asked for again under the same key, by the client without Effect", async () => {
    const retainer = createRetainer({ baseUrl, apiKey: service.key, retries })
    keys = []
    losing = 2
    const { id } = await retainer.clients.create({ ...person, name: "Promise" })
    assert.match(id, /^client_/)
    assert.lengthOf(keys, 3)
    assert.strictEqual(new Set(keys).size, 1)
    assert.strictEqual(await numberOf("Promise"), 1)
  })

  it("is asked for again under the same key, by the Effect client", async () => {
    keys = []
    losing = 2
    const { id } = await makeClient({ baseUrl, apiKey: service.key, retries }).pipe(
      Effect.flatMap(({ clients }) => clients.create({ payload: { ...person, name: "Effect" } })),
      Effect.provide(FetchHttpClient.layer),
      Effect.runPromise
    )
    assert.match(id, /^client_/)
    assert.lengthOf(keys, 3)
    assert.strictEqual(new Set(keys).size, 1)
    assert.strictEqual(await numberOf("Effect"), 1)
  })

  it("is told to a caller who wants no repeats, although the server did it", async () => {
    const retainer = createRetainer({ baseUrl, apiKey: service.key, retries: false })
    losing = 1
    const error = await retainer.clients
      .create({ ...person, name: "Once" })
      .catch((failure: unknown) => failure)
    assert.instanceOf(error, RetainerUnanswered)
    assert.strictEqual(await numberOf("Once"), 1)
  })
})
