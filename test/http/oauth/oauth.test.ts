/**
 * OAuth by the letter: a table of requests from RFC 6749, 6750, 7009, 7636, 8414, 9207 and 9700
 * against the in-memory app, each with the answer that its section demands.
 */
import { createHash } from "node:crypto"
import { assert, describe, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { OAuthApps } from "../../../src/app/oauth/OAuthApps.ts"
import type { CreatedWorkspace } from "../../../src/app/workspaces/Workspaces.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { makeVisitor, type Page, type Visitor } from "../../support/visitor.ts"

const origin = "http://retainer.test"
const callback = "https://app.example/callback?keep=1"
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const challenge = createHash("sha256").update(verifier).digest("base64url")
let owners = 0

interface Setting {
  readonly visitor: Visitor
  readonly clientId: string
  readonly secret: string
  readonly other: { readonly clientId: string; readonly secret: string }
  readonly made: CreatedWorkspace
  readonly ownerEmail: string
  readonly fetch: (request: Request) => Promise<Response>
}

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const apps = yield* OAuthApps
  // The limits per address have come back since the last test.
  yield* TestClock.adjust("10 minutes")
  owners += 1
  const ownerEmail = `owner${owners}@agency.example`
  const made = yield* app.workspace({ ownerEmail })
  const register = (name: string) =>
    Effect.map(
      apps.register(made.workspace.id, { name, redirectUris: [callback, "http://localhost/cb"] }),
      (registered) => ({
        clientId: String(registered.app.id),
        secret: Redacted.value(registered.secret)
      })
    )
  const own = yield* register("App")
  const other = yield* register("Other")
  const visitor = makeVisitor(app.fetch, origin)
  yield* Effect.promise(() => visitor.signIn(ownerEmail, ownerPassword))
  return { visitor, ...own, other, made, ownerEmail, fetch: app.fetch } satisfies Setting
})

const query = (changes: Readonly<Record<string, string | null>>, { clientId }: Setting) => {
  const params = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "projects:read invoices:read",
    state: "a b&c=ü+%"
  })
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return `/oauth/authorize?${params}`
}

const allow = async (setting: Setting, path: string, decision = "allow"): Promise<URL> => {
  const page = await setting.visitor.get(path)
  assert.strictEqual(page.status, 200, page.body)
  const answered = await setting.visitor.submit(page, path, { decision })
  return new URL(answered.leftFor ?? "")
}

const newCode = async (setting: Setting, changes: Readonly<Record<string, string | null>> = {}) =>
  (await allow(setting, query(changes, setting))).searchParams.get("code") ?? ""

interface TokenCall {
  readonly door?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly raw?: string
}

