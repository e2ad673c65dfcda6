/** The list of common passwords that the server ships. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { CommonPasswords } from "../../../src/app/ports/people/Passwords.ts"
import { CommonPasswordsZxcvbn } from "../../../src/infra/crypto/CommonPasswordsZxcvbn.ts"

it.effect("has the most common passwords in lower case, and no others", () =>
  Effect.gen(function* () {
    const common = yield* CommonPasswords
    for (const text of ["password", "qwertyuiop", "iloveyou", "letmein", "password123"]) {
      assert.isTrue(yield* common.has(text), text)
    }
    for (const text of ["Password", "correct horse battery staple", "", "27061989"]) {
      assert.isFalse(yield* common.has(text), text)
    }
  }).pipe(Effect.provide(CommonPasswordsZxcvbn))
)
