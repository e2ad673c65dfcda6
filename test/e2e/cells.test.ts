/**
 * Two cells behind one router, all real processes: what leads each request to its cell, a sign-in
 * that every cell is asked for, and what one cell's end means for the other.
 */
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { request } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as oauth from "oauth4webapi"
import { type Cell, callback, password, useCells, workspaceAt } from "../support/cells.ts"
import { eventually, runCli } from "../support/process.ts"
import { completedSession, startStripe } from "../support/stripe.ts"
import { makeVisitor, type Page } from "../support/visitor.ts"

const webhookSecret = "whsec_test"
const stripe = await startStripe(webhookSecret)
const cells = useCells((label) =>
  label === "eu1"
    ? {}
    : {
        PROCESSOR: "stripe",
        STRIPE_SECRET_KEY: "sk_test_x",
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_URL: stripe.url
      }
)
const { running, call, cli, sentInvoice, mailedLink } = cells

const both = () => [running().eu1, running().eu2]
const visitor = () => makeVisitor(fetch, running().url)
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The text of a page without what differs in each response. */
const textOf = ({ body }: Page): string => body.replaceAll(/name="csrf" value="[^"]*"/g, "")

describe("a credential", () => {
  it("leads to its cell, whose answer comes back with its request id", async () => {
    for (const cell of both()) {
      assert.match(cell.key, new RegExp(`^rk_${cell.label}_[0-9A-Za-z]{38}$`))
      const { status, body, headers } = await call(cell.key, "GET", "/v1/workspace")
      assert.strictEqual(status, 200)
      assert.strictEqual(body.id, cell.workspaceId)
      const id = headers.get("x-request-id") ?? ""
      assert.match(id, /^req_/)
      await eventually(async () => cell.server.stderr().includes(id) || undefined)
    }
  })

  it("of a label that no cell has is 401, and so is one whose label was changed", async () => {
    const { eu1 } = running()
    for (const key of [eu1.key.replace("eu1", "us7"), eu1.key.replace("eu1", "eu2"), "rk_eu1_x"]) {
      const { status, body, headers } = await call(key, "GET", "/v1/workspace")
      assert.strictEqual(status, 401)
      assert.strictEqual(body.error.code, "UNAUTHORIZED")
      assert.include(headers.get("www-authenticate") ?? "", "invalid_token")
      assert.match(headers.get("x-request-id") ?? "", /^req_/)
    }
  })

  it("without a label leads to the first cell, and to no other", async () => {
    const made = await Promise.all(
      both().map(({ environment: { CELL: _, ...environment } }) =>
        workspaceAt(environment, "Old", `old-${Math.random()}@agency.example`)
      )
    )
    const statuses = await Promise.all(
      made.map(async ({ api_key: key }) => {
        assert.match(key, /^rk_[0-9A-Za-z]{38}$/)
        return (await call(key, "GET", "/v1/workspace")).status
      })
    )
    assert.deepStrictEqual(statuses, [200, 401])
    assert.strictEqual((await fetch(`${running().url}/v1/workspace`)).status, 401)
  })
})

