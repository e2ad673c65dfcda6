/** The audit log: every change leaves a line that says who made it, and none has a secret in it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { OAuthApps } from "../../../src/app/oauth/OAuthApps.ts"
import { OAuthAuthorizations } from "../../../src/app/oauth/OAuthAuthorizations.ts"
import { ApiKeys } from "../../../src/app/people/ApiKeys.ts"
import { Users } from "../../../src/app/people/Users.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { scopes } from "../../../src/domain/access/Scope.ts"
import type { AuditKind } from "../../../src/domain/events/Audited.ts"
import { parseParameters } from "../../../src/domain/oauth/OAuth.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { assertChained } from "../../support/chains.ts"
import { origin } from "../../support/owners.ts"
import { signedIn, submit } from "../../support/pages.ts"
import { callOf, nameOf, pathOf, populated } from "../../support/populated.ts"
import { send, sender } from "../../support/requests.ts"
import { routes } from "../../support/routes.ts"

interface Line {
  readonly sequence: number
  readonly action: string
  readonly actor: object
  readonly request_id: string | null
  readonly previous_hash: string
  readonly hash: string
}

const linesOf = (key: Redacted.Redacted) =>
  Effect.map(sender(key)("GET", "/v1/audit?limit=100"), ({ status, body }) => {
    assert.strictEqual(status, 200)
    const lines: ReadonlyArray<Line> = body.data
    return lines
  })

layer(layerRetainerMemory)("the audit log", (it) => {
  for (const route of routes.filter(({ method }) => method !== "GET")) {
    it.effect(`${nameOf(route)} leaves a line`, () =>
      Effect.gen(function* () {
        const own = yield* populated
        const call = callOf(route)
        const before = yield* linesOf(own.apiKey)
        const answer = yield* send(route.method, pathOf(route, call, own.ids), {
          key: own.apiKey,
          ...(call.body === undefined ? {} : { body: call.body(own.ids) })
        })
        assert.strictEqual(answer.status, call.status)
        const after = yield* linesOf(own.apiKey)
        const left = after.slice(before.length)
        assert.isNotEmpty(left)
        const actor = { type: "api_key", name: "First key", user: null }
        for (const line of left) {
          assert.deepInclude(line.actor, actor)
          assert.strictEqual(line.request_id, answer.headers.get("x-request-id"))
        }
        assertChained(after)
      })
    )
  }

  it.effect("people, keys, apps and settings leave lines as well, and no secret is in any", () =>
    Effect.gen(function* () {
      const { made, visitor } = yield* signedIn
      const { workspace } = made
      const users = yield* Users
      const apps = yield* OAuthApps
      const keys = yield* ApiKeys
      const authorizations = yield* OAuthAuthorizations
      const owner = yield* Effect.flatMap(UserRepository, (all) =>
        all.find(workspace.id, made.userId)
      )
      if (owner === null) return assert.fail("no owner")
      const key = yield* keys.create(workspace.id, "Export", ["projects:read"])
      yield* keys.revoke(workspace.id, key.id)
      const redirect = "https://app.example/cb"
      const { app, secret } = yield* apps.register(workspace.id, {
        name: "App",
        redirectUris: [redirect]
      })
      yield* apps.update(workspace.id, app.id, { name: "App 2", redirectUris: [redirect] })
      yield* apps.rotateSecret(workspace.id, app.id)
      const asked = parseParameters(
        Object.entries({
          client_id: app.id,
          redirect_uri: redirect,
          response_type: "code",
          scope: "projects:read",
          state: "s"
        })
      )
      const prepared = yield* authorizations.prepare(asked)
      yield* authorizations.allow(prepared, owner)
      yield* apps.remove(workspace.id, app.id)
      const uma = yield* users.invite(owner, { name: "Uma", email: "u@x.example", role: "member" })
      yield* users.changeRole(owner, uma.id, "admin")
      yield* users.remove(owner, uma.id)
      yield* (yield* Workspaces).update(workspace.id, { legalName: "Agency GmbH" })
      yield* Effect.promise(() =>
        submit(visitor, "/settings/api-keys", { name: "By page", scopes: ["projects:read"] })
      )
      const lines = yield* linesOf(made.apiKey)
      const expected: ReadonlyArray<AuditKind> = [
        "workspace.created",
        "user.created",
        "api_key.created",
        "user.signed_in",
        "api_key.created",
        "api_key.revoked",
        "oauth_app.created",
        "oauth_app.updated",
        "oauth_app.secret_rotated",
        "oauth_grant.created",
        "oauth_app.deleted",
        "user.created",
        "user.updated",
        "user.deleted",
        "workspace.updated",
        "api_key.created"
      ]
      assert.deepStrictEqual(
        lines.map(({ action }) => action),
        [...expected]
      )
      const changed = lines[lines.length - 2]
      assert.deepNestedInclude(changed, { "before.legal_name": null })
      assert.deepNestedInclude(changed, { "after.legal_name": "Agency GmbH" })
      assert.deepNestedInclude(lines.at(-1), {
        "actor.type": "user",
        "actor.name": "Olga Owner",
        address: "unknown"
      })
      const text = JSON.stringify(lines)
      for (const hidden of [key.secret, secret, made.apiKey]) {
        assert.notInclude(text, Redacted.value(hidden))
      }
      assert.notInclude(text, ownerPassword)
      assert.notMatch(text, /argon2|rk_|rcs_|rac_|whsec_|"hash":"(?![0-9a-f]{64}")/)
    })
  )

  it.effect("an app acts for its user, and by the filter of either", () =>
    Effect.gen(function* () {
      const { made, app: memory } = yield* signedIn
      const { workspace } = made
      const all = [...scopes]
      const redirect = "https://app.example/cb"
      const owner = yield* Effect.flatMap(UserRepository, (users) =>
        users.find(workspace.id, made.userId)
      )
      if (owner === null) return assert.fail("no owner")
      const { app, secret } = yield* (yield* OAuthApps).register(workspace.id, {
        name: "Time tracker",
        redirectUris: [redirect]
      })
      const authorizations = yield* OAuthAuthorizations
      const prepared = yield* authorizations.prepare(
        parseParameters(
          Object.entries({
            client_id: app.id,
            redirect_uri: redirect,
            response_type: "code",
            scope: all.join(" "),
            state: "s"
          })
        )
      )
      const url = new URL(yield* authorizations.allow(prepared, owner))
      const token = yield* Effect.promise(async () => {
        const answer = await memory.fetch(
          new Request(`${origin}/v1/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "authorization_code",
              code: url.searchParams.get("code") ?? "",
              redirect_uri: redirect,
              client_id: app.id,
              client_secret: Redacted.value(secret)
            })
          })
        )
        const body: { readonly access_token: string } = await answer.json()
        return body.access_token
      })
      const call = sender(token)
      const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      yield* sender(made.apiKey)("PATCH", `/v1/clients/${client.id}`, { name: "B" })
      const found = (query: string) =>
        Effect.map(call("GET", `/v1/audit?${query}`), ({ status, body }) => {
          assert.strictEqual(status, 200, query)
          return body.data
        })
      const [line] = yield* found(`actor_id=${app.id}`)
      assert.deepStrictEqual(line.actor, {
        type: "app",
        id: app.id,
        name: "Time tracker",
        user: { id: owner.id, name: owner.name }
      })
      assert.deepStrictEqual(line.object, { type: "client", id: client.id })
      assert.isNull(line.before)
      assert.strictEqual(line.after.email, "a@x.example")
      assert.deepInclude(yield* found(`actor_id=${owner.id}`), line)
      const [, change] = yield* found(`object_id=${client.id}`)
      assert.deepInclude(change, { action: "client.updated", actor: { ...change.actor } })
      assert.deepInclude(change.before, { name: "A" })
      assert.deepInclude(change.after, { name: "B" })
      assert.notProperty(change.after, "email")
      assert.isNotEmpty(yield* found("from=1970-01-01&to=2100-01-01"))
      assert.isEmpty(yield* found("from=2100-01-01"))
      for (const bad of ["after=x", "actor_id=nobody", "object_id=", "from=2026-02-30", "q=1"]) {
        assert.strictEqual((yield* call("GET", `/v1/audit?${bad}`)).status, 400, bad)
      }
      const ranged = yield* call("GET", "/v1/audit?from=2026-02-02&to=2026-02-01")
      assert.strictEqual(ranged.status, 400)
      const [first, ...rest] = yield* found("limit=100")
      const page = yield* call("GET", `/v1/audit?limit=1&after=${first.sequence}`)
      assert.deepStrictEqual(page.body.data, [rest[0]])
      assert.deepStrictEqual(page.body.meta, { limit: 1, next_after: first.sequence + 1 })
    })
  )
})
