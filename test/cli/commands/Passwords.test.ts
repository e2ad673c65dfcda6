/** A password from standard input: its first line, validated like that of a flag. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { givenOrNewPassword } from "../../../src/cli/commands/Passwords.ts"
import { Operator } from "../../../src/cli/Operator.ts"

/** The password that the command reads from these chunks, or the refusal. */
const read = (...chunks: ReadonlyArray<string>) => {
  const operator = Operator.of({
    progress: () => () => Effect.void,
    confirm: () => Effect.succeed(null),
    read: () => Stream.fromIterable(chunks.map((chunk) => new TextEncoder().encode(chunk))),
    write: () => Effect.void
  })
  return givenOrNewPassword("password", Option.some("-")).pipe(
    Effect.map(Redacted.value),
    Effect.catchTag("CommandFailed", ({ message }) => Effect.succeed(message)),
    Effect.provide(Layer.merge(Layer.succeed(Operator, operator), SecureRandom.layerWebCrypto))
  )
}

describe("a password on standard input", () => {
  it.effect("is its first line, in however many pieces, without the end of the line", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* read("correct-ho", "rse battery\r", "\nmore"),
        "correct-horse battery"
      )
      assert.strictEqual(yield* read("correct-horse battery"), "correct-horse battery")
    })
  )

  it.effect("is refused by the rules of passwords, also where there is none or no end", () =>
    Effect.gen(function* () {
      const short = "--password must be at least 12 characters"
      assert.strictEqual(yield* read("short\n"), short)
      assert.strictEqual(yield* read(), short)
      assert.match(yield* read(..."x".repeat(5000)), /at most 200/)
    })
  )
})
