/** Passwords by argon2id (RFC 9106) with OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect, Layer, Redacted, Semaphore } from "effect"
import { PasswordHasher } from "../../app/ports/PasswordHasher.ts"

const defaults = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32
/** So many at a time: each takes its memory and a thread. */
const concurrency = 4

type Parameters = { readonly [K in keyof typeof defaults]: number }

const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replace(/=+$/, "")

const compute = (password: Redacted.Redacted, nonce: Buffer, parameters: Parameters) =>
  Effect.callback<Buffer>((resume) => {
    const message = Redacted.value(password).normalize("NFC")
    argon2("argon2id", { message, nonce, ...parameters, tagLength }, (error, tag) =>
      resume(error === null ? Effect.succeed(tag) : Effect.die(error))
    )
  })

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** What stands in for the hash of a user that is not there. */
const nobody = `$argon2id$v=19$m=${defaults.memory},t=${defaults.passes},p=${defaults.parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(tagLength))}`

export const PasswordHasherArgon2 = Layer.effect(
  PasswordHasher,
  Effect.map(Semaphore.make(concurrency), (semaphore) => ({
    hash: (password: Redacted.Redacted) =>
      semaphore.withPermit(
        Effect.suspend(() => {
          const nonce = randomBytes(16)
          const { memory, passes, parallelism } = defaults
          return Effect.map(
            compute(password, nonce, defaults),
            (tag) =>
              `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
          )
        })
      ),
    verify: (password: Redacted.Redacted, hash: string | null) =>
      semaphore.withPermit(
        Effect.suspend(() => {
          const [, memory, passes, parallelism, nonce = "", tag = ""] =
            pattern.exec(hash ?? nobody) ?? []
          const parameters = {
            memory: Number(memory),
            passes: Number(passes),
            parallelism: Number(parallelism)
          }
          const expected = Buffer.from(tag, "base64")
          return Effect.map(
            compute(password, Buffer.from(nonce, "base64"), parameters),
            (found) =>
              hash !== null && found.length === expected.length && timingSafeEqual(found, expected)
          )
        })
      )
  }))
)
