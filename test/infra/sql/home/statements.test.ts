/** Home reads by six statements; the session and the frame's counts are the other two of eight. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Home } from "../../../../src/app/home/Home.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { User } from "../../../../src/domain/people/User.ts"
import { newClient, newOpen, newWorkspace, random } from "../../../support/records.ts"
import { recording, type Sent } from "../../../support/statements.ts"
import { layerPglite, onDatabase } from "../../../support/storages.ts"

const storage = Home.layer.pipe(Layer.provideMerge(onDatabase(layerPglite)))

layer(storage, { excludeTestServices: true })("Home", (it) => {
  it.effect("sends six statements", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      yield* newOpen(workspace.id, client.id)
      const id = yield* UserId.next(yield* random)
      const user = new User({
        ...{ id, workspaceId: workspace.id, name: "Uma", email: "uma@x.example", role: "owner" }
      })
      const sent: Sent[] = []
      const { read } = yield* Home
      const view = yield* recording(
        sent,
        read({ workspace, user }, { overdue: 0, isSimulated: false })
      )
      assert.strictEqual(view.owing.total, 1)
      assert.lengthOf(sent, 6)
      // The rows of a workspace alone are read.
      assert.isTrue(sent.every(({ text }) => text.includes("workspace_id")))
    })
  )
})
