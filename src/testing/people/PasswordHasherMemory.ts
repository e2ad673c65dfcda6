/** Hashes of passwords, without the cost that makes the real ones safe. */
import { createHash } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import { PasswordHasher } from "../../app/ports/people/Passwords.ts"

/** Not for passwords of people: fast. */
export const PasswordHasherMemory = Layer.succeed(PasswordHasher, {
  settings: (salt) => `$memory$${Buffer.from(salt).toString("hex")}`,
  hash: (password, settings) =>
    Effect.sync(() => {
      const tag = createHash("sha256").update(settings).update(Redacted.value(password))
      return `${settings}$${tag.digest("hex")}`
    })
})