const call = async (
  { fetch }: Setting,
  fields: Readonly<Record<string, string | null>>,
  { door = "/oauth/token", headers = {}, raw }: TokenCall = {}
) => {
  const form = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]]
  )
  const response = await fetch(
    new Request(`${origin}${door}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: raw ?? new URLSearchParams(form).toString()
    })
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : JSON.parse(text)
  }
}

const exchangeFields = (setting: Setting, code: string) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: callback,
  client_id: setting.clientId,
  client_secret: setting.secret
})

const tokensOf = async (setting: Setting) => {
  const { body, status } = await call(setting, exchangeFields(setting, await newCode(setting)))
  assert.strictEqual(status, 200, JSON.stringify(body))
  return { access: String(body.access_token), refresh: String(body.refresh_token) }
}

const refreshFields = (setting: Setting, refresh: string) => ({
  grant_type: "refresh_token",
  refresh_token: refresh,
  client_id: setting.clientId,
  client_secret: setting.secret
})

const api = async ({ fetch }: Setting, token: string, method = "GET", path = "/v1/projects") =>
  await fetch(
    new Request(`${origin}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  )

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`
})

type AuthorizeCase = readonly [
  rule: string,
  changes: Readonly<Record<string, string | null>>,
  /** An error page of ours, an error at the app's address, or the consent screen. */
  expected: "page" | "consent" | (string & {})
]

const authorizeCases: ReadonlyArray<AuthorizeCase> = [
  ["6749 §4.1.1 a complete request", {}, "consent"],
  ["6749 §4.1.1 state is optional", { state: null }, "consent"],
  ["6749 §3.1 unknown parameters are ignored", { foo: "bar", nonce: "1" }, "consent"],
  ["6749 §3.1 an empty parameter counts as omitted", { response_type: "" }, "invalid_request"],
  ["6749 §4.1.1 response_type missing", { response_type: null }, "invalid_request"],
  ["6749 §4.1.2.1 response_type token", { response_type: "token" }, "unsupported_response_type"],
  [
    "6749 §4.1.2.1 a hybrid response_type",
    { response_type: "code token" },
    "unsupported_response_type"
  ],
  ["6749 §3.3 no scope", { scope: null }, "invalid_scope"],
  ["6749 §3.3 an unknown scope", { scope: "projects:read everything" }, "invalid_scope"],
  ["6749 §3.3 scopes are case-sensitive", { scope: "Projects:Read" }, "invalid_scope"],
  [
    "docs/spec.md §5.2 scopes joined with an encoded +",
    { scope: "projects:read+invoices:read" },
    "consent"
  ],
  ["6749 §4.1.2.1 client_id missing", { client_id: null }, "page"],
  ["6749 §4.1.2.1 client_id unknown", { client_id: "app_01h2xcejqtf2nbrexx3vqjhp41" }, "page"],
  ["6749 §4.1.2.1 client_id of no form", { client_id: "x" }, "page"],
  ["9700 §4.1.3 redirect_uri missing", { redirect_uri: null }, "page"],
  [
    "9700 §4.1.3 redirect_uri of another host",
    { redirect_uri: "https://evil.example/callback?keep=1" },
    "page"
  ],
  [
    "9700 §4.1.3 redirect_uri with a longer path",
    { redirect_uri: "https://app.example/callback/x?keep=1" },
    "page"
  ],
  [
    "9700 §4.1.3 redirect_uri with another query",
    { redirect_uri: "https://app.example/callback?keep=2" },
    "page"
  ],
  [
    "9700 §4.1.3 redirect_uri without its query",
    { redirect_uri: "https://app.example/callback" },
    "page"
  ],
  ["9700 §4.1.3 redirect_uri with a fragment", { redirect_uri: `${callback}#x` }, "page"],
  [
    "9700 §4.1.3 redirect_uri in another letter case",
    { redirect_uri: "https://APP.example/callback?keep=1" },
    "page"
  ],
  [
    "9700 §4.1.3 redirect_uri with user info",
    { redirect_uri: "https://app.example@evil.example/callback" },
    "page"
  ],
  ["9700 §4.1.3 a javascript: redirect_uri", { redirect_uri: "javascript:alert(1)" }, "page"],
  [
    "7636 §4.3 an S256 challenge",
    { code_challenge: challenge, code_challenge_method: "S256" },
    "consent"
  ],
  [
    "7636 §4.4.1 the method plain",
    { code_challenge: verifier, code_challenge_method: "plain" },
    "invalid_request"
  ],
  ["7636 §4.3 no method means plain", { code_challenge: challenge }, "invalid_request"],
  [
    "7636 §4.4.1 an unknown method",
    { code_challenge: challenge, code_challenge_method: "S512" },
    "invalid_request"
  ],
  [
    "7636 §4.2 a challenge that is too short",
    { code_challenge: "x", code_challenge_method: "S256" },
    "invalid_request"
  ],
  ["7636 §4.3 a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"]
]

type TokenCase = readonly [
  rule: string,
  fields: (setting: Setting, code: string) => Readonly<Record<string, string | null>>,
  status: number,
  error?: string | undefined,
  call?: (setting: Setting) => TokenCall
]

