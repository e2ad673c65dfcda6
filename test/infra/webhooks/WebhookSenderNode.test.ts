/**
 * Webhooks over real sockets: what is refused before and while connecting, and where patience ends.
 */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach } from "vitest"
import { WebhookSender } from "../../../src/app/ports/events/WebhookSender.ts"
import { isPublicAddress } from "../../../src/infra/webhooks/Addresses.ts"
import { WebhookSenderNode } from "../../../src/infra/webhooks/WebhookSenderNode.ts"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const listen = async (handler: RequestListener): Promise<number> => {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

const sendTo = (url: string, allowPrivate: boolean) =>
  Effect.runPromise(
    Effect.flatMap(WebhookSender, (sender) =>
      Effect.match(sender.send({ url, headers: { "webhook-id": "evt_1" }, body: "{}" }), {
        onSuccess: (status) => status,
        onFailure: ({ reason }) => reason
      })
    ).pipe(Effect.provide(WebhookSenderNode(allowPrivate)))
  )

describe("sending a webhook", () => {
  it("hands over body and headers, and tells the status", async () => {
    const seen: unknown[] = []
    const port = await listen((request, response) => {
      let body = ""
      request.on("data", (chunk) => {
        body += chunk
      })
      request.on("end", () => {
        seen.push([request.method, request.url, request.headers["webhook-id"], body])
        response.writeHead(202).end("thanks")
      })
    })
    assert.strictEqual(await sendTo(`http://127.0.0.1:${port}/hook?x=1`, true), 202)
    assert.deepStrictEqual(seen, [["POST", "/hook?x=1", "evt_1", "{}"]])
  })

  it.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://0.0.0.0:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://10.0.0.1:PORT/",
    "http://192.168.1.1:PORT/",
    "http://172.16.0.1:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200:PORT/",
    "http://[fd00::1]:PORT/",
    "http://[::ffff:0:127.0.0.1]:PORT/",
    "http://[4000::1]:PORT/",
    "http://[fe80::1]:PORT/"
  ])("refuses %s before a byte is sent", async (template) => {
    let requests = 0
    const port = await listen((_request, response) => {
      requests += 1
      response.end()
    })
    const url = template.replace("PORT", String(port))
    assert.strictEqual(await sendTo(url, false), "the address is not a public one")
    assert.strictEqual(requests, 0)
  })

  it.each([
    ["8.8.8.8", true],
    ["2606:4700:4700::1111", true],
    ["1.1.1.1", true],
    ["100.63.255.255", true],
    ["100.64.0.0", false],
    ["172.15.255.255", true],
    ["172.31.255.255", false],
    ["198.18.0.1", false],
    ["203.0.113.9", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["::ffff:8.8.8.8", false],
    ["2002:7f00:1::", false],
    ["2001:0:53aa::1", false],
    ["2001:db8::1", false],
    ["2a00:1450:4001::1", true],
    ["3fff::1", false],
    ["::ffff:0:8.8.8.8", false],
    ["64:ff9b::8.8.8.8", false],
    ["4000::1", false],
    ["1fff::1", false],
    ["not an address", false]
  ] as const)("%s is public: %s", (address, expected) => {
    assert.strictEqual(isPublicAddress(address), expected)
  })

  it("does not follow a redirect", async () => {
    let followed = 0
    const inner = await listen((_request, response) => {
      followed += 1
      response.end()
    })
    const port = await listen((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end()
    })
    assert.strictEqual(await sendTo(`http://127.0.0.1:${port}/`, true), 307)
    assert.strictEqual(followed, 0)
  })

  it("does not read an endless answer to its end", async () => {
    const port = await listen((_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write("x".repeat(16_384))) {
          // As much as the socket takes.
        }
      }
      response.on("drain", more)
      more()
    })
    assert.strictEqual(await sendTo(`http://127.0.0.1:${port}/`, true), 200)
  })

  it("gives a silent and a dribbling receiver ten seconds, not more", async () => {
    const silent = await listen(() => {})
    const dribbling = await listen((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write("."), 500)
      response.on("close", () => clearInterval(timer))
    })
    const answers = await Promise.all(
      [silent, dribbling].map((port) => sendTo(`http://127.0.0.1:${port}/`, true))
    )
    assert.deepStrictEqual(answers, ["no answer within 10 s", "no answer within 10 s"])
  })

  it("tells why there was no connection", async () => {
    const port = await listen((request) => request.socket.destroy())
    assert.match(String(await sendTo(`http://127.0.0.1:${port}/`, true)), /hang up|reset/)
    assert.match(
      String(await sendTo("http://nowhere.invalid/", true)),
      /ENOTFOUND|EAI_AGAIN|not a public/
    )
  })

  it("says the same of a name that does not resolve and of one that is not public", async () => {
    const refused = "the address is not a public one"
    assert.strictEqual(await sendTo("https://nowhere.invalid/", false), refused)
    assert.strictEqual(await sendTo("https://localhost/", false), refused)
  })

  it.each([
    ["http://x.example/", false, "must be an https URL"],
    ["https://x.example/", false, undefined],
    ["https://[4000::1]/", false, "is refused: the address is not a public one"],
    ["http://127.0.0.1/", true, undefined]
  ] as const)("%s, private ones allowed: %s", (url, allowPrivate, expected) =>
    Effect.runPromise(
      Effect.map(WebhookSender, (sender) =>
        assert.strictEqual(sender.problemOf(url), expected)
      ).pipe(Effect.provide(WebhookSenderNode(allowPrivate)))
    )
  )
})
