/**
 * An app's way to act for a user, on the whole API in memory: sign-in, calls, and tokens that renew
 * themselves.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import {
  createOAuth,
  createRetainer,
  createTokens,
  makeClient,
  RetainerBadRequest,
  RetainerUnauthorized,
  SignInRefused,
  type Tokens
} from "../../src/client.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { allow, callback, type Setting, setUp } from "../http/oauth/setting.ts"
import { origin } from "../support/owners.ts"

const begin = Effect.map(setUp, (setting) => {
  const asked: Array<string> = []
  const ask: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    asked.push(new URL(request.url).pathname)
    return setting.fetch(request)
  }
  const oauth = createOAuth({
    baseUrl: origin,
    clientId: setting.clientId,
    clientSecret: setting.secret,
    redirectUri: callback,
    fetch: ask
  })
  return { setting, oauth, asked, ask }
})

type Begun = Effect.Success<typeof begin>

const signIn = async ({ setting, oauth }: Begun): Promise<Tokens> => {
  const begun = await oauth.begin(["clients:read", "clients:write"])
  return oauth.finish(await consent(setting, begun.url), begun)
}

const consent = (setting: Setting, url: string, decision = "allow"): Promise<URL> =>
  allow(setting, url.replace(origin, ""), decision)

const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => "no failure",
    (error: unknown) => error
  )

layer(layerRetainerMemory)("an app that acts for a user", (it) => {
  it.effect("gets tokens with PKCE, and calls with them", () =>
    Effect.gen(function* () {
      const begun = yield* begin
      const { url } = yield* Effect.promise(() => begun.oauth.begin(["clients:read"]))
      const { searchParams } = new URL(url)
      assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
      assert.match(searchParams.get("code_challenge") ?? "", /^[\w-]{43}$/)
      const tokens = yield* Effect.promise(() => signIn(begun))
      assert.sameMembers([...tokens.scopes], ["clients:read", "clients:write"])
      const retainer = createRetainer({
        baseUrl: origin,
        apiKey: tokens.accessToken,
        fetch: begun.ask
      })
      assert.strictEqual((yield* Effect.promise(() => retainer.clients.list())).meta.total, 0)
    })
  )

  it.effect("believes no answer that is not to its own request", () =>
    Effect.gen(function* () {
      const { setting, oauth, asked } = yield* begin
      yield* Effect.promise(async () => {
        const begun = await oauth.begin(["clients:read"])
        const refused = await consent(setting, begun.url, "deny")
        const back = await consent(setting, begun.url)
        const foreign = new URL(back)
        foreign.searchParams.set("iss", "https://other.example")
        for (const [url, state, code] of [
          [refused, begun.state, "access_denied"],
          [back, "another", "state_mismatch"],
          [foreign, begun.state, "issuer_mismatch"],
          [`${callback}&state=${begun.state}`, begun.state, "no_code"]
        ] as const) {
          const error = await failureOf(oauth.finish(url, { ...begun, state }))
          assert.strictEqual(error instanceof SignInRefused && error.code, code)
        }
        assert.deepStrictEqual(asked, [])
        const wrong = await failureOf(
          oauth.finish(back, { ...begun, codeVerifier: "x".repeat(64) })
        )
        assert.match(wrong instanceof RetainerBadRequest ? wrong.message : "", /^invalid_grant: /)
      })
    })
  )

  it.effect("renews what expired with one refresh for many calls, and stores it first", () =>
    Effect.gen(function* () {
      const begun = yield* begin
      const first = yield* Effect.promise(() => signIn(begun))
      const stored: Array<Tokens> = []
      const { oauth, ask, asked } = begun
      const tokens = createTokens({
        oauth,
        tokens: first,
        onTokens: async (next) => {
          await Promise.resolve()
          stored.push(next)
        }
      })
      const retainer = createRetainer({ baseUrl: origin, tokens, fetch: ask })
      // The server's clock goes on, the client's does not: it hears of the end by a 401.
      yield* TestClock.adjust("61 minutes")
      asked.length = 0
      yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 10 }, () => retainer.clients.list()))
      )
      assert.lengthOf(stored, 1)
      assert.strictEqual(asked.filter((path) => path === "/v1/oauth/token").length, 1)
      assert.notStrictEqual(stored[0]?.refreshToken, first.refreshToken)
      // The next generation: the token of the refresh is what the next refresh takes.
      yield* TestClock.adjust("61 minutes")
      yield* Effect.promise(() => retainer.clients.create({ name: "A", email: "a@x.example" }))
      assert.lengthOf(stored, 2)
    })
  )

  it.effect("renews before the end, for the Effect client too", () =>
    Effect.gen(function* () {
      const begun = yield* begin
      const first = yield* Effect.promise(() => signIn(begun))
      const stored: Array<Tokens> = []
      const tokens = createTokens({
        oauth: begun.oauth,
        tokens: { ...first, expiresAt: Date.now() + 59_000 },
        onTokens: (next) => void stored.push(next)
      })
      const http = FetchHttpClient.layer.pipe(
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, begun.ask))
      )
      const api = yield* Effect.provide(makeClient({ baseUrl: origin, tokens }), http)
      begun.asked.length = 0
      yield* api.clients.list({ query: {} })
      assert.deepStrictEqual(begun.asked, ["/v1/oauth/token", "/v1/clients"])
      assert.lengthOf(stored, 1)
      yield* TestClock.adjust("61 minutes")
      yield* api.clients.list({ query: {} })
      assert.deepStrictEqual(begun.asked.slice(2), [
        "/v1/clients",
        "/v1/oauth/token",
        "/v1/clients"
      ])
    })
  )

  it.effect("is told that the user has to sign in again where the grant ended", () =>
    Effect.gen(function* () {
      const begun = yield* begin
      const first = yield* Effect.promise(() => signIn(begun))
      yield* Effect.promise(() => begun.oauth.refresh(first))
      yield* TestClock.adjust("61 minutes")
      const { oauth, ask } = begun
      const tokens = createTokens({ oauth, tokens: first, onTokens: () => {} })
      const retainer = createRetainer({ baseUrl: origin, tokens, fetch: ask })
      const error = yield* Effect.promise(() => failureOf(retainer.clients.list()))
      assert.instanceOf(error, RetainerUnauthorized)
      assert.instanceOf(error instanceof Error && error.cause, RetainerBadRequest)
    })
  )
})
