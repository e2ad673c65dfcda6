/** Passwords by argon2id (RFC 9106) with OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
import { Effect, Layer, Redacted, type Scope } from "effect"
import { PasswordHasher } from "../../app/ports/people/Passwords.ts"
import { type Argon2, makeArgon2, makeArgon2Threads } from "./Argon2.ts"
import { makeHashQueue } from "./HashQueue.ts"

const defaults = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32
/** Half of Node's four threads stay free for files, names and compression. */
const concurrency = 2

const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("base64").replace(/=+$/, "")

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/

const compute = (argon2: Argon2, password: Redacted.Redacted, settings: string) => {
  const [, memory, passes, parallelism, salt = ""] = pattern.exec(settings) ?? []
  const tag = argon2({
    message: Redacted.value(password).normalize("NFC"),
    salt: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength
  })
  return Effect.map(tag, (bytes) => `${settings}$${encode(bytes)}`)
}

const makeHasher = Effect.fnUntraced(function* (
  made: (most: number) => Effect.Effect<Argon2, never, Scope.Scope>
) {
  const argon2 = yield* made(concurrency)
  const acquire = makeHashQueue(concurrency)
  return PasswordHasher.of({
    settings: (salt: Uint8Array) => {
      const { memory, passes, parallelism } = defaults
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}`
    },
    hash: (password: Redacted.Redacted, settings: string) =>
      // A thread cannot be cancelled: after a disconnect the permit is held until it is done.
      Effect.scoped(
        Effect.andThen(acquire, Effect.uninterruptible(compute(argon2, password, settings)))
      )
  })
})

export const PasswordHasherArgon2 = Layer.effect(PasswordHasher, makeHasher(makeArgon2))

/** For a Node without argon2. */
export const PasswordHasherArgon2Threads = Layer.effect(
  PasswordHasher,
  makeHasher(makeArgon2Threads)
)
