/** A sign-in computes one hash, whether or not the address has a user. */
import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Layer, Redacted, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import { layerApplication } from "../../../src/app/Application.ts"
import { SignIn } from "../../../src/app/people/SignIn.ts"
import { PasswordHasher } from "../../../src/app/ports/people/Passwords.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { User } from "../../../src/domain/people/User.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { PasswordHasherMemory } from "../../../src/testing/people/PasswordHasherMemory.ts"
import { each } from "../../support/transactions.ts"

/** The number of computed hashes. */
class Computed extends Context.Service<Computed, Ref.Ref<number>>()("test/Computed") {}

const counted = Layer.effectContext(
  Effect.gen(function* () {
    const computed = yield* Ref.make(0)
    const hasher = yield* PasswordHasher
    return Context.make(Computed, computed).pipe(
      Context.add(PasswordHasher, {
        settings: hasher.settings,
        hash: (password, settings) =>
          Effect.andThen(
            Ref.update(computed, (count) => count + 1),
            hasher.hash(password, settings)
          )
      })
    )
  })
).pipe(Layer.provide(PasswordHasherMemory))

const app = layerApplication.pipe(Layer.provideMerge(counted), Layer.provideMerge(layerMemoryPorts))

const right = Redacted.make("the right password")
const wrong = Redacted.make("a wrong password")

const workspaceOf = (ownerEmail: string, ownerPassword = right) =>
  Effect.flatMap(Workspaces, (workspaces) =>
    workspaces.create({
      name: "Agency",
      plan: "scale",
      currency: CurrencyCode.make("EUR"),
      timeZone: "UTC",
      ownerName: "Olga",
      ownerEmail,
      ownerPassword
    })
  )

/** The cost of a try, and what became of it. */
const tried = Effect.fnUntraced(function* (
  email: string,
  password: Redacted.Redacted,
  workspaceId: Parameters<SignIn["Service"]["signIn"]>[2] = null
) {
  const computed = yield* Computed
  yield* Ref.set(computed, 0)
  const outcome = yield* (yield* SignIn)
    .signIn(email, password, workspaceId, { session: null, isKnown: true })
    .pipe(
      Effect.as("SignedIn"),
      Effect.catch((error) => Effect.succeed(error._tag))
    )
  return [outcome, yield* Ref.get(computed)]
})

layer(app)("signing in", (it) => {
  it.effect("costs one computation for every address, right or wrong", () =>
    Effect.gen(function* () {
      yield* workspaceOf("one@x.example")
      const first = yield* workspaceOf("many@x.example")
      yield* workspaceOf("Many@X.example")
      const third = yield* workspaceOf("MANY@x.example", Redacted.make("of its own, this one"))
      const users = yield* each(UserRepository)
      const id = yield* UserId.next(yield* SecureRandom.SecureRandom)
      const { workspace } = first
      const invited = { id, workspaceId: workspace.id, name: "I", role: "member" } as const
      yield* users.insert(new User({ ...invited, email: "invited@x.example" }), null)
      for (const [email, password, workspaceId, outcome] of [
        ["nobody@x.example", wrong, null, "WrongCredentials"],
        ["one@x.example", wrong, null, "WrongCredentials"],
        ["one@x.example", right, null, "SignedIn"],
        ["ONE@x.example", right, null, "SignedIn"],
        ["one@x.example", right, workspace.id, "WrongCredentials"],
        ["many@x.example", wrong, null, "WrongCredentials"],
        ["many@x.example", right, null, "WorkspaceAmbiguous"],
        ["many@x.example", right, workspace.id, "SignedIn"],
        ["many@x.example", right, third.workspace.id, "WrongCredentials"],
        ["many@x.example", Redacted.make("of its own, this one"), null, "SignedIn"],
        ["invited@x.example", right, null, "WrongCredentials"]
      ] as const) {
        assert.deepStrictEqual(yield* tried(email, password, workspaceId), [outcome, 1], email)
      }
    })
  )

  it.effect("brings a hash with another salt over, once", () =>
    Effect.gen(function* () {
      const email = "old@x.example"
      const users = yield* each(UserRepository)
      const hasher = yield* PasswordHasher
      const { workspace, userId } = yield* workspaceOf(email)
      const old = yield* hasher.hash(right, hasher.settings(new Uint8Array(16)))
      yield* users.savePassword(workspace.id, userId, old, yield* DateTime.now)
      assert.deepStrictEqual(yield* tried(email, wrong), ["WrongCredentials", 1])
      assert.deepStrictEqual(yield* tried(email, right), ["SignedIn", 2])
      assert.deepStrictEqual(yield* tried(email, right), ["SignedIn", 1])
      assert.deepStrictEqual(yield* tried(email, wrong), ["WrongCredentials", 1])
    })
  )
})