describe("an app", () => {
  it("gets labelled codes and tokens, and uses them by form and by Basic", async () => {
    const { url } = running()
    for (const cell of both()) {
      const app = await cli(
        cell,
        ...["oauth-app", "create", "--workspace", cell.workspaceId],
        ...["--name", "App", "--redirect-uri", callback]
      )
      assert.match(app.client_id, new RegExp(`^app_${cell.label}_`))
      const person = visitor()
      await person.signIn(cell.email, password)
      const query = new URLSearchParams({
        ...{ response_type: "code", client_id: app.client_id, redirect_uri: callback },
        ...{ scope: "invoices:read", state: "s" }
      })
      const page = await person.get(`/oauth/authorize?${query}`)
      assert.include(page.body, "Allow App?")
      const action = `/oauth/authorize?${query}`
      const left = await person.submit(page, action, { decision: "allow" })
      const code = new URL(left.leftFor ?? "").searchParams.get("code") ?? ""
      assert.match(code, new RegExp(`^rac_${cell.label}_`))
      const issuer = new URL(url)
      const as = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, {
          algorithm: "oauth2",
          [oauth.allowInsecureRequests]: true
        })
      )
      const client = { client_id: app.client_id }
      const options = { [oauth.allowInsecureRequests]: true }
      const byForm = oauth.ClientSecretPost(app.client_secret)
      const byBasic = oauth.ClientSecretBasic(app.client_secret)
      const parameters = oauth.validateAuthResponse(as, client, new URL(left.leftFor ?? ""), "s")
      const tokens = await oauth.processAuthorizationCodeResponse(
        as,
        client,
        await oauth.authorizationCodeGrantRequest(
          ...([as, client, byForm, parameters, callback, oauth.nopkce, options] as const)
        )
      )
      assert.match(tokens.access_token, new RegExp(`^rat_${cell.label}_`))
      assert.match(tokens.refresh_token ?? "", new RegExp(`^rrt_${cell.label}_`))
      assert.strictEqual((await call(tokens.access_token, "GET", "/v1/invoices")).status, 200)
      const next = await oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(
          ...([as, client, byBasic, tokens.refresh_token ?? "", options] as const)
        )
      )
      assert.strictEqual((await call(next.access_token, "GET", "/v1/invoices")).status, 200)
      const revoked = await oauth.revocationRequest(
        ...([as, client, byForm, next.refresh_token ?? "", options] as const)
      )
      assert.strictEqual(revoked.status, 200)
      assert.strictEqual((await call(next.access_token, "GET", "/v1/invoices")).status, 401)
    }
  })

  it("of another cell than the person's asks for a sign-in there, without a circle", async () => {
    const { eu1, eu2 } = running()
    const app = await cli(
      eu2,
      ...["oauth-app", "create", "--workspace", eu2.workspaceId],
      ...["--name", "Far", "--redirect-uri", callback]
    )
    const person = visitor()
    await person.signIn(eu1.email, password)
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: app.client_id, redirect_uri: callback },
      ...{ scope: "invoices:read", state: "s" }
    })
    const page = await person.get(`/oauth/authorize?${query}`)
    assert.match(page.path, /^\/sign-in\?/)
    const own = await person.submit(page, "/sign-in", { email: eu1.email, password })
    assert.strictEqual(own.status, 403)
    const other = await person.submit(own, "/sign-in", { email: eu2.email, password })
    assert.include(other.body, "Allow Far?")
  })
})

describe("a sign-in", () => {
  it("finds the cell of the person, whose session then leads there", async () => {
    for (const cell of both()) {
      const person = visitor()
      const page = await person.signIn(cell.email, password)
      assert.strictEqual(page.status, 200, page.body)
      assert.include(page.body, `Agency ${cell.label}`)
      assert.match(person.cookies.get("retainer_session") ?? "", new RegExp(`^rse_${cell.label}_`))
      assert.include((await person.get("/settings/workspace")).body, `Agency ${cell.label}`)
    }
  })

  it("fails on the same page for an unknown address and in each cell", async () => {
    const wrong = await Promise.all(
      [...both().map(({ email }) => email), "nobody@agency.example"].map(async (email) => {
        const page = await visitor().signIn(email, "a wrong password")
        return [page.status, textOf(page).replaceAll(email, "…")] as const
      })
    )
    assert.strictEqual(wrong[0]?.[0], 403)
    for (const other of wrong) assert.deepStrictEqual(other, wrong[0])
    for (const cell of both()) {
      const person = visitor()
      await person.signIn(cell.email, password)
      const log = await person.get("/settings/audit")
      assert.include(log.body, "failed", "the failure is in the log of the cell")
    }
  })

  it("lets a person of two cells choose, and records no failure where it was right", async () => {
    const email = "two@agency.example"
    const made = await Promise.all(
      both().map((cell) => workspaceAt(cell.environment, `Two ${cell.label}`, email))
    )
    const person = visitor()
    const page = await person.signIn(email, password)
    for (const { label } of both()) assert.include(page.body, `Two ${label}`)
    assert.isUndefined(person.cookies.get("retainer_session"))
    const workspace = made[1]?.workspace_id ?? ""
    const chosen = await person.submit(page, "/sign-in", { email, password, workspace })
    assert.include(chosen.body, "Two eu2")
    const log = await person.get("/settings/audit")
    assert.notInclude(log.body, "failed")
  })

  it("sends links to choose a password from each cell that knows the address", async () => {
    const { eu2 } = running()
    const person = visitor()
    const sent = await person.submit(await person.get("/sign-in/forgot"), "/sign-in/forgot", {
      email: eu2.email
    })
    const unknown = await person.submit(await person.get("/sign-in/forgot"), "/sign-in/forgot", {
      email: "nobody@agency.example"
    })
    assert.strictEqual(textOf(sent), textOf(unknown))
    const link = await mailedLink(eu2, /http:\/\/\S+\/welcome\/eu2\.[\w-]+/)
    const chosen = await visitor().get(pathOf(link))
    assert.include(chosen.body, eu2.email)
  })
})

