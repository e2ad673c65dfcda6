/** Files in the portal: those of shared projects. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { submit } from "../../support/pages.ts"
import { invite, withClient } from "../../support/portal.ts"
import { fileForm } from "../../support/requests.ts"

layer(layerRetainerMemory)("files in the portal", (it) => {
  it.effect("the files of shared projects are there, and no others", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const projectNamed = (name: string) =>
        Effect.map(call("POST", "/v1/projects", { name, client_id: client.id }), ({ body }) => body)
      const shared = yield* projectNamed("Relaunch")
      const secret = yield* projectNamed("Secret plan")
      const upload = (fields: Record<string, string>, name: string) =>
        Effect.map(
          call("POST", "/v1/files", fileForm(fields, new File(["1234"], name))),
          ({ body }) => body.id
        )
      const seen = yield* upload({ project_id: shared.id }, "Offer.txt")
      const hidden = [
        yield* upload({ project_id: secret.id }, "Plan.txt"),
        yield* upload({ client_id: client.id }, "Notes.txt")
      ]
      const link = yield* invite(call, client.id, { project_ids: [shared.id] })
      const ada = anyone()
      yield* Effect.promise(async () => {
        const home = await submit(ada, link, {})
        assert.include(home.body, `href="/portal/projects/${shared.id}"`)
        const page = await ada.get(`/portal/projects/${shared.id}`)
        assert.include(page.body, `href="/portal/shared/${seen}"`)
        assert.include(page.body, "4 bytes")
        for (const name of ["Plan.txt", "Notes.txt"]) {
          assert.notInclude(`${home.body}${page.body}`, name)
        }
        const file = await ada.get(`/portal/shared/${seen}`)
        assert.strictEqual(file.body, "1234")
        assert.match(file.headers.get("content-disposition") ?? "", /^attachment; filename="Offer/)
        for (const id of [...hidden, "nonsense"]) {
          assert.strictEqual((await ada.get(`/portal/shared/${id}`)).status, 404)
        }
        const stranger = await anyone().get(`/portal/shared/${seen}`)
        assert.include(stranger.body, "Send me a link")
      })
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: false })
      const after = yield* Effect.promise(() => ada.get(`/portal/shared/${seen}`))
      assert.notInclude(after.body, "1234")
    })
  )
})
