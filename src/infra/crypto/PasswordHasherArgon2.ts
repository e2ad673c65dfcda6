/** Passwords by argon2id (RFC 9106) with OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
import { argon2, randomBytes } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import { PasswordHasher } from "../../app/ports/PasswordHasher.ts"

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const encode = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

export const PasswordHasherArgon2 = Layer.succeed(PasswordHasher, {
  hash: (password) =>
    Effect.callback<string>((resume) => {
      const nonce = randomBytes(16)
      const message = Redacted.value(password).normalize("NFC")
      argon2("argon2id", { message, nonce, ...parameters }, (error, tag) => {
        if (error !== null) return resume(Effect.die(error))
        const { memory, passes, parallelism } = parameters
        resume(
          Effect.succeed(
            `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
          )
        )
      })
    })
})
