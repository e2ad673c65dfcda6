/** The password policy, and the forms that are looked up among the common passwords. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { makePassword } from "../../../src/domain/people/Credential.ts"
import { comparedForms, Password } from "../../../src/domain/people/Password.ts"

const isPassword = Schema.is(Password)

describe("a password", () => {
  it("has 12 to 200 characters, however many units each takes", () => {
    for (const character of ["a", "ä", "🔑"]) {
      assert.deepStrictEqual(
        [11, 12, 200, 201].map((length) => isPassword(character.repeat(length))),
        [false, true, true, false]
      )
    }
  })

  it.each([
    ["Password123!", "password123!", "password"],
    ["qwertyuiop12", "qwertyuiop12", "qwertyuiop"],
    ["¡¡2024 Iloveyou €€", "¡¡2024 iloveyou €€", "iloveyou"],
    ["pass4word4ever", "pass4word4ever", "pass4word4ever"],
    ["1234-5678-9012", "1234-5678-9012", ""],
    ["٣٤٥٦٧٨٩٠١٢٣٤", "٣٤٥٦٧٨٩٠١٢٣٤", ""]
  ])("%s is compared whole and without digits and signs at both ends", (password, whole, core) => {
    assert.deepStrictEqual(comparedForms(password), { whole, core })
  })

  it.effect("that is made for someone may be chosen", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      for (let count = 0; count < 200; count++) {
        const password = Redacted.value(yield* makePassword(random))
        assert.isTrue(isPassword(password))
        assert.isAtLeast(comparedForms(password).core.length, 8)
      }
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})
