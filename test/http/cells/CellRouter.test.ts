/** The router over TCP, before cells that are plain servers and do what each test needs. */
import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  request as nodeRequest,
  type Server,
  type ServerResponse
} from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { afterEach } from "vitest"
import { makeCellRouter } from "../../../src/http/cells/CellRouter.ts"
import { makeUpstream } from "../../../src/http/cells/Upstream.ts"
import { requestProblem } from "../../../src/http/server/NodeServer.ts"
import { routerErrorPage } from "../../../src/web/ErrorPages.ts"
import { eventually } from "../../support/process.ts"

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const listen = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** A cell that reads each request, remembers it and answers. */
const makeCell = async (label: string, handle: Handle) => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    if (request.url === "/healthz") {
      response.end("{}")
      return
    }
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request
      seen.push({ method, url, headers, body })
      handle(request, response, body)
    })
  })
  return { label, seen, origin: await listen(server), server }
}

const saying =
  (label: string): Handle =>
  (_request, response) =>
    response.writeHead(200, { "X-Cell": label, "Set-Cookie": ["a=1", "b=2"] }).end(label)

const startRouter = async (
  cells: ReadonlyArray<{ readonly label: string; readonly origin: string }>,
  trustProxy = false
) => {
  const upstreams = cells.map((cell) => makeUpstream(cell, () => {}))
  ends.push(() => {
    for (const upstream of upstreams) upstream.stop()
  })
  const baseUrl = "http://retainer.example"
  const options = { baseUrl, portalUrl: `${baseUrl}/portal`, isTls: false, trustProxy }
  const router = makeCellRouter(
    { ...options, cells: upstreams, errorPage: routerErrorPage },
    requestProblem
  )
  return await listen(createServer(router))
}

const twoCells = async (one: Handle = saying("eu1"), two: Handle = saying("eu2")) => {
  const eu1 = await makeCell("eu1", one)
  const eu2 = await makeCell("eu2", two)
  return { eu1, eu2, url: await startRouter([eu1, eu2]) }
}

const bearer = (label: string) => ({ authorization: `Bearer rk_${label}_${"0".repeat(38)}` })

