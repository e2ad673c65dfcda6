/** Passwords by argon2id (RFC 9106) with OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
import { argon2 } from "node:crypto"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { PasswordHasher } from "../../app/ports/people/PasswordHasher.ts"

const defaults = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32
/**
 * So many at a time. Node has four threads for files, names, compression and this: half of them stay
 * free, however many sign-ins are tried.
 */
const concurrency = 2

const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replace(/=+$/, "")

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/

const compute = (password: Redacted.Redacted, settings: string) =>
  Effect.callback<string>((resume) => {
    const [, memory, passes, parallelism, salt = ""] = pattern.exec(settings) ?? []
    const options = {
      message: Redacted.value(password).normalize("NFC"),
      nonce: Buffer.from(salt, "base64"),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength
    }
    argon2("argon2id", options, (error, tag) =>
      resume(error === null ? Effect.succeed(`${settings}$${encode(tag)}`) : Effect.die(error))
    )
  })

export const PasswordHasherArgon2 = Layer.effect(
  PasswordHasher,
  Effect.map(Semaphore.make(concurrency), (semaphore) => ({
    settings: (salt: Uint8Array) => {
      const { memory, passes, parallelism } = defaults
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}`
    },
    hash: (password: Redacted.Redacted, settings: string) =>
      // A thread cannot be cancelled: a caller that disconnects keeps its place until the thread is done.
      semaphore.withPermit(Effect.uninterruptible(compute(password, settings)))
  }))
)