describe("a link", () => {
  it("of a payment leads to its cell, by its short code and typed in capitals", async () => {
    for (const cell of both()) {
      const invoice = await sentInvoice(cell)
      const { pathname } = new URL(invoice.processor_payment_url)
      assert.match(pathname, new RegExp(`^/pay/${cell.label}\\.[0-9a-z]{26}$`))
      for (const path of [pathname, pathname.replace(/[^/]+$/, (code) => code.toUpperCase())]) {
        const page = await visitor().get(path)
        assert.strictEqual(page.status, 200)
        assert.include(page.body, invoice.number)
      }
      const unknown = await fetch(`${running().url}${pathname.replace(cell.label, "us7")}`)
      assert.strictEqual(unknown.status, 401)
    }
  })

  it("to the portal leads to its cell, and so does the client's session", async () => {
    for (const cell of both()) {
      const email = `client@${cell.label}.example`
      const client = await call(cell.key, "POST", "/v1/clients", { name: "Cleo", email })
      await call(cell.key, "POST", `/v1/clients/${client.body.id}/invite`, {})
      const link = await mailedLink(cell, /http:\/\/\S+\/portal\/invitations\/[\w.-]+/)
      assert.include(link, `/invitations/${cell.label}.`)
      const person = visitor()
      const page = await person.get(pathOf(link))
      const home = await person.submit(page, pathOf(link))
      assert.strictEqual(home.status, 200)
      assert.include(home.body, email)
      // Someone of the other cell's agency, in the same browser.
      const [other] = both().filter((one) => one !== cell)
      await person.signIn(other?.email ?? "", password)
      assert.include((await person.get("/portal")).body, email)
      assert.include((await person.get("/home")).body, `Agency ${other?.label}`)
    }
  })

  it("of Stripe's messages has the label in its path", async () => {
    const { eu2, url } = running()
    const invoice = await sentInvoice(eu2)
    const event = completedSession({
      ...{ eventId: "evt_1", intent: "pi_1", amount: 1000 },
      ...{ workspaceId: eu2.workspaceId, invoiceId: invoice.id }
    })
    const { body, signature } = stripe.message(event)
    const post = (path: string) =>
      fetch(`${url}${path}`, { method: "POST", body, headers: { "stripe-signature": signature } })
    assert.strictEqual((await post("/processor/stripe/us7")).status, 401)
    assert.strictEqual((await post("/processor/stripe")).status, 404)
    assert.strictEqual((await post("/processor/stripe/eu2")).status, 200)
    const paid = await call(eu2.key, "GET", `/v1/invoices/${invoice.id}`)
    assert.strictEqual(paid.body.status, "paid")
  })
})