const change =
  (changes: (setting: Setting) => Readonly<Record<string, string | null>>) =>
  (setting: Setting, code: string) => ({ ...exchangeFields(setting, code), ...changes(setting) })
const posted = change(() => ({}))
const withoutClient = change(() => ({ client_id: null, client_secret: null }))

const tokenCases: ReadonlyArray<TokenCase> = [
  ["6749 §4.1.3 client_secret_post", posted, 200],
  [
    "6749 §2.3.1 client_secret_basic",
    withoutClient,
    200,
    undefined,
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  [
    "7235 §2.1 the scheme in lower case",
    withoutClient,
    200,
    undefined,
    (s) => ({
      headers: {
        authorization: basic(s.clientId, s.secret).authorization.replace("Basic", "basic")
      }
    })
  ],
  ["6749 §3.2 unknown parameters are ignored", change(() => ({ foo: "bar" })), 200],
  [
    "6749 §3.2.1 client_id beside Basic, the same",
    change(() => ({ client_secret: null })),
    200,
    undefined,
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  [
    "6749 §2.3 two ways to authenticate at once",
    posted,
    400,
    "invalid_request",
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  ["6749 §5.2 no client authentication", withoutClient, 401, "invalid_client"],
  ["6749 §5.2 no client_secret", change(() => ({ client_secret: null })), 401, "invalid_client"],
  [
    "6749 §5.2 a wrong client_secret",
    change(() => ({ client_secret: "rcs_wrong" })),
    401,
    "invalid_client"
  ],
  [
    "6749 §5.2 an unknown client_id",
    change(() => ({ client_id: "app_01h2xcejqtf2nbrexx3vqjhp41" })),
    401,
    "invalid_client"
  ],
  [
    "6749 §5.2 a wrong secret by Basic",
    withoutClient,
    401,
    "invalid_client",
    (s) => ({ headers: basic(s.clientId, "x") })
  ],
  [
    "6749 §2.3.1 Basic that is not base64",
    withoutClient,
    401,
    "invalid_client",
    () => ({ headers: { authorization: "Basic !!!" } })
  ],
  ["6749 §5.2 grant_type missing", change(() => ({ grant_type: null })), 400, "invalid_request"],
  [
    "6749 §5.2 grant_type unknown",
    change(() => ({ grant_type: "password" })),
    400,
    "unsupported_grant_type"
  ],
  [
    "6749 §4.4 client_credentials are not offered",
    change(() => ({ grant_type: "client_credentials" })),
    400,
    "unsupported_grant_type"
  ],
  ["6749 §4.1.3 code missing", change(() => ({ code: null })), 400, "invalid_request"],
  ["6749 §5.2 code unknown", change(() => ({ code: "rac_x" })), 400, "invalid_grant"],
  [
    "6749 §4.1.3 redirect_uri missing",
    change(() => ({ redirect_uri: null })),
    400,
    "invalid_request"
  ],
  [
    "6749 §4.1.3 another registered redirect_uri",
    change(() => ({ redirect_uri: "http://localhost/cb" })),
    400,
    "invalid_grant"
  ],
  [
    "6749 §4.1.3 the code of another app",
    change((s) => ({ client_id: s.other.clientId, client_secret: s.other.secret })),
    400,
    "invalid_grant"
  ],
  [
    "9700 §4.8.2 a verifier for a code without a challenge",
    change(() => ({ code_verifier: verifier })),
    400,
    "invalid_grant"
  ],
  [
    "6749 §3.2 a repeated parameter",
    posted,
    400,
    "invalid_request",
    (s) => ({
      raw: `grant_type=authorization_code&grant_type=refresh_token&client_id=${s.clientId}&client_secret=${s.secret}`
    })
  ],
  [
    "6749 §4.1.3 a JSON body",
    posted,
    400,
    "invalid_request",
    () => ({ headers: { "content-type": "application/json" }, raw: "{}" })
  ],
  [
    "6749 §3.2 credentials in the query are not read",
    posted,
    401,
    "invalid_client",
    (s) => ({
      door: `/oauth/token?client_id=${s.clientId}&client_secret=${s.secret}`,
      raw: "grant_type=authorization_code"
    })
  ],
  [
    "docs/spec.md §8 a body over the limit",
    posted,
    400,
    "invalid_request",
    () => ({ raw: `x=${"a".repeat(17_000)}` })
  ]
]

const rejected = (page: Page) => page.status === 400 && page.leftFor === undefined

layer(layerRetainerMemory)("oauth", (it) => {
  describe("the authorization endpoint", () => {
    it.effect.each(authorizeCases)("%s", ([, changes, expected]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const page = await setting.visitor.get(query(changes, setting))
          if (expected === "page") {
            assert.isTrue(rejected(page), JSON.stringify(page))
            return
          }
          if (expected === "consent") {
            assert.strictEqual(page.status, 200)
            assert.include(page.body, "Allow App?")
            return
          }
          const target = new URL(page.leftFor ?? "")
          assert.strictEqual(`${target.origin}${target.pathname}`, "https://app.example/callback")
          assert.strictEqual(target.searchParams.get("keep"), "1")
          assert.strictEqual(target.searchParams.get("error"), expected)
          assert.strictEqual(target.searchParams.get("state"), "a b&c=ü+%")
          assert.strictEqual(target.searchParams.get("iss"), origin)
          assert.isNull(target.searchParams.get("code"))
        })
      })
    )

    it.effect(
      "6749 §3.1 a repeated parameter goes back to the app, a repeated client_id does not",
      () =>
        Effect.gen(function* () {
          const setting = yield* setUp
          yield* Effect.promise(async () => {
            const twice = await setting.visitor.get(`${query({}, setting)}&scope=tasks:read`)
            assert.include(twice.leftFor, "error=invalid_request")
            assert.isTrue(
              rejected(
                await setting.visitor.get(`${query({}, setting)}&client_id=${setting.clientId}`)
              )
            )
            assert.isTrue(
              rejected(
                await setting.visitor.get(`${query({}, setting)}&redirect_uri=https://evil.example`)
              )
            )
          })
        })
    )

    it.effect(
      "6749 §4.1.2, 9207 §2 allowed: code, state untouched, iss, the app's own query kept",
      () =>
        Effect.gen(function* () {
          const setting = yield* setUp
          const target = yield* Effect.promise(() => allow(setting, query({}, setting)))
          assert.deepStrictEqual([...target.searchParams.keys()], ["keep", "code", "state", "iss"])
          assert.match(target.searchParams.get("code") ?? "", /^rac_[0-9A-Za-z]{38}$/)
          assert.strictEqual(target.searchParams.get("state"), "a b&c=ü+%")
          assert.strictEqual(target.searchParams.get("iss"), origin)
        })
    )

    it.effect("6749 §4.1.2.1 denied: access_denied with the state", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const target = yield* Effect.promise(() => allow(setting, query({}, setting), "deny"))
        assert.strictEqual(target.searchParams.get("error"), "access_denied")
        assert.strictEqual(target.searchParams.get("state"), "a b&c=ü+%")
      })
    )

    it.effect(
      "6749 §10.12, 9700 §4.7 consent needs the form's token; §10.13 the page is not framed",
      () =>
        Effect.gen(function* () {
          const setting = yield* setUp
          yield* Effect.promise(async () => {
            const path = query({}, setting)
            const page = await setting.visitor.get(path)
            const policy = page.headers.get("content-security-policy") ?? ""
            assert.include(policy, "frame-ancestors 'none'")
            assert.include(policy, "form-action 'self' https://app.example;")
            for (const headers of [
              { origin },
              { origin: "https://evil.example" },
              { "sec-fetch-site": "cross-site" }
            ]) {
              const forged = await setting.visitor.once("POST", path, {
                body: "decision=allow",
                headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
              })
              assert.strictEqual(forged.status, 403)
            }
          })
        })
    )

    it.effect(
      "whoever is not signed in signs in and comes back; another workspace's user does not get on",
      () =>
        Effect.gen(function* () {
          const app = yield* RetainerMemory
          const setting = yield* setUp
          const elsewhere = yield* app.workspace({
            name: "Elsewhere",
            ownerEmail: setting.ownerEmail
          })
          yield* Effect.promise(async () => {
            const stranger = makeVisitor(app.fetch, origin)
            const path = query({}, setting)
            const signIn = await stranger.get(path)
            assert.match(signIn.path, /^\/sign-in\?return_to=/)
            const credentials = { email: setting.ownerEmail, password: ownerPassword }
            const consent = await stranger.submit(signIn, "/sign-in", {
              ...credentials,
              workspace: setting.made.workspace.id
            })
            assert.include(consent.body, "Allow App?")
            const other = makeVisitor(app.fetch, origin)
            const form = await other.get("/sign-in")
            await other.submit(form, "/sign-in", {
              ...credentials,
              workspace: elsewhere.workspace.id
            })
            const refused = await other.get(path)
            assert.strictEqual(refused.status, 403)
            assert.include(refused.body, "another workspace")
          })
        })
    )
  })

  describe("the token endpoint", () => {
    it.effect.each(tokenCases)("%s", ([, fields, status, error, how]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting)
          const options = how?.(setting) ?? {}
          const answer = await call(setting, fields(setting, code), options)
          assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          if (error === undefined) {
            assert.deepStrictEqual(
              { ...answer.body, access_token: "", refresh_token: "" },
              {
                access_token: "",
                token_type: "Bearer",
                expires_in: 3600,
                refresh_token: "",
                scope: "projects:read invoices:read"
              }
            )
            return
          }
          assert.strictEqual(answer.body.error, error)
          assert.match(answer.body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
          if (status === 401) assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic /)
          // The other door: the same refusal in the envelope.
          const door = (options.door ?? "/oauth/token").replace("/oauth/", "/v1/oauth/")
          const enveloped = await call(setting, fields(setting, code), { ...options, door })
          assert.strictEqual(enveloped.status, status)
          assert.strictEqual(
            enveloped.body.error.code,
            status === 401 ? "UNAUTHORIZED" : "BAD_REQUEST"
          )
          assert.strictEqual(enveloped.body.error.status, status)
          assert.isTrue(enveloped.body.error.message.startsWith(`${error}: `))
        })
      })
    )

    it.effect("docs/spec.md §5.2 the door under /v1 gives the same tokens", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting)
          const answer = await call(setting, exchangeFields(setting, code), {
            door: "/v1/oauth/token"
          })
          assert.strictEqual(answer.status, 200)
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          assert.strictEqual((await api(setting, answer.body.access_token)).status, 200)
        })
      })
    )

    it.effect.each([
      ["7636 §4.6 the right verifier", verifier, 200],
      ["7636 §4.6 a wrong verifier", `${verifier.slice(0, -1)}A`, 400],
      ["7636 §4.1 a verifier that is too short", "short", 400],
      ["7636 §4.6 no verifier", null, 400],
      ["7636 §4.6 the challenge in place of the verifier", challenge, 400]
    ] as const)("%s", ([, given, status]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting, {
            code_challenge: challenge,
            code_challenge_method: "S256"
          })
          const answer = await call(setting, {
            ...exchangeFields(setting, code),
            code_verifier: given
          })
          assert.strictEqual(answer.status, status)
          if (status === 400) assert.strictEqual(answer.body.error, "invalid_grant")
        })
      })
    )

    it.effect("6749 §4.1.2 a code lives a minute", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const late = yield* Effect.promise(() => newCode(setting))
        yield* TestClock.adjust("60 seconds")
        const answer = yield* Effect.promise(() => call(setting, exchangeFields(setting, late)))
        assert.strictEqual(answer.body.error, "invalid_grant")
      })
    )

    it.effect(
      "6749 §4.1.2 a code used twice ends what it gave, but only for the app that proves itself",
      () =>
        Effect.gen(function* () {
          const setting = yield* setUp
          yield* Effect.promise(async () => {
            const code = await newCode(setting)
            const fields = exchangeFields(setting, code)
            const first = await call(setting, fields)
            const alive = async () => (await api(setting, first.body.access_token)).status === 200
            assert.isTrue(await alive())
            await call(setting, { ...fields, client_secret: "wrong" })
            await call(setting, {
              ...fields,
              client_id: setting.other.clientId,
              client_secret: setting.other.secret
            })
            assert.isTrue(await alive())
            const replay = await call(setting, { ...fields, redirect_uri: "http://localhost/cb" })
            assert.strictEqual(replay.body.error, "invalid_grant")
            assert.isFalse(await alive())
            const refresh = await call(setting, refreshFields(setting, first.body.refresh_token))
            assert.strictEqual(refresh.body.error, "invalid_grant")
          })
        })
    )

    it.effect("9700 §4.14 a refresh token works once; its reuse ends the family", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const first = yield* Effect.promise(() => tokensOf(setting))
        const second = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(second.status, 200)
        assert.notStrictEqual(second.body.refresh_token, first.refresh)
        // The same refresh again within 30 s, its answer lost: the same successor.
        yield* TestClock.adjust("29 seconds")
        const repeat = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(repeat.body.refresh_token, second.body.refresh_token)
        assert.strictEqual(
          (yield* Effect.promise(() => api(setting, repeat.body.access_token))).status,
          200
        )
        yield* TestClock.adjust("2 seconds")
        const reuse = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, first.refresh))
        )
        assert.strictEqual(reuse.body.error, "invalid_grant")
        for (const token of [first.access, second.body.access_token, repeat.body.access_token]) {
          assert.strictEqual((yield* Effect.promise(() => api(setting, token))).status, 401)
        }
        const successor = yield* Effect.promise(() =>
          call(setting, refreshFields(setting, second.body.refresh_token))
        )
        assert.strictEqual(successor.body.error, "invalid_grant")
      })
    )

    it.effect("an ancestor further back than the last ends the family at once", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const first = await tokensOf(setting)
          const second = await call(setting, refreshFields(setting, first.refresh))
          const third = await call(setting, refreshFields(setting, second.body.refresh_token))
          assert.strictEqual(third.status, 200)
          const reuse = await call(setting, refreshFields(setting, first.refresh))
          assert.strictEqual(reuse.body.error, "invalid_grant")
          assert.strictEqual((await api(setting, third.body.access_token)).status, 401)
        })
      })
    )

    it.effect("6749 §6 a refresh may ask for less, never for more", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { refresh } = await tokensOf(setting)
          const more = await call(setting, {
            ...refreshFields(setting, refresh),
            scope: "projects:read projects:write"
          })
          assert.strictEqual(more.body.error, "invalid_scope")
          const less = await call(setting, {
            ...refreshFields(setting, refresh),
            scope: "projects:read"
          })
          assert.strictEqual(less.body.scope, "projects:read")
          const denied = await api(setting, less.body.access_token, "GET", "/v1/invoices")
          assert.strictEqual(denied.status, 403)
          const whole = await call(setting, refreshFields(setting, less.body.refresh_token))
          assert.strictEqual(whole.body.scope, "projects:read invoices:read")
        })
      })
    )

    it.effect.each([
      ["6749 §6 refresh_token missing", { refresh_token: null }, "invalid_request"],
      ["6749 §6 refresh_token unknown", { refresh_token: "rrt_x" }, "invalid_grant"]
    ] as const)("%s", ([, changes, error]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const answer = yield* Effect.promise(() =>
          call(setting, { ...refreshFields(setting, "rrt_x"), ...changes })
        )
        assert.strictEqual(answer.body.error, error)
      })
    )

    it.effect("6749 §6 the refresh token of another app; an access token in its place", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { refresh, access } = await tokensOf(setting)
          const foreign = await call(setting, {
            ...refreshFields(setting, refresh),
            client_id: setting.other.clientId,
            client_secret: setting.other.secret
          })
          assert.strictEqual(foreign.body.error, "invalid_grant")
          const confused = await call(setting, refreshFields(setting, access))
          assert.strictEqual(confused.body.error, "invalid_grant")
          assert.strictEqual((await call(setting, refreshFields(setting, refresh))).status, 200)
        })
      })
    )

    it.effect("6749 §1.5 access tokens live an hour, refresh tokens 60 days", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const { access, refresh } = yield* Effect.promise(() => tokensOf(setting))
        yield* TestClock.adjust("1 hour")
        const expired = yield* Effect.promise(() => api(setting, access))
        assert.strictEqual(expired.status, 401)
        assert.include(expired.headers.get("www-authenticate") ?? "", 'error="invalid_token"')
        yield* TestClock.adjust("60 days")
        const late = yield* Effect.promise(() => call(setting, refreshFields(setting, refresh)))
        assert.strictEqual(late.body.error, "invalid_grant")
      })
    )
  })

  describe("bearer tokens", () => {
    it.effect("6750 §3.1 invalid_token, insufficient_scope, and no code without a credential", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          assert.strictEqual((await api(setting, access)).status, 200)
          const lacking = await api(setting, access, "GET", "/v1/clients")
          assert.strictEqual(lacking.status, 403)
          assert.include(
            lacking.headers.get("www-authenticate") ?? "",
            'error="insufficient_scope"'
          )
          for (const wrong of [`${access}x`, refresh, setting.secret, "rat_x"]) {
            const answer = await api(setting, wrong)
            assert.strictEqual(answer.status, 401)
            assert.include(answer.headers.get("www-authenticate") ?? "", 'error="invalid_token"')
          }
          const none = await setting.fetch(new Request(`${origin}/v1/projects`))
          assert.strictEqual(none.headers.get("www-authenticate"), 'Bearer realm="retainer"')
        })
      })
    )

    it.effect("6750 §2.2, §2.3 a token in the query or the body is not read", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const asked = await setting.fetch(
            new Request(`${origin}/v1/projects?access_token=${access}`)
          )
          assert.strictEqual(asked.status, 401)
        })
      })
    )

    it.effect("6750 §2.1 the scheme's letter case does not matter", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const answer = await setting.fetch(
            new Request(`${origin}/v1/projects`, { headers: { authorization: `bearer ${access}` } })
          )
          assert.strictEqual(answer.status, 200)
        })
      })
    )
  })

  describe("revocation", () => {
    const revoke = (
      setting: Setting,
      fields: Readonly<Record<string, string>>,
      how: TokenCall = {}
    ) =>
      call(
        setting,
        { client_id: setting.clientId, client_secret: setting.secret, ...fields },
        { door: "/oauth/revoke", ...how }
      )

    it.effect("7009 §2.1 an access token ends alone, a refresh token with its family", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          assert.strictEqual((await revoke(setting, { token: access })).status, 200)
          assert.strictEqual((await api(setting, access)).status, 401)
          const next = await call(setting, refreshFields(setting, refresh))
          assert.strictEqual(next.status, 200)
          const hinted = { token: next.body.refresh_token, token_type_hint: "access_token" }
          assert.strictEqual((await revoke(setting, hinted)).status, 200)
          assert.strictEqual((await api(setting, next.body.access_token)).status, 401)
        })
      })
    )

    it.effect("7009 §2.2 an unknown token, or one that was revoked, is 200", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          for (const token of ["nonsense", access, access, `${access}x`]) {
            assert.strictEqual((await revoke(setting, { token })).status, 200)
          }
        })
      })
    )

    it.effect("7009 §2.1 the client proves itself, and ends only what is its own", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const { access, refresh } = await tokensOf(setting)
          const unproven = await revoke(setting, { token: access, client_secret: "x" })
          assert.deepStrictEqual([unproven.status, unproven.body.error], [401, "invalid_client"])
          for (const token of [access, refresh]) {
            const foreign = await revoke(setting, {
              token,
              client_id: setting.other.clientId,
              client_secret: setting.other.secret
            })
            assert.deepStrictEqual([foreign.status, foreign.body.error], [400, "invalid_grant"])
          }
          assert.strictEqual((await api(setting, access)).status, 200)
          assert.strictEqual((await revoke(setting, {})).body.error, "invalid_request")
        })
      })
    )
  })

  it.effect("8414 §3 the metadata names the issuer and endpoints that are there", () =>
    Effect.gen(function* () {
      const setting = yield* setUp
      yield* Effect.promise(async () => {
        const answer = await setting.fetch(
          new Request(`${origin}/.well-known/oauth-authorization-server`)
        )
        const metadata = await answer.json()
        assert.strictEqual(metadata.issuer, origin)
        assert.deepStrictEqual(metadata.code_challenge_methods_supported, ["S256"])
        assert.isTrue(metadata.authorization_response_iss_parameter_supported)
        for (const name of ["token_endpoint", "revocation_endpoint"]) {
          assert.notStrictEqual(
            (await call(setting, {}, { door: new URL(metadata[name]).pathname })).status,
            404
          )
        }
        const page = await setting.visitor.get(new URL(metadata.authorization_endpoint).pathname)
        assert.isTrue(rejected(page))
      })
    })
  )

  it.effect(
    "what a user allowed is listed, and ends at a click; a new secret ends the old one",
    () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const { visitor } = setting
        yield* Effect.promise(async () => {
          const { access } = await tokensOf(setting)
          const list = await visitor.get("/settings/connected-apps")
          const path = /href="(\/settings\/connected-apps\/grant_[^"]+)"/.exec(list.body)?.[1] ?? ""
          const asked = await visitor.get(path)
          assert.include(asked.body, "Disconnect App?")
          assert.include((await visitor.submit(asked, path)).body, "no access any more")
          assert.strictEqual((await api(setting, access)).status, 401)

          const rotate = `/settings/apps/${setting.clientId}/rotate`
          const shown = await visitor.submit(await visitor.get(rotate), rotate)
          const secret = /rcs_[0-9A-Za-z]{38}/.exec(shown.body)?.[0] ?? ""
          const code = await newCode(setting)
          const old = await call(setting, exchangeFields(setting, code))
          assert.strictEqual(old.body.error, "invalid_client")
          const fresh = await call(setting, {
            ...exchangeFields(setting, code),
            client_secret: secret
          })
          assert.strictEqual(fresh.status, 200)

          const remove = `/settings/apps/${setting.clientId}/delete`
          await visitor.submit(await visitor.get(remove), remove)
          assert.strictEqual((await api(setting, fresh.body.access_token)).status, 401)
          assert.isTrue(rejected(await visitor.get(query({}, setting))))
        })
      })
  )

  it.effect("the token endpoint is limited by address, in both forms", () =>
    Effect.gen(function* () {
      const setting = yield* setUp
      // The Clock stands still, so nothing comes back into the bucket.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2030-01-01")))
      const statuses = yield* Effect.promise(async () => {
        const all: number[] = []
        for (let i = 0; i < 241; i++) all.push((await call(setting, {})).status)
        return all
      })
      assert.deepStrictEqual([...new Set(statuses)], [401, 429])
      const envelope = yield* Effect.promise(() => call(setting, {}, { door: "/v1/oauth/token" }))
      assert.strictEqual(envelope.body.error.code, "RATE_LIMITED")
      assert.match(envelope.headers.get("retry-after") ?? "", /^\d+$/)
    })
  )
})
