/** Users and their passwords, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { User } from "../../../../src/domain/people/User.ts"
import { later, newUser, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const userRepositoryContract: StorageContract = (it) => {
  it.effect("users come back as they went in, one of an address in a workspace", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const users = yield* each(UserRepository)
      const user = new User({
        id: yield* UserId.next(yield* random),
        workspaceId: workspace.id,
        name: "Olga",
        email: "Olga@x.example",
        role: "owner"
      })
      yield* users.insert(user, "hash")
      assert.strictEqual((yield* users.find(workspace.id, user.id))?.name, "Olga")
      const other = yield* newWorkspace
      assert.isNull(yield* users.find(other.id, user.id))
      const twin = new User({
        ...user,
        id: yield* UserId.next(yield* random),
        email: "olga@X.example"
      })
      const taken = yield* Effect.flip(users.insert(twin, "hash"))
      assert.strictEqual(taken._tag, "UserEmailTaken")
      yield* users.insert(new User({ ...twin, workspaceId: other.id }), "hash")
    })
  )

  it.effect("profile and address change in their workspace alone", () =>
    Effect.gen(function* () {
      const users = yield* each(UserRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      const user = yield* newUser(one.id)
      const colleague = yield* newUser(one.id)
      assert.deepStrictEqual([user.language, user.keys], [null, true])
      yield* users.saveProfile(two.id, user.id, { name: "Not here" })
      assert.deepStrictEqual(yield* users.find(one.id, user.id), user)
      yield* users.saveProfile(one.id, user.id, { name: "Ugo", language: "fr", keys: false })
      const renamed = new User({ ...user, name: "Ugo", language: "fr", keys: false })
      assert.deepStrictEqual(yield* users.find(one.id, user.id), renamed)
      yield* users.saveProfile(one.id, user.id, { language: null })
      const taken = users.saveEmail(one.id, user.id, colleague.email.toUpperCase(), now)
      assert.strictEqual((yield* Effect.flip(taken))._tag, "UserEmailTaken")
      const email = user.email.toUpperCase()
      yield* users.saveEmail(one.id, user.id, email, now)
      assert.deepStrictEqual(
        yield* users.find(one.id, user.id),
        new User({ ...renamed, language: null, email })
      )
      yield* users.saveEmail(two.id, user.id, "not-here@x.example", now)
      assert.strictEqual((yield* users.find(one.id, user.id))?.email, email)
    })
  )

  it.effect("users are found by address over all workspaces, and not once removed", () =>
    Effect.gen(function* () {
      const users = yield* each(UserRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      const email = `${one.id}@x.example`
      const first = yield* newUser(one.id, { email, role: "owner" })
      const second = yield* newUser(two.id, { email: email.toUpperCase() })
      const found = yield* users.findByEmail(email)
      assert.sameMembers(
        found.map(({ user }) => user.id),
        [first.id, second.id]
      )
      assert.strictEqual((yield* Effect.flip(newUser(one.id, { email })))._tag, "UserEmailTaken")
      assert.deepStrictEqual(yield* users.ownersForUpdate(one.id), [first])
      yield* users.saveRole(one.id, first.id, "admin")
      yield* users.savePassword(one.id, first.id, "new", later)
      const [listed] = yield* users.list(one.id)
      assert.deepStrictEqual(listed, {
        user: new User({ ...first, role: "admin" }),
        passwordHash: "new",
        signedInAt: later
      })
      // Another workspace's hand reaches nothing.
      yield* users.remove(two.id, first.id, now)
      assert.isNotNull(yield* users.find(one.id, first.id))
      yield* users.remove(one.id, first.id, now)
      assert.isNull(yield* users.find(one.id, first.id))
      assert.deepStrictEqual(yield* users.list(one.id), [])
      assert.deepStrictEqual(
        (yield* users.findByEmail(email)).map(({ user }) => user.id),
        [second.id]
      )
      yield* newUser(one.id, { email })
    })
  )

  it.effect("a password is replaced only where it is still the one that was looked at", () =>
    Effect.gen(function* () {
      const users = yield* each(UserRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const user = yield* newUser(workspace.id)
      yield* users.savePassword(workspace.id, user.id, "a", now)
      assert.isFalse(yield* users.replacePassword(workspace.id, user.id, "b", "c", later))
      assert.isFalse(yield* users.replacePassword(other.id, user.id, "a", "c", later))
      assert.isTrue(yield* users.replacePassword(workspace.id, user.id, "a", "b", later))
      assert.isFalse(yield* users.replacePassword(workspace.id, user.id, "a", "c", later))
      assert.isTrue(yield* users.replacePassword(workspace.id, user.id, "b", "b", later))
      const [listed] = yield* users.list(workspace.id)
      assert.deepInclude(listed, { passwordHash: "b", signedInAt: later })
      yield* users.remove(workspace.id, user.id, now)
      assert.isFalse(yield* users.replacePassword(workspace.id, user.id, "b", "c", later))
    })
  )
}
