/**
 * The authorization endpoint by the letter of RFC 6749, 7636, 9207 and 9700: a table of requests,
 * each with the answer that its section demands.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { scopeTexts } from "../../../src/domain/access/Scope.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"
import { makeVisitor } from "../../support/visitor.ts"
import { allow, callback, challenge, query, rejected, setUp, verifier } from "./setting.ts"

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

    it.effect(
      "9700 §4.11.2 a bad request of a visitor from outside the app's workspace is a page, no redirect",
      () =>
        Effect.gen(function* () {
          const app = yield* RetainerMemory
          const setting = yield* setUp
          const ownerEmail = "elsewhere@agency.example"
          yield* app.workspace({ name: "Elsewhere", ownerEmail })
          yield* Effect.promise(async () => {
            const path = query({ scope: "everything" }, setting)
            const stranger = makeVisitor(app.fetch, origin)
            const page = await stranger.get(path)
            assert.isTrue(rejected(page), page.leftFor)
            assert.include(page.body, "The request of App is not valid")
            await stranger.signIn(ownerEmail, ownerPassword)
            assert.isTrue(rejected(await stranger.get(path)))
            assert.include((await setting.visitor.get(path)).leftFor, "error=invalid_scope")
          })
        })
    )

    it.effect("a member reads on the consent screen that the app can do no more than they", () =>
      Effect.gen(function* () {
        const setting = yield* setUp
        const path = query({ scope: "invoices:write clients:write" }, setting)
        const owners = yield* Effect.promise(() => setting.visitor.get(path))
        assert.include(owners.body, scopeTexts["invoices:write"])
        assert.notInclude(owners.body, "You are a member")
        const member = yield* colleagueOf(setting.visitor, "member")
        const consent = yield* Effect.promise(() => member.get(path))
        assert.include(consent.body, "Create and change drafts of invoices")
        assert.notInclude(consent.body, scopeTexts["invoices:write"])
        assert.include(consent.body, "You are a member of the workspace")
      })
    )
  })
})
