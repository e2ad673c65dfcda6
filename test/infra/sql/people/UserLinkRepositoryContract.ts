/** Links to choose a password, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { UserLinkRepository } from "../../../../src/app/ports/people/UserLinkRepository.ts"
import { UserLinkId } from "../../../../src/domain/Ids.ts"
import { later, newHash, newUser, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const userLinkRepositoryContract: StorageContract = (it) => {
  it.effect("a user's links stand beside each other; one that is used takes the others along", () =>
    Effect.gen(function* () {
      const links = yield* each(UserLinkRepository)
      const workspace = yield* newWorkspace
      const user = yield* newUser(workspace.id)
      const make = Effect.fnUntraced(function* (purpose: "invite" | "reset" | "email") {
        const link = {
          id: yield* UserLinkId.next(yield* random),
          workspaceId: workspace.id,
          userId: user.id,
          purpose,
          email: purpose === "email" ? "new@x.example" : null,
          hash: newHash(),
          createdAt: now,
          expiresAt: later
        }
        yield* links.insert(link)
        return link
      })
      const first = yield* make("invite")
      assert.deepStrictEqual(yield* links.findByHash(first.hash), first)
      const second = yield* make("reset")
      assert.deepStrictEqual(yield* links.findByHash(first.hash), first)
      assert.deepStrictEqual(yield* links.find(workspace.id, second.id), second)
      const third = yield* make("email")
      assert.deepStrictEqual(yield* links.find(workspace.id, third.id), third)
      yield* links.removeOfUser((yield* newWorkspace).id, user.id)
      yield* links.removeOfUser(workspace.id, user.id, "email")
      assert.isNull(yield* links.find(workspace.id, third.id))
      assert.deepStrictEqual(yield* links.find(workspace.id, second.id), second)
      const colleague = yield* newUser(workspace.id)
      const theirs = { ...second, id: yield* UserLinkId.next(yield* random), hash: newHash() }
      yield* links.insert({ ...theirs, userId: colleague.id })
      assert.isNull(yield* links.find((yield* newWorkspace).id, second.id))
      assert.isFalse(yield* links.consume((yield* newWorkspace).id, second.id))
      assert.isTrue(yield* links.consume(workspace.id, second.id))
      assert.isFalse(yield* links.consume(workspace.id, second.id))
      assert.isFalse(yield* links.consume(workspace.id, first.id))
      assert.isNull(yield* links.findByHash(first.hash))
      const last = yield* make("reset")
      yield* links.removeOfUser(workspace.id, user.id)
      assert.isNull(yield* links.find(workspace.id, last.id))
      assert.isTrue(yield* links.consume(workspace.id, theirs.id))
    })
  )
}
