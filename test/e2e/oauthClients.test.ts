/**
 * Four client libraries that people really use, against the running server: authorization code with
 * PKCE where they know it, the API, refresh and revocation. And fifty exchanges of one code at
 * once.
 */
import { assert, describe, it } from "@effect/vitest"
import * as oauth from "oauth4webapi"
import * as openid from "openid-client"
import OAuth2Strategy from "passport-oauth2"
import { AuthorizationCode } from "simple-oauth2"
import { afterAll, beforeAll } from "vitest"
import { runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { type Server, startServer, stopServer } from "../support/process.ts"
import { makeVisitor, type Visitor } from "../support/visitor.ts"

const callback = "https://app.example/callback"
const email = "owner@agency.example"
const password = "a password of tests"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let server: Server
let clientId: string
let clientSecret: string
let visitor: Visitor

const cli = async (...args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await runCliHere([...args, "--json"], place.environment)
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout)
}

beforeAll(async () => {
  place = await placeOnPostgres({ LOG_LEVEL: "debug", RATE_LIMIT: "off" })
  const made = await cli(
    ...["workspace", "create", "--name", "W", "--currency", "EUR", "--timezone", "UTC"],
    ...["--owner-name", "O", "--owner-email", email, "--owner-password", password]
  )
  const app = await cli(
    ...["oauth-app", "create", "--workspace", made.workspace_id],
    ...["--name", "App", "--redirect-uri", callback]
  )
  clientId = app.client_id
  clientSecret = app.client_secret
  server = await startServer(place.environment)
  visitor = makeVisitor(fetch, server.url)
  await visitor.signIn(email, password)
})

afterAll(async () => {
  await stopServer(server)
  await place.remove()
})

/** The user allows it. Answers where the browser is sent. */
const consent = async (authorizationUrl: string): Promise<URL> => {
  const { pathname, search } = new URL(authorizationUrl)
  const page = await visitor.get(`${pathname}${search}`)
  assert.include(page.body, "Allow App?")
  const action = /<form method="post" action="([^"]+)" class="row"/.exec(page.body)?.[1] ?? ""
  const answer = await visitor.submit(page, action.replaceAll("&amp;", "&"), { decision: "allow" })
  return new URL(answer.leftFor ?? "")
}

const callApi = async (token: string): Promise<number> => {
  const response = await fetch(`${server.url}/v1/projects`, {
    headers: { authorization: `Bearer ${token}` }
  })
  return response.status
}

