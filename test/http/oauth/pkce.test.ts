/** PKCE where others on the person's machine may see the code (RFC 8252 §6, §8.1). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OAuthApps } from "../../../src/app/oauth/OAuthApps.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { makeVisitor } from "../../support/visitor.ts"

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
const native = [
  "com.example.app:/callback",
  "com.example.app://callback?keep=1",
  "http://127.0.0.1:8123/cb",
  "http://localhost/cb",
  "http://[::1]:9/cb",
  "https://localhost/cb",
  "https://[::ffff:127.0.0.1]/cb",
  "https://127.0.0.2/cb"
]
const remote = ["https://app.example/cb", "https://localhost.example/cb"]

layer(layerRetainerMemory)("PKCE", (it) => {
  it.effect("is required of apps on a person's own machine, and told at their address", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      const { workspace } = yield* app.workspace()
      const apps = yield* OAuthApps
      const registered = yield* apps.register(workspace.id, {
        name: "Desktop",
        redirectUris: [...native, ...remote]
      })
      const visitor = makeVisitor(app.fetch, "http://retainer.test")
      yield* Effect.promise(() => visitor.signIn("owner@agency.example", ownerPassword))
      const authorize = async (redirectUri: string, more: Record<string, string> = {}) =>
        await visitor.once(
          "GET",
          `/oauth/authorize?${new URLSearchParams({
            client_id: registered.app.id,
            redirect_uri: redirectUri,
            response_type: "code",
            scope: "projects:read",
            state: "s",
            ...more
          })}`
        )
      yield* Effect.promise(async () => {
        for (const uri of native) {
          const refused = await authorize(uri)
          assert.strictEqual(refused.status, 303, uri)
          const location = refused.headers.get("location") ?? ""
          assert.isTrue(location.startsWith(uri), location)
          const answer = new URLSearchParams(location.slice(location.indexOf("?")))
          assert.strictEqual(answer.get("error"), "invalid_request")
          assert.include(answer.get("error_description") ?? "", "code_challenge")
          assert.strictEqual(answer.get("state"), "s")
          const pkce = { code_challenge: challenge, code_challenge_method: "S256" }
          assert.strictEqual((await authorize(uri, pkce)).status, 200, uri)
        }
        for (const uri of remote) assert.strictEqual((await authorize(uri)).status, 200, uri)
        const foreign = await authorize("http://localhost/other")
        assert.strictEqual(foreign.status, 400)
        assert.isNull(foreign.headers.get("location"))
      })
    })
  )
})
