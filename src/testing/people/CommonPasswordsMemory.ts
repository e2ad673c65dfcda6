/** A few of the most common passwords. */
import { Effect, Layer } from "effect"
import { CommonPasswords } from "../../app/ports/people/Passwords.ts"

const common = new Set(["password", "qwertyuiop", "123456", "letmein", "password123"])

export const CommonPasswordsMemory = Layer.succeed(CommonPasswords, {
  has: (text) => Effect.succeed(common.has(text))
})