describe("OAuth clients", () => {
  it("oauth4webapi, by discovery, PKCE and client_secret_basic", async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(server.url)
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
    )
    const client = { client_id: clientId }
    const authenticate = oauth.ClientSecretBasic(clientSecret)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(as.authorization_endpoint ?? "")
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "projects:read",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256"
    }).toString()
    const params = oauth.validateAuthResponse(as, client, await consent(url.href), state)
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(
        ...([as, client, authenticate, params, callback, verifier] as const),
        insecure
      )
    )
    assert.strictEqual(await callApi(tokens.access_token), 200)
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(
        ...([as, client, authenticate, tokens.refresh_token ?? ""] as const),
        insecure
      )
    )
    assert.strictEqual(await callApi(refreshed.access_token), 200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(
        ...([as, client, authenticate, refreshed.refresh_token ?? ""] as const),
        insecure
      )
    )
    assert.strictEqual(await callApi(refreshed.access_token), 401)
  })

  it("openid-client, by discovery, PKCE and client_secret_post", async () => {
    const config = await openid.discovery(
      new URL(server.url),
      clientId,
      undefined,
      openid.ClientSecretPost(clientSecret),
      { algorithm: "oauth2", execute: [openid.allowInsecureRequests] }
    )
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: "projects:read invoices:read",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState
    })
    const tokens = await openid.authorizationCodeGrant(config, await consent(url.href), {
      pkceCodeVerifier,
      expectedState
    })
    assert.strictEqual(tokens.scope, "projects:read invoices:read")
    assert.strictEqual(await callApi(tokens.access_token), 200)
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "")
    assert.strictEqual(await callApi(refreshed.access_token), 200)
    await openid.tokenRevocation(config, refreshed.refresh_token ?? "")
    assert.strictEqual(await callApi(refreshed.access_token), 401)
  })

  it.each(["/oauth/token", "/v1/oauth/token"])("simple-oauth2 at %s", async (tokenPath) => {
    const client = new AuthorizationCode({
      client: { id: clientId, secret: clientSecret },
      auth: {
        tokenHost: server.url,
        tokenPath,
        authorizePath: "/oauth/authorize",
        revokePath: "/oauth/revoke"
      }
    })
    const url = client.authorizeURL({
      redirect_uri: callback,
      scope: ["projects:read"],
      state: "s"
    })
    const answer = await consent(url)
    const token = await client.getToken({
      code: answer.searchParams.get("code") ?? "",
      redirect_uri: callback
    })
    assert.strictEqual(await callApi(String(token.token["access_token"])), 200)
    const refreshed = await token.refresh()
    assert.strictEqual(await callApi(String(refreshed.token["access_token"])), 200)
    await refreshed.revokeAll()
    assert.strictEqual(await callApi(String(refreshed.token["access_token"])), 401)
  })

  it("passport-oauth2, with its own state and PKCE", async () => {
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${server.url}/oauth/authorize`,
        tokenURL: `${server.url}/oauth/token`,
        clientID: clientId,
        clientSecret,
        callbackURL: callback,
        scope: ["projects:read"],
        state: true,
        pkce: true
      },
      (
        accessToken: string,
        refreshToken: string,
        _profile: unknown,
        done: OAuth2Strategy.VerifyCallback
      ) => done(null, { accessToken, refreshToken })
    )
    const session = {}
    const run = (query: Record<string, string>) =>
      new Promise<string | { accessToken: string }>((resolve, reject) => {
        const one = Object.assign(Object.create(strategy), {
          redirect: (url: string) => resolve(url),
          success: (user: { accessToken: string }) => resolve(user),
          fail: (why: unknown) => reject(new Error(JSON.stringify(why))),
          error: reject
        })
        one.authenticate({ query, session, headers: {}, connection: {}, url: "/" }, {})
      })
    const redirect = await run({})
    assert.isString(redirect)
    const answer = await consent(String(redirect))
    const user = await run(Object.fromEntries(answer.searchParams))
    assert.strictEqual(await callApi(typeof user === "string" ? "" : user.accessToken), 200)
  })

  it("fifty exchanges of one code at once: one succeeds, and the replays end what it gave", async () => {
    const url = new URL(`${server.url}/oauth/authorize`)
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: callback,
      response_type: "code",
      scope: "projects:read"
    }).toString()
    const code = (await consent(url.href)).searchParams.get("code") ?? ""
    const exchange = async () => {
      const response = await fetch(`${server.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code,
          redirect_uri: callback,
          client_id: clientId,
          client_secret: clientSecret
        })
      })
      return { status: response.status, body: await response.json() }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, exchange))
    const good = answers.filter(({ status }) => status === 200)
    assert.lengthOf(good, 1)
    assert.lengthOf(
      answers.filter(({ status, body }) => status === 400 && body.error === "invalid_grant"),
      49
    )
    assert.strictEqual(await callApi(good[0]?.body.access_token), 401)
  })

  it("no secret of the dance stands in the log, at the most talkative level that is of use", () => {
    const log = server.stderr()
    assert.isAbove(log.length, 1000)
    assert.notMatch(log, /r(?:at|rt|ac|cs|se|k)_[0-9A-Za-z]{38}/)
    assert.notInclude(log, password)
    assert.notInclude(log, "code_challenge")
  })
})
