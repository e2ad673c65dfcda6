/**
 * The sign-in says whose it is: the product's, and of the app that sent one here where it is known.
 */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { makeVisitor } from "../../support/visitor.ts"

const email = "owner@agency.example"
const redirectUri = "https://ledger.example/callback"

layer(layerRetainerMemory)("sign-in", (it) => {
  it.effect("names the product, and the app of a request that only the app can have made", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      yield* app.workspace({ ownerEmail: email })
      yield* Effect.promise(async () => {
        const owner = makeVisitor(app.fetch, origin)
        await owner.signIn(email, ownerPassword)
        const made = await owner.submit(await owner.get("/settings/apps"), "/settings/apps", {
          name: "Ledger <i>",
          redirect_uris: redirectUri
        })
        const [clientId = ""] = /app_[0-9a-z]{26}/.exec(made.body) ?? []
        const authorize = (fields: Record<string, string>) =>
          `/oauth/authorize?${new URLSearchParams({
            client_id: clientId,
            redirect_uri: redirectUri,
            response_type: "code",
            scope: "projects:read",
            ...fields
          })}`
        const someone = makeVisitor(app.fetch, origin)
        const headingOf = async (path: string) => {
          const { body } = await someone.get(path)
          assert.match(body, /<header class="top">.*Retainer.*<\/header>/s)
          return /<h1>(.*?)<\/h1>/.exec(body)?.[1]
        }
        const asked = "Sign in to continue to Ledger &lt;i>"
        assert.strictEqual(await headingOf("/sign-in"), "Sign in")
        assert.strictEqual(await headingOf(authorize({})), asked)
        const elsewhere = [
          { client_id: "app_00000000000000000000000000" },
          { redirect_uri: "https://evil.example/callback" },
          { redirect_uri: `${redirectUri}/` }
        ]
        for (const fields of elsewhere) {
          const to = encodeURIComponent(authorize(fields))
          assert.strictEqual(await headingOf(`/sign-in?return_to=${to}`), "Sign in")
        }
        const other = encodeURIComponent(authorize({}).replace("/oauth/authorize", "/settings"))
        assert.strictEqual(await headingOf(`/sign-in?return_to=${other}`), "Sign in")
        const page = await someone.get(authorize({}))
        const wrong = await someone.submit(page, "/sign-in", { email, password: "wrong" })
        assert.include(wrong.body, asked)
      })
    })
  )
})
