/**
 * The proxy of the example deployment, as a real nginx before a real server: large files pass, and
 * its own errors have the API's form.
 */
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { hasNginx, startNginx } from "../support/nginx.ts"
import { placeOnPostgres } from "../support/place.ts"
import { type Server, startServer } from "../support/process.ts"

const mebibyte = 1_048_576

describe.skipIf(!hasNginx)("nginx of the example deployment", () => {
  let place: Awaited<ReturnType<typeof placeOnPostgres>>
  let server: Server
  let proxy: Awaited<ReturnType<typeof startNginx>>
  let key: string

  beforeAll(async () => {
    place = await placeOnPostgres()
    key = (await createWorkspace(place.environment)).api_key
    server = await startServer({ ...place.environment, RATE_LIMIT: "off" })
    proxy = await startNginx([new URL(server.url).host])
  })
  afterAll(async () => {
    await proxy.stop()
    server.signal("SIGKILL")
    await server.ended
    await place.remove()
  })

  const send = (method: string, path: string, body?: string | FormData, headers = {}) =>
    fetch(`${proxy.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body })
    })
  const call = (path: string, body: object) =>
    send("POST", path, JSON.stringify(body), { "content-type": "application/json" })

  /** The error envelope without further fields. */
  const isEnvelope = async (answer: Response, status: number, code: string) => {
    assert.strictEqual(answer.status, status)
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
    const { error, ...rest } = await answer.json()
    assert.deepStrictEqual(rest, {})
    assert.hasAllKeys(error, ["code", "message", "status"])
    assert.deepInclude(error, { code, status })
  }

  const upload = async (bytes: number) => {
    const client = await (await call("/v1/clients", { name: "C", email: "c@x.example" })).json()
    const form = new FormData()
    form.append("client_id", client.id)
    form.append("file", new File([new Uint8Array(bytes)], "large.bin"))
    return await send("POST", "/v1/files", form)
  }

  it("passes a file of 100 MiB on", async () => {
    const answer = await upload(100 * mebibyte)
    assert.strictEqual(answer.status, 201, await answer.clone().text())
    assert.strictEqual((await answer.json()).size, 100 * mebibyte)
  })

  it("refuses a larger body in the form of the API, by itself and by the server", async () => {
    await isEnvelope(await upload(110 * mebibyte), 400, "BAD_REQUEST")
    await isEnvelope(
      await call("/v1/clients", { name: "x".repeat(3 * mebibyte) }),
      400,
      "BAD_REQUEST"
    )
    await isEnvelope(
      await call("/v1/clients", { name: "x".repeat(1.5 * mebibyte) }),
      400,
      "BAD_REQUEST"
    )
  })

  it("refuses a request that is none in the form of the API", async () => {
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1")
    socket.end("NONSENSE\r\n\r\n")
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 400 |^\{/)
    assert.include(answer, '"code":"BAD_REQUEST"')
  })

  it("refuses a head that is too large in the form of the API", async () => {
    await isEnvelope(await send("GET", `/v1/clients?q=${"x".repeat(40_000)}`), 400, "BAD_REQUEST")
    const long = await send("GET", "/v1/clients", undefined, { "x-long": "x".repeat(40_000) })
    await isEnvelope(long, 400, "BAD_REQUEST")
  })

  it("says in the form of the API that no server answers", async () => {
    const none = await startNginx(["127.0.0.1:1"])
    const answer = await fetch(`${none.url}/v1/clients`)
    await none.stop()
    await isEnvelope(answer, 500, "INTERNAL_ERROR")
  })
})
