/**
 * Passwords of commands, from standard input or a flag. Other users of the machine can see the
 * flags of a process.
 */
import { Effect, Option, Redacted, Schema, Stream } from "effect"
import { Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { makePassword } from "../../domain/people/Credential.ts"
import { Password } from "../../domain/people/Password.ts"
import { Operator } from "../Operator.ts"
import { CommandFailed } from "./Shared.ts"

const standardInput = "-"

export const passwordFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.withDescription("- reads it from standard input; default: a new one, printed"),
    Flag.optional
  )

const maxBytes = 1024

/** The first line of standard input. */
const readLine = Effect.gen(function* () {
  const { read } = yield* Operator
  const all = yield* read(standardInput).pipe(
    Stream.scan(
      () => Buffer.alloc(0),
      (before, chunk: Uint8Array) => Buffer.concat([before, chunk])
    ),
    Stream.takeUntil((bytes) => bytes.length > maxBytes || bytes.includes("\n")),
    Stream.runLast
  )
  const text = Option.getOrElse(all, () => Buffer.alloc(0)).toString("utf8")
  return text.split(/\r?\n/, 1)[0] ?? ""
})

/** The password of this flag, or a new one. */
export const givenOrNewPassword = Effect.fnUntraced(function* (
  name: string,
  given: Option.Option<string>
) {
  if (Option.isNone(given)) return yield* makePassword(yield* SecureRandom.SecureRandom)
  const text = given.value === standardInput ? yield* readLine : given.value
  return yield* Schema.decodeEffect(Password)(text).pipe(
    Effect.map(Redacted.make),
    Effect.mapError(({ message }) => new CommandFailed({ message: `--${name} ${message}` }))
  )
})
