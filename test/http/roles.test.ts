/** A token never does more than its user's role, with any scopes; each request reads the role. */
import { assert, describe, layer, it as plain } from "@effect/vitest"
import { Effect } from "effect"
import { Users } from "../../src/app/people/Users.ts"
import type { Role } from "../../src/domain/access/Scope.ts"
import type { User } from "../../src/domain/people/User.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { ownerOf } from "../support/owners.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { send, sender } from "../support/requests.ts"
import { routes } from "../support/routes.ts"
import { userToken } from "../support/userToken.ts"

const keyOnly = routes.filter(({ rule }) => rule.kind === "all of a key")
const others = routes.filter(({ rule }) => rule.kind !== "all of a key")

describe("the routes that members' tokens are refused", () => {
  plain("are those that the decisions name", () => {
    const refused = others.filter(({ rule }) => rule.role === "admin").map(nameOf)
    assert.sameMembers(refused, [
      "POST /v1/invoices/:id/send",
      "POST /v1/invoices/:id/resend",
      "POST /v1/invoices/:id/void",
      "POST /v1/invoices/:id/remind",
      "POST /v1/invoices/:id/payments",
      "POST /v1/invoices/:id/payments/:payment_id/reverse",
      "POST /v1/credits/:id/refund",
      "POST /v1/invoices/:id/credit_notes",
      "POST /v1/credit_notes/:id/resend",
      "POST /v1/clients/:id/invite",
      "GET /v1/audit"
    ])
    assert.isTrue(keyOnly.every(({ rule }) => rule.role === "admin"))
  })
})

const colleague = Effect.fnUntraced(function* (owner: User, role: Role) {
  const users = yield* Users
  return yield* users.invite(owner, { name: "Max", email: `${role}@agency.example`, role })
})

layer(layerRetainerMemory)("roles", (it) => {
  it.effect("each route, by the token of a member with every scope", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const key = yield* userToken(yield* colleague(ownerOf(own), "member"))
      for (const route of others) {
        const call = callOf(route)
        const body = call.body?.(own.ids)
        const path = pathOf(route, call, own.ids)
        const { status, body: answer } = yield* send(route.method, path, {
          key,
          ...(body === undefined ? {} : { body })
        })
        if (route.rule.role === "member") assert.notStrictEqual(status, 403, nameOf(route))
        else {
          assert.strictEqual(status, 403, nameOf(route))
          assert.include(answer.error.message, "a user who is owner or admin")
        }
      }
    })
  )

  it.effect("portal_access is changed by the tokens of owners and admins alone", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const member = sender(yield* userToken(yield* colleague(ownerOf(own), "member")))
      const admin = sender(yield* userToken(yield* colleague(ownerOf(own), "admin")))
      const path = `/v1/clients/${own.ids.client}`
      const { portal_access: before } = (yield* member("GET", path)).body
      const refused = yield* member("PATCH", path, { portal_access: !before })
      assert.strictEqual(refused.status, 403)
      assert.include(refused.body.error.message, "portal_access")
      const same = yield* member("PATCH", path, { name: "B", portal_access: before })
      assert.strictEqual(same.status, 200)
      const changed = yield* admin("PATCH", path, { portal_access: !before })
      assert.strictEqual(changed.body.portal_access, !before)
    })
  )

  it.effect("the mails of users are read by the tokens of owners and admins alone", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const invited = yield* colleague(ownerOf(own), "member")
      const member = sender(yield* userToken(invited))
      const admin = sender(yield* userToken(yield* colleague(ownerOf(own), "admin")))
      const kinds = (answer: { body: { data: ReadonlyArray<{ kind: string }> } }) =>
        new Set(answer.body.data.map(({ kind }) => kind))
      const path = "/v1/mails?limit=100"
      assert.isTrue(kinds(yield* admin("GET", path)).has("user_link"))
      assert.isFalse(kinds(yield* member("GET", path)).has("user_link"))
      for (const filter of ["kind=user_link", "kind=notice", `object=${invited.id}`]) {
        assert.strictEqual((yield* admin("GET", `${path}&${filter}`)).status, 200, filter)
        assert.strictEqual((yield* member("GET", `${path}&${filter}`)).status, 403, filter)
      }
    })
  )

  it.effect("a lowered role works at the next request of the same token", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const owner = ownerOf(own)
      const users = yield* Users
      const admin = yield* colleague(owner, "admin")
      const call = sender(yield* userToken(admin))
      assert.strictEqual((yield* call("GET", "/v1/audit")).status, 200)
      yield* users.changeRole(owner, admin.id, "member")
      assert.strictEqual((yield* call("GET", "/v1/audit")).status, 403)
      assert.strictEqual((yield* call("GET", "/v1/invoices")).status, 200)
      yield* users.changeRole(owner, admin.id, "admin")
      assert.strictEqual((yield* call("GET", "/v1/audit")).status, 200)
    })
  )
})
