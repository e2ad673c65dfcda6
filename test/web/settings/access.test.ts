/** After a forgotten password: what goes on working is shown, with the way to take it back. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { OAuthApps } from "../../../src/app/oauth/OAuthApps.ts"
import { ApiKeys } from "../../../src/app/people/ApiKeys.ts"
import { OAuthRepository } from "../../../src/app/ports/oauth/OAuthRepository.ts"
import { GrantId } from "../../../src/domain/Ids.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { each } from "../../support/transactions.ts"
import { makeVisitor } from "../../support/visitor.ts"

layer(layerRetainerMemory)("after a new password", (it) => {
  it.effect("the page shows keys and apps that still work, each with its end", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      const keys = yield* ApiKeys
      const { workspace, userId } = yield* app.workspace()
      const now = yield* DateTime.now
      yield* keys.create(workspace.id, "Bookkeeping", ["invoices:read"])
      yield* keys.create(workspace.id, "Short-lived", [], DateTime.add(now, { minutes: 5 }))
      const revoked = yield* keys.create(workspace.id, "Long gone", [])
      yield* Effect.orDie(keys.revoke(workspace.id, revoked.id))
      const registered = yield* (yield* OAuthApps).register(workspace.id, {
        name: "Time tracker",
        redirectUris: ["https://app.example/cb"]
      })
      const grantId = yield* GrantId.next(yield* SecureRandom.SecureRandom)
      yield* (yield* each(OAuthRepository)).insertGrant({
        id: grantId,
        workspaceId: workspace.id,
        appId: registered.app.id,
        userId,
        scopes: ["projects:read"],
        generation: 1,
        rotatedAt: now,
        createdAt: now,
        revokedAt: null
      })
      yield* TestClock.adjust("6 minutes")
      const visitor = makeVisitor(app.fetch, "http://retainer.test")
      yield* Effect.promise(async () =>
        visitor.submit(await visitor.get("/sign-in/forgot"), "/sign-in/forgot", {
          email: "owner@agency.example"
        })
      )
      const { text } = yield* (yield* Inbox).receive
      const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").pathname
      yield* Effect.promise(async () => {
        const page = await visitor.submit(await visitor.get(link), link, {
          password: "a new password"
        })
        assert.strictEqual(page.path, "/settings/access?done=password")
        assert.include(page.body, "You are signed out everywhere else.")
        for (const name of ["First key", "Bookkeeping", "Time tracker"]) {
          assert.include(page.body, name)
        }
        for (const name of ["Short-lived", "Long gone"]) assert.notInclude(page.body, name)
        const [revoke = ""] = /\/settings\/api-keys\/key_[0-9a-z]+\/revoke/.exec(page.body) ?? []
        assert.strictEqual((await visitor.submit(await visitor.get(revoke), revoke)).status, 200)
        const disconnect = `/settings/connected-apps/${grantId}`
        assert.include(page.body, `href="${disconnect}"`)
        await visitor.submit(await visitor.get(disconnect), disconnect)
        const after = await visitor.get("/settings/access")
        assert.notInclude(after.body, "Time tracker")
        assert.notInclude(after.body, "is saved")
        assert.strictEqual(
          (await makeVisitor(app.fetch, "http://retainer.test").get("/settings/access")).path.split(
            "?"
          )[0],
          "/sign-in"
        )
      })
    })
  )
})
