/** The form of secrets: created, recognised, and near misses refused. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as fc from "fast-check"
import {
  hasSecretForm,
  makePassword,
  makeSecret,
  type SecretPrefix,
  secretOf,
  visiblePart
} from "../../../src/domain/people/Credential.ts"
import { layerSeededRandom } from "../../../src/testing/MemoryPorts.ts"

const prefixes: ReadonlyArray<SecretPrefix> = ["rk", "rat", "rrt", "rac", "rcs", "rse"]
const anyPrefix = fc.constantFrom(...prefixes)
const anyBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const textOf = (prefix: SecretPrefix, bytes: Uint8Array, cell: string | null = null) =>
  Redacted.value(secretOf(prefix, bytes, cell))
const has = (prefix: SecretPrefix, text: string) => hasSecretForm(prefix, Redacted.make(text))

describe("a secret", () => {
  it("has the form of its kind and of no other, and the same bytes are the same secret", () => {
    fc.assert(
      fc.property(anyPrefix, anyBytes, (prefix, bytes) => {
        const text = textOf(prefix, bytes)
        assert.match(text, new RegExp(`^${prefix}_[0-9A-Za-z]{38}$`))
        assert.deepStrictEqual(
          prefixes.filter((one) => has(one, text)),
          [prefix]
        )
        assert.strictEqual(textOf(prefix, bytes), text)
      })
    )
  })

  it("has another form with any one character changed, left out or put in", () => {
    const place = fc.nat(41)
    const character = fc.constantFrom(..."0aZ-_ ä\u0000")
    fc.assert(
      fc.property(anyBytes, place, character, (bytes, at, other) => {
        const text = textOf("rat", bytes)
        const before = text.slice(0, at)
        if (text[at] !== other) assert.isFalse(has("rat", before + other + text.slice(at + 1)))
        assert.isFalse(has("rat", before + text.slice(at + 1)))
        assert.isFalse(has("rat", before + other + text.slice(at)))
      })
    )
  })

  it("of a cell has its label, which the checksum covers, and the form of its kind", () => {
    fc.assert(
      fc.property(anyPrefix, anyBytes, (prefix, bytes) => {
        const text = textOf(prefix, bytes, "eu1")
        assert.match(text, new RegExp(`^${prefix}_eu1_[0-9A-Za-z]{38}$`))
        assert.deepStrictEqual(
          prefixes.filter((one) => has(one, text)),
          [prefix]
        )
        assert.isFalse(has(prefix, text.replace("_eu1_", "_eu2_")))
        assert.isFalse(has(prefix, text.replace("_eu1_", "_")))
        assert.strictEqual(visiblePart(Redacted.make(text)), `${text.slice(0, 12)}…`)
      })
    )
  })

  it("of another time has the same form: the checksum is that of CRC-32, in six digits", () => {
    // Computed apart from this code: crc32("rk_" + 32 zeros), in base 62.
    const body = `rk_${"0".repeat(32)}`
    assert.isTrue(has("rk", `${body}1yIhSk`))
  })

  it("of given bytes never changes: tokens that were given out are computed again from them", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index + 40)
    bytes.set([0, 255])
    assert.match(textOf("rrt", bytes), /^rrt_07ghijklmnopqrstuvwxyz01234567/)
  })

  it("shows eight characters of itself at most, to be recognised by", () => {
    fc.assert(
      fc.property(anyPrefix, anyBytes, (prefix, bytes) => {
        const text = textOf(prefix, bytes)
        assert.strictEqual(visiblePart(Redacted.make(text)), `${text.slice(0, 8)}…`)
      })
    )
  })

  it.effect("that is made is of its kind, and another each time", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const made = new Set<string>()
      for (const prefix of [...prefixes, ...prefixes]) {
        const secret = yield* makeSecret(prefix, random, null)
        assert.isTrue(hasSecretForm(prefix, secret))
        made.add(Redacted.value(secret).slice(prefix.length, -6))
      }
      assert.strictEqual(made.size, 12)
      // Every character may come: of the whole alphabet 12 × 32 draws leave out few.
      const used = new Set([...made].join(""))
      assert.isAtLeast(used.size, 60)
    }).pipe(Effect.provide(layerSeededRandom("secrets")))
  )

  it.effect("for a person has 20 characters", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      assert.match(Redacted.value(yield* makePassword(random)), /^[0-9A-Za-z]{20}$/)
    }).pipe(Effect.provide(layerSeededRandom("passwords")))
  )
})

describe("secrets", () => {
  it.effect("carry their kind and a checksum", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const secret = yield* makeSecret("rk", random, null)
      const text = Redacted.value(secret)
      assert.match(text, /^rk_[0-9A-Za-z]{38}$/)
      assert.isTrue(hasSecretForm("rk", secret))
      assert.isFalse(hasSecretForm("rat", secret))
      for (const at of [3, 20, 40]) {
        const typo = `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`
        assert.isFalse(hasSecretForm("rk", Redacted.make(typo)))
      }
      assert.notStrictEqual(text, Redacted.value(yield* makeSecret("rk", random, null)))
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})
