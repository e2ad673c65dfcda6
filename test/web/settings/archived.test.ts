/** The page of archived projects. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("an archived project is restored to the status it had, with an event", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const project = (yield* call("POST", "/v1/projects", {
        name: "Site",
        client_id: client.id,
        status: "review"
      })).body
      yield* call("DELETE", `/v1/projects/${project.id}`)
      const path = "/settings/archived-projects"
      const done = yield* Effect.promise(() => submit(visitor, path, {}, `${path}/${project.id}`))
      assert.include(done.body, "The project is restored.")
      assert.include(done.body, "No project is archived.")
      assert.strictEqual((yield* call("GET", `/v1/projects/${project.id}`)).body.status, "review")
    })
  )
})
