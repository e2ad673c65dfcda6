/**
 * The link of an invitation that was used: to the portal for its own client, a page for someone
 * else.
 */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { makeVisitor } from "../../support/visitor.ts"

/** A client of a new workspace, and the path of an invitation. */
const invited = Effect.fnUntraced(function* (name: string) {
  const app = yield* RetainerMemory
  const { apiKey } = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(apiKey)
  const { id } = (yield* call("POST", "/v1/clients", { name, email: `${name}@x.example` })).body
  const invite = Effect.gen(function* () {
    yield* call("POST", `/v1/clients/${id}/invite`)
    const { text } = yield* (yield* Inbox).receive
    return new URL(/https?:\S+\/invitations\/\S+/.exec(text)?.[0] ?? "").pathname
  })
  return { invite, visitor: makeVisitor(app.fetch, "http://retainer.test") }
})

layer(layerRetainerMemory)("the link of an invitation", (it) => {
  it.effect("that opens nothing any more leads its own client to the portal", () =>
    Effect.gen(function* () {
      const { invite, visitor } = yield* invited("Ada")
      const replaced = yield* invite
      const link = yield* invite
      yield* Effect.promise(async () => {
        const welcome = await visitor.get(link)
        await visitor.submit(welcome, link)
        for (const old of [link, replaced]) {
          const home = await visitor.get(old)
          assert.strictEqual(home.path, "/portal")
          assert.include(home.body, "Hello Ada")
        }
        // The button was clicked twice.
        assert.strictEqual((await visitor.submit(welcome, link)).path, "/portal")
      })
      yield* TestClock.adjust("31 days")
      const over = yield* Effect.promise(() => visitor.get(link))
      assert.strictEqual(over.status, 410)
      assert.include(over.body, "used already")
    })
  )

  it.effect("of someone else says so, names nobody, and leaves who is signed in", () =>
    Effect.gen(function* () {
      const ada = yield* invited("Ada")
      const grace = yield* invited("Grace")
      const [first, used, fresh] = [yield* ada.invite, yield* grace.invite, yield* grace.invite]
      yield* Effect.promise(async () => {
        await ada.visitor.submit(await ada.visitor.get(first), first)
        const refused = await ada.visitor.get(used)
        assert.strictEqual(refused.status, 410)
        assert.include(refused.body, "This link is for someone else")
        assert.include(refused.body, "Ada@x.example")
        assert.notInclude(refused.body, "Grace")
        assert.include((await ada.visitor.get("/portal")).body, "Hello Ada")
        // One that still opens the portal says whom it takes the place of.
        const welcome = await ada.visitor.get(fresh)
        assert.include(welcome.body, "You are signed in to the portal as Ada")
        assert.include((await ada.visitor.submit(welcome, fresh)).body, "Hello Grace")
        assert.notInclude(
          (await grace.visitor.get(first)).body,
          "You are signed in to the portal as"
        )
      })
    })
  )
})