describe("the router", () => {
  it("passes headers on as they came, but for those of a connection and of a stranger", async () => {
    const { eu2, url } = await twoCells()
    const sent = nodeRequest(`${url}/v1/invoices?q=%20x`, {
      headers: [
        ...["Host", "retainer.example", "Authorization", bearer("eu2").authorization],
        ...["X-Own", "1", "X-Own", "2", "Connection", "keep-alive, X-Hop", "X-Hop", "x"],
        ...["X-Forwarded-For", "10.0.0.1", "X-Forwarded-Proto", "https", "Forwarded", "for=x"],
        ...["Retainer-Sign-In", "none", "Idempotency-Key", "k"]
      ]
    })
    sent.end()
    const [response] = await once(sent, "response")
    assert.strictEqual(response.headers["x-cell"], "eu2")
    assert.deepStrictEqual(response.headers["set-cookie"], ["a=1", "b=2"])
    response.resume()
    const [seen] = eu2.seen
    assert.strictEqual(seen?.url, "/v1/invoices?q=%20x")
    assert.strictEqual(seen?.headers["host"], "retainer.example")
    assert.strictEqual(seen?.headers["x-own"], "1, 2")
    assert.strictEqual(seen?.headers["idempotency-key"], "k")
    assert.strictEqual(seen?.headers["x-forwarded-for"], "127.0.0.1")
    assert.strictEqual(seen?.headers["x-forwarded-proto"], "http")
    for (const name of ["x-hop", "forwarded", "retainer-sign-in"]) {
      assert.isUndefined(seen?.headers[name], name)
    }
  })

  it("leaves the caller's address to a proxy that it trusts", async () => {
    const cell = await makeCell("eu1", saying("eu1"))
    const url = await startRouter([cell], true)
    await fetch(url, { headers: { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https" } })
    assert.strictEqual(cell.seen[0]?.headers["x-forwarded-for"], "192.0.2.1")
    assert.strictEqual(cell.seen[0]?.headers["x-forwarded-proto"], "https")
  })

  it("answers an unknown label with 401 and a cell that is down with 500, as a page or not", async () => {
    const { eu1, eu2, url } = await twoCells()
    eu1.server.closeAllConnections()
    eu1.server.close()
    const unknown = await fetch(`${url}/v1/invoices`, { headers: bearer("us7") })
    assert.strictEqual(unknown.status, 401)
    const error = { code: "UNAUTHORIZED", status: 401 }
    assert.deepInclude((await unknown.json()).error, error)
    const down = await fetch(`${url}/v1/invoices`, { headers: bearer("eu1") })
    assert.strictEqual(down.status, 500)
    assert.deepInclude((await down.json()).error, { code: "INTERNAL_ERROR", status: 500 })
    assert.strictEqual(down.headers.get("retry-after"), "5")
    for (const answer of [unknown, down]) {
      assert.match(answer.headers.get("x-request-id") ?? "", /^req_/)
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
    }
    const german = { accept: "text/html", "accept-language": "de" }
    const page = await fetch(`${url}/pay/eu1.${"0".repeat(26)}`, { headers: german })
    assert.strictEqual(page.status, 500)
    assert.strictEqual(page.headers.get("retry-after"), "5")
    assert.include(await page.text(), "nicht erreichbar")
    const lost = await fetch(`${url}/pay/us7.${"0".repeat(26)}`, { headers: german })
    assert.strictEqual(lost.status, 401)
    assert.include(lost.headers.get("content-type") ?? "", "text/html")
    assert.lengthOf(eu2.seen, 0)
    // A session of a cell that is gone for good is none.
    const stale = await fetch(`${url}/home`, { headers: { cookie: "retainer_session=rse_us7_x" } })
    assert.strictEqual(await stale.text(), "eu2")
  })

  it("refuses what is no valid HTTP before it chooses", async () => {
    const { eu1, url } = await twoCells()
    const twice = ["Authorization", bearer("eu1").authorization, "Authorization", "Bearer x"]
    const sent = nodeRequest(url, { headers: ["Host", "x", ...twice] })
    sent.end()
    const [response] = await once(sent, "response")
    assert.strictEqual(response.statusCode, 400)
    assert.lengthOf(eu1.seen, 0)
  })

  it("reads the form of a token and sends it whole, also one that is too large to be read", async () => {
    const { eu1, eu2, url } = await twoCells()
    const form = "grant_type=refresh_token&client_id=app_eu2_01h2xcejqtf2nbrexx3vqjhp41"
    const send = (body: string) => fetch(`${url}/oauth/token`, { method: "POST", body })
    assert.strictEqual(await (await send(form)).text(), "eu2")
    assert.strictEqual(eu2.seen[0]?.body, form)
    const large = `${form}&x=${"x".repeat(200_000)}`
    assert.strictEqual(await (await send(large)).text(), "eu1")
    assert.strictEqual(eu1.seen[0]?.body, large)
    assert.strictEqual(await (await send("")).text(), "eu1")
  })

  it("ends the request at the cell with that of a caller who leaves, and the other way round", async () => {
    let left = 0
    const eu1 = createServer((request, response) => {
      if (request.url === "/healthz") return response.end()
      if (request.url?.includes("cut") === true) {
        response.writeHead(200, { "content-length": "100" }).write("half")
        setImmediate(() => response.destroy())
        return
      }
      request.on("close", () => (left += 1))
      request.resume()
      return
    })
    const url = await startRouter([{ label: "eu1", origin: await listen(eu1) }])
    const upload = nodeRequest(`${url}/v1/files`, { method: "POST", headers: bearer("eu1") })
    upload.on("error", () => {})
    upload.write("begun")
    await eventually(async () => {
      const open = await new Promise<number>((resolve) =>
        eu1.getConnections((_error, count) => resolve(count))
      )
      return open > 0 || undefined
    })
    upload.destroy()
    await eventually(async () => left > 0 || undefined)
    const cut = await fetch(`${url}/v1/cut`, { headers: bearer("eu1") })
    const failed = await cut.text().then(
      () => false,
      () => true
    )
    assert.isTrue(failed, "the caller must see that the rest is missing")
  })

  it("sends what any cell can answer to one that is up", async () => {
    const { eu1, url } = await twoCells()
    eu1.server.closeAllConnections()
    eu1.server.close()
    for (const path of ["/docs", "/sign-in", "/v1/invoices"]) {
      assert.strictEqual(await (await fetch(`${url}${path}`)).text(), "eu2", path)
    }
  })
})

/** A cell that says where the workspace is, to a router that can follow. */
const movedTo =
  (label: string): Handle =>
  (request, response) => {
    if (request.headers["retainer-moved"] !== undefined) response.setHeader("retainer-moved", label)
    response.writeHead(401).end("moved")
  }

describe("a workspace that moved", () => {
  const send = async (one: Handle, two: Handle, body?: string, headers: object = {}) => {
    const { eu1, eu2, url } = await twoCells(one, two)
    const response = await fetch(`${url}/v1/clients`, {
      ...(body === undefined ? {} : { method: "POST", body }),
      headers: { ...bearer("eu1"), ...headers }
    })
    const answer = await response.text()
    assert.isNull(response.headers.get("retainer-moved"))
    return { answer, bodies: [eu1, eu2].map(({ seen }) => seen.map((each) => each.body)) }
  }

  it("is followed to its cell with the whole body, which the caller does not see", async () => {
    assert.deepStrictEqual(await send(movedTo("eu2"), saying("eu2")), {
      ...{ answer: "eu2", bodies: [[""], [""]] }
    })
    for (const body of ["a body", "x".repeat(60_000)]) {
      assert.deepStrictEqual(await send(movedTo("eu2"), saying("eu2"), body), {
        ...{ answer: "eu2", bodies: [[body], [body]] }
      })
    }
  })

  it("is not followed with a body that is too large, nor to an unknown cell, nor in a circle", async () => {
    const large = "x".repeat(200_000)
    assert.deepStrictEqual(await send(movedTo("eu2"), saying("eu2"), large), {
      ...{ answer: "moved", bodies: [[large], []] }
    })
    const unknown = await send(movedTo("us7"), saying("eu2"))
    assert.deepStrictEqual(unknown, { answer: "moved", bodies: [[""], []] })
    const circle = await send(movedTo("eu2"), movedTo("eu1"))
    assert.deepStrictEqual(circle, { answer: "moved", bodies: [[""], [""]] })
  })

  it("is believed of a cell alone", async () => {
    const claimed = await send(saying("eu1"), saying("eu2"), "x", { "retainer-moved": "eu2" })
    assert.deepStrictEqual(claimed, { answer: "eu1", bodies: [["x"], []] })
  })

  it("is followed while its body is still being sent", async () => {
    const eu1 = createServer((request, response) => {
      if (request.url === "/healthz") return response.end()
      // It refuses by the head alone.
      response.writeHead(401, { "retainer-moved": "eu2" }).end()
      return
    })
    const eu2 = await makeCell("eu2", saying("eu2"))
    const url = await startRouter([{ label: "eu1", origin: await listen(eu1) }, eu2])
    const sent = nodeRequest(`${url}/v1/files`, { method: "POST", headers: bearer("eu1") })
    let hasBegun = false
    eu2.server.on("request", ({ url: path }: IncomingMessage) => {
      hasBegun ||= path === "/v1/files"
    })
    sent.write("begun")
    await eventually(async () => hasBegun || undefined)
    sent.end(" and whole")
    const [response] = await once(sent, "response")
    assert.strictEqual(await text(response), "eu2")
    assert.strictEqual(eu2.seen[0]?.body, "begun and whole")
  })
})

describe("documents to check", () => {
  it("are known to the cell that says so, and are few at a time", async () => {
    const held: ServerResponse[] = []
    const knows: Handle = (_request, response) => {
      response.setHeader("retainer-found", "true").end("eu2")
    }
    const { eu1, url } = await twoCells((_request, response) => held.push(response), knows)
    const check = () => fetch(`${url}/check`, { method: "POST", body: "a document" })
    const all = Array.from({ length: 8 }, check)
    await eventually(async () => held.length === 8 || undefined)
    const more = await check()
    assert.strictEqual(more.status, 429)
    assert.strictEqual(more.headers.get("retry-after"), "5")
    for (const response of held) response.end("eu1")
    for (const response of await Promise.all(all)) {
      assert.strictEqual(await response.text(), "eu2")
    }
    assert.lengthOf(eu1.seen, 8)
  })
})

/** A cell that matches these workspaces, or answers the first step with a status. */
const signInCell =
  (label: string, first: number | ReadonlyArray<string>): Handle =>
  (request, response) => {
    const step = String(request.headers["retainer-sign-in"] ?? "")
    if (step !== "ask") return response.writeHead(step.startsWith("none") ? 403 : 200).end(label)
    if (typeof first === "number") return response.writeHead(first).end(`${label} refuses`)
    response.setHeader("content-type", "application/json")
    const matches = first.map((id) => ({ id, name: `Agency ${id}`, proof: `${label}.${id}` }))
    return response.end(JSON.stringify({ matches }))
  }

describe("a sign-in at several cells", () => {
  const signIn = async (
    one: number | ReadonlyArray<string>,
    two: number | ReadonlyArray<string>,
    body = "email=a%40x.example&password=p"
  ) => {
    const { eu1, eu2, url } = await twoCells(signInCell("eu1", one), signInCell("eu2", two))
    const response = await fetch(`${url}/sign-in`, { method: "POST", body })
    const steps = [eu1, eu2].map(({ seen }) =>
      seen.map(({ headers }) => String(headers["retainer-sign-in"]))
    )
    for (const { seen } of [eu1, eu2]) for (const one of seen) assert.strictEqual(one.body, body)
    return { status: response.status, text: await response.text(), steps }
  }

  it("goes on in the one that matches", async () => {
    assert.deepStrictEqual(await signIn([], ["ws_1"]), {
      ...{ status: 200, text: "eu2" },
      steps: [["ask"], ["ask", "begin eu2.ws_1"]]
    })
  })

  it("goes on where it matches though another refuses or fails", async () => {
    for (const other of [403, 429, 500]) {
      const { text, steps } = await signIn(other, ["ws_1"])
      assert.strictEqual(text, "eu2")
      assert.deepStrictEqual(steps, [["ask"], ["ask", "begin eu2.ws_1"]])
    }
  })

  it("fails in all, on the page of the first, where it matches in none", async () => {
    assert.deepStrictEqual(await signIn([], []), {
      ...{ status: 403, text: "eu1" },
      steps: [
        ["ask", "none"],
        ["ask", "none"]
      ]
    })
    const { text, steps } = await signIn(500, [])
    assert.strictEqual(text, "eu2")
    assert.deepStrictEqual(steps, [["ask"], ["ask", "none some-down"]])
  })

  it("that is refused by the limit of one is refused", async () => {
    const { status, text } = await signIn([], 429)
    assert.strictEqual(status, 429)
    assert.strictEqual(text, "eu2 refuses")
  })

  it("chooses among the workspaces of all cells", async () => {
    const { text, steps } = await signIn(["ws_1"], ["ws_2", "ws_3"])
    assert.strictEqual(text, "eu1")
    const [step, given = ""] = steps[0]?.[1]?.split(" ") ?? []
    assert.strictEqual(step, "choose")
    const choices: ReadonlyArray<object> = JSON.parse(Buffer.from(given, "base64url").toString())
    assert.deepStrictEqual(
      choices,
      ["ws_1", "ws_2", "ws_3"].map((id) => ({ id, name: `Agency ${id}` }))
    )
    assert.deepStrictEqual(steps[1], ["ask"])
  })

  it("that returns to an app asks the app's cell alone", async () => {
    const to = (label: string) =>
      new URLSearchParams({ return_to: `/oauth/authorize?client_id=app_${label}x` }).toString()
    const { steps } = await signIn(["ws_1"], ["ws_2"], to("eu2_"))
    assert.deepStrictEqual(steps, [[], ["ask", "begin eu2.ws_2"]])
    const old = await signIn(["ws_1"], ["ws_2"], to(""))
    assert.deepStrictEqual(old.steps, [["ask", "begin eu1.ws_1"], []])
  })
})
