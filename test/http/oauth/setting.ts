/**
 * An app, its owner in a browser, and the requests that an app makes, for the tests of OAuth by the
 * letter.
 */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { OAuthApps } from "../../../src/app/oauth/OAuthApps.ts"
import type { CreatedWorkspace } from "../../../src/app/workspaces/CreateWorkspace.ts"
import { limitsComeBack, origin, signedInOwner } from "../../support/owners.ts"
import type { Page, Visitor } from "../../support/visitor.ts"

export const callback = "https://app.example/callback?keep=1"

export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

export const challenge = createHash("sha256").update(verifier).digest("base64url")

export interface Setting {
  readonly visitor: Visitor
  readonly clientId: string
  readonly secret: string
  readonly other: { readonly clientId: string; readonly secret: string }
  readonly made: CreatedWorkspace
  readonly ownerEmail: string
  readonly fetch: (request: Request) => Promise<Response>
}

export const setUp = Effect.gen(function* () {
  const apps = yield* OAuthApps
  yield* limitsComeBack
  const { app, made, email: ownerEmail, visitor } = yield* signedInOwner()
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
  return { visitor, ...own, other, made, ownerEmail, fetch: app.fetch } satisfies Setting
})

export const query = (changes: Readonly<Record<string, string | null>>, { clientId }: Setting) => {
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

export const allow = async (setting: Setting, path: string, decision = "allow"): Promise<URL> => {
  const page = await setting.visitor.get(path)
  assert.strictEqual(page.status, 200, page.body)
  const answered = await setting.visitor.submit(page, path, { decision })
  return new URL(answered.leftFor ?? "")
}

export const newCode = async (
  setting: Setting,
  changes: Readonly<Record<string, string | null>> = {}
) => (await allow(setting, query(changes, setting))).searchParams.get("code") ?? ""

export interface TokenCall {
  readonly door?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly raw?: string
}

export const call = async (
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

export const exchangeFields = (setting: Setting, code: string) => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: callback,
  client_id: setting.clientId,
  client_secret: setting.secret
})

export const tokensOf = async (setting: Setting) => {
  const { body, status } = await call(setting, exchangeFields(setting, await newCode(setting)))
  assert.strictEqual(status, 200, JSON.stringify(body))
  return { access: String(body.access_token), refresh: String(body.refresh_token) }
}

export const refreshFields = (setting: Setting, refresh: string) => ({
  grant_type: "refresh_token",
  refresh_token: refresh,
  client_id: setting.clientId,
  client_secret: setting.secret
})

export const api = async (
  { fetch }: Setting,
  token: string,
  method = "GET",
  path = "/v1/projects"
) =>
  await fetch(
    new Request(`${origin}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  )

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`
})

export const rejected = (page: Page) => page.status === 400 && page.leftFor === undefined