const uploaded = async ({ key }: Cell, bytes: Uint8Array<ArrayBuffer>) => {
  const client = await call(key, "POST", "/v1/clients", { name: "F", email: "f@x.example" })
  const form = new FormData()
  form.append("client_id", client.body.id)
  form.append("file", new Blob([bytes]), "large.bin")
  const response = await fetch(`${running().url}/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form
  })
  assert.strictEqual(response.status, 201)
  return await response.json()
}

describe("a body", () => {
  it("of 48 MiB is streamed there and back", async () => {
    const bytes = randomBytes(48 * 1_048_576)
    const hashOf = (text: Uint8Array) => createHash("sha256").update(text).digest("hex")
    const { download_url: link } = await uploaded(running().eu2, bytes)
    assert.match(link, /\?token=eu2\.[\w-]+$/)
    const response = await fetch(link)
    const received = new Uint8Array(await response.arrayBuffer())
    assert.strictEqual(hashOf(received), hashOf(bytes))
    const part = await fetch(link, { headers: { range: "bytes=0-9" } })
    assert.strictEqual(part.status, 206)
    assert.strictEqual((await part.arrayBuffer()).byteLength, 10)
  })

  it("that is checked for authenticity is known to one cell, whichever", async () => {
    for (const cell of both()) {
      const invoice = await sentInvoice(cell)
      const pdf = await eventually(async () => {
        const response = await fetch(`${invoice.processor_payment_url}/invoice.pdf`)
        const shown = await call(cell.key, "GET", `/v1/invoices/${invoice.id}`)
        return shown.body.delivery?.status === "delivered" || response.ok
          ? await response.blob()
          : undefined
      })
      const person = visitor()
      const page = await person.get("/check")
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ""
      const body = new FormData()
      body.append("csrf", csrf)
      body.append("file", pdf, "invoice.pdf")
      const headers = { origin: running().url }
      const checked = await (await person.once("POST", "/check", { body, headers })).text()
      assert.include(checked, invoice.number)
    }
  })
})

describe("a cell that is killed with its database", () => {
  it("is missed by its own workspaces alone, and is back by itself", async () => {
    const { eu1, eu2, url, postgres } = running()
    const invoice = await sentInvoice(eu2)
    const signedIn = visitor()
    await signedIn.signIn(eu2.email, password)
    await cells.kill(eu1)
    await postgres.stop()

    const gone = await call(eu1.key, "GET", "/v1/workspace")
    assert.strictEqual(gone.status, 500)
    assert.strictEqual(gone.body.error.code, "INTERNAL_ERROR")
    assert.isAbove(Number(gone.headers.get("retry-after")), 0)
    assert.match(gone.headers.get("x-request-id") ?? "", /^req_/)
    assert.strictEqual((await fetch(`${url}/healthz`)).status, 200)
    for (const path of ["/docs", "/openapi.json", "/sign-in", "/assets/retainer.css"]) {
      assert.strictEqual((await fetch(`${url}${path}`)).status, 200, path)
    }

    const kinds: ReadonlyArray<() => Promise<number>> = [
      async () => (await call(eu2.key, "GET", "/v1/invoices")).status,
      async () =>
        (await call(eu2.key, "POST", "/v1/clients", { name: "M", email: "m@x.example" })).status,
      async () => (await fetch(invoice.processor_payment_url)).status,
      async () => (await signedIn.get("/home")).status,
      async () => (await fetch(`${url}/docs`)).status
    ]
    const statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      const some = Array.from({ length: 50 }, (_, at) => kinds[at % kinds.length]?.() ?? 0)
      statuses.push(...(await Promise.all(some)))
    }
    assert.lengthOf(statuses, 500)
    assert.deepStrictEqual([...new Set(statuses)].sort(), [200, 201])

    assert.include((await visitor().signIn(eu2.email, password)).body, "Agency eu2")
    const pages = await Promise.all(
      [eu1.email, eu2.email, "nobody@agency.example"].map(async (email) => {
        const page = await visitor().signIn(email, "a wrong password")
        assert.strictEqual(page.status, 403)
        return textOf(page).replaceAll(email, "…")
      })
    )
    assert.strictEqual(new Set(pages).size, 1)
    assert.include(pages[0] ?? "", "cannot be reached")

    await postgres.start()
    await cells.startAgain(eu1)
    assert.strictEqual((await call(eu1.key, "GET", "/v1/workspace")).status, 200)
    const back = await eventually(async () => {
      const page = await visitor().signIn(eu1.email, password)
      return page.status === 200 ? page : undefined
    })
    assert.include(back.body, "Agency eu1")
  })

  it("that is only silent fails its requests within 10 s, and others at once after it", async () => {
    const { eu1, eu2 } = running()
    eu1.server.signal("SIGSTOP")
    const { status } = await fetch(`${running().url}/v1/workspace`, {
      headers: { authorization: `Bearer ${eu1.key}` },
      signal: AbortSignal.timeout(10_000)
    })
    assert.strictEqual(status, 500)
    assert.strictEqual((await call(eu2.key, "GET", "/v1/workspace")).status, 200)
    assert.strictEqual((await fetch(`${running().url}/sign-in`)).status, 200)
    eu1.server.signal("SIGCONT")
    await eventually(async () => {
      const again = await call(eu1.key, "GET", "/v1/workspace")
      return again.status === 200 || undefined
    })
  }, 30_000)
})

describe("the router", () => {
  it("that cannot start ends with 1 and says why", async () => {
    const CELLS = "eu1=http://127.0.0.1:9"
    // An address of documentation (RFC 5737), which no machine has.
    for (const [settings, reason] of [
      [{}, /CELLS is needed/],
      [{ CELLS, HOST: "203.0.113.1" }, /cannot listen on 203\.0\.113\.1/]
    ] as const) {
      const { code, stderr } = await runCli(["router"], settings)
      assert.strictEqual(code, 1)
      assert.match(stderr, reason)
    }
  })

  it("finishes what it has begun when it is stopped, and ends with 0", async () => {
    const { eu2, url, router } = running()
    const client = await call(eu2.key, "POST", "/v1/clients", { name: "U", email: "u@x.example" })
    const field = `--b\r\nContent-Disposition: form-data; name="client_id"\r\n\r\n${client.body.id}`
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    const sent = request(`${url}/v1/files`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${eu2.key}`,
        "content-type": "multipart/form-data; boundary=b"
      }
    })
    sent.write(`${field}\r\n${file}begun`)
    await eventually(async () => {
      const { data } = (await call(eu2.key, "GET", "/v1/files?limit=1")).body
      return Array.isArray(data) || undefined
    })
    router.signal("SIGTERM")
    await eventually(() =>
      fetch(`${url}/healthz`).then(
        () => undefined,
        () => true
      )
    )
    sent.end(" and whole\r\n--b--\r\n")
    const [response] = await once(sent, "response")
    assert.strictEqual(response.statusCode, 201)
    response.resume()
    assert.strictEqual((await router.ended).code, 0)
    stripe.close()
  })
})
