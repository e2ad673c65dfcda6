/** The cell of a request, by its path, headers and form. */
import { assert, describe, it } from "@effect/vitest"
import { makeWayOf } from "../../../src/http/cells/CellOfRequest.ts"

const origin = "https://retainer.example"
const wayOf = makeWayOf({ baseUrl: origin, portalUrl: `${origin}/portal` })

type Headers = Readonly<Record<string, string>>
const get = (url: string, headers: Headers = {}) => wayOf({ method: "GET", url, headers })
const post = (url: string, headers: Headers = {}) => wayOf({ method: "POST", url, headers })

const cell = (label: string | null) => ({ kind: "cell", label }) as const
const any = (label: string | null) => ({ kind: "any", label }) as const
const session = (label: string | null) => ({ kind: "session", label }) as const

const code = "0".repeat(26)
const key = `rk_eu1_${"0".repeat(38)}`
const appId = "01h2xcejqtf2nbrexx3vqjhp41"
const authorize = (label: string) =>
  `/oauth/authorize?client_id=app_${label}${appId}&state=${encodeURIComponent("?client_id=app_us7_x")}`
const cookies = (all: Headers) => ({
  cookie: Object.entries(all)
    .map(([name, value]) => `__Host-retainer_${name}=${value}`)
    .join("; ")
})

describe("the cell of a request", () => {
  it("is that of its key or token, however the scheme is written", () => {
    for (const scheme of ["Bearer ", "bearer ", "BEARER   "]) {
      assert.deepStrictEqual(get("/v1/invoices", { authorization: `${scheme}${key}` }), cell("eu1"))
    }
    const old = `Bearer rk_${"0".repeat(38)}`
    assert.deepStrictEqual(get("/v1/invoices", { authorization: old }), cell(null))
    assert.deepStrictEqual(get("/v1/invoices", { authorization: "Bearer" }), any(null))
    assert.deepStrictEqual(get("/v1/invoices"), any(null))
    // A page reads no such header.
    assert.deepStrictEqual(get("/home", { authorization: `Bearer ${key}` }), any(null))
  })

  it("is that of its link, whoever is signed in", () => {
    const other = cookies({ session: "rse_eu2_x", portal: "rse_eu2_x" })
    for (const path of [
      `/pay/eu1.${code}`,
      `/pay/EU1.${code.toUpperCase()}/invoice.pdf`,
      `/pay/eu1%2E${code}`,
      "/welcome/eu1.abc-_",
      "/account/email/eu1.abc",
      "/portal/invitations/eu1.abc/renew",
      "/assets/logos/eu1.ws_1",
      "/files/file_1?token=eu1.abc",
      "/processor/stripe/eu1",
      authorize("eu1_"),
      `/sign-in?return_to=${encodeURIComponent(authorize("eu1_"))}`
    ]) {
      assert.deepStrictEqual(get(path, other), cell("eu1"), path)
    }
  })

  it("is the first one for a link of before there were labels", () => {
    const other = cookies({ session: "rse_eu2_x", portal: "rse_eu2_x" })
    for (const path of [
      `/pay/${code}`,
      "/welcome/abc",
      "/account/email/abc",
      "/portal/invitations/abc",
      "/files/file_1?token=abc",
      "/files/file_1",
      "/processor/stripe",
      authorize("")
    ]) {
      assert.deepStrictEqual(get(path, other), cell(null), path)
    }
  })

  it("is that of the session of its host and path, which may be left over from another", () => {
    const both = cookies({ session: "rse_eu1_x", portal: "rse_eu2_x", visit: "rse_us7_x" })
    assert.deepStrictEqual(get("/home", both), session("eu1"))
    assert.deepStrictEqual(post("/invoices/new", both), session("eu1"))
    assert.deepStrictEqual(get("/portal", both), session("eu2"))
    assert.deepStrictEqual(get("/portal/invoices/1?x=y", both), session("eu2"))
    assert.deepStrictEqual(get("/portals", both), session("eu1"))
    assert.deepStrictEqual(get("/home", cookies({ session: "rse_x" })), session(null))
    assert.deepStrictEqual(get("/home", cookies({ portal: "rse_eu2_x" })), any(null))
    // Over TLS a cookie of the plain name is not ours.
    assert.deepStrictEqual(get("/home", { cookie: "retainer_session=rse_eu1_x" }), any(null))
  })

  it("is that of the portal's session at the root of the portal's own host", () => {
    const wayAt = makeWayOf({ baseUrl: origin, portalUrl: "https://portal.example/" })
    const both = cookies({ session: "rse_eu1_x", portal: "rse_eu2_x" })
    const at = (host: string) => wayAt({ method: "GET", url: "/", headers: { ...both, host } })
    assert.deepStrictEqual(at("Portal.example"), session("eu2"))
    assert.deepStrictEqual(at("retainer.example"), session("eu1"))
    const invitation = { method: "GET", url: "/invitations/eu1.abc", headers: both }
    assert.deepStrictEqual(wayAt(invitation), cell("eu1"))
    const request = { method: "POST", url: "/links", headers: both }
    assert.deepStrictEqual(wayAt(request), { kind: "all" })
  })

  it("is any that is up for what is the same in each", () => {
    const signedIn = cookies({ session: "rse_eu1_x" })
    for (const path of ["/docs", "/openapi.json", "/assets/retainer.css", "/sign-in", "/check"]) {
      assert.deepStrictEqual(get(path), any(null), path)
      assert.deepStrictEqual(get(path, signedIn), any("eu1"), path)
    }
    assert.deepStrictEqual(get("/healthz"), { kind: "own" })
    assert.deepStrictEqual(get("/readyz?x=y", signedIn), { kind: "own" })
  })

  it("is in the form of a token, unless the client authenticates by Basic", () => {
    const basic = `Basic ${Buffer.from(`app_eu1_${appId}:secret`).toString("base64")}`
    for (const path of ["/v1/oauth/token", "/oauth/token", "/oauth/revoke"]) {
      assert.deepStrictEqual(post(path, { authorization: basic }), cell("eu1"))
      const way = post(path)
      if (way.kind !== "form") return assert.fail(path)
      const labelIn = (form: Headers) => way.labelIn(new URLSearchParams(form))
      assert.strictEqual(labelIn({ client_id: `app_eu2_${appId}`, code: "rac_eu1_x" }), "eu2")
      assert.strictEqual(labelIn({ client_id: `app_${appId}`, code: "rac_eu1_x" }), "eu1")
      assert.strictEqual(labelIn({ refresh_token: "rrt_eu1_x" }), "eu1")
      assert.strictEqual(labelIn({ token: "rat_eu1_x" }), "eu1")
      assert.isNull(labelIn({ client_id: `app_${appId}` }))
      assert.isNull(labelIn({}))
    }
    const way = post("/sign-in/code", cookies({ session: "rse_eu1_x" }))
    if (way.kind !== "form") return assert.fail("the code of a second factor")
    assert.strictEqual(way.labelIn(new URLSearchParams({ pending: "eu2.abc" })), "eu2")
    assert.isNull(way.labelIn(new URLSearchParams({ pending: "abc" })))
  })

  it("is every one for a sign-in, a request for a link and a document to check", () => {
    const signedIn = cookies({ session: "rse_eu1_x", portal: "rse_eu1_x" })
    assert.deepStrictEqual(post("/sign-in", signedIn), { kind: "signIn" })
    for (const path of ["/sign-in/forgot", "/portal/links", "/check"]) {
      assert.deepStrictEqual(post(path, signedIn), { kind: "all" }, path)
    }
    assert.deepStrictEqual(post("/sign-out", signedIn), session("eu1"))
  })
})
