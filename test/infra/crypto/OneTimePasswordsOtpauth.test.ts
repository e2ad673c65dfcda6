/** One-time passwords against the values of RFC 6238, appendix B (SHA-1, the last six digits). */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { OneTimePasswords } from "../../../src/app/ports/people/OneTimePasswords.ts"
import { OneTimePasswordsOtpauth } from "../../../src/infra/crypto/OneTimePasswordsOtpauth.ts"

const samples: ReadonlyArray<readonly [seconds: number, code: string]> = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"]
]

it.effect("codes are those of the standard, for a step before and after", () =>
  Effect.gen(function* () {
    const passwords = yield* OneTimePasswords
    const secret = passwords.secretOf(new TextEncoder().encode("12345678901234567890"))
    assert.strictEqual(Redacted.value(secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    for (const [seconds, code] of samples) {
      const step = Math.floor(seconds / 30)
      const stepAt = (offset: number) =>
        passwords.stepOf(secret, code, DateTime.makeUnsafe((seconds + offset) * 1000))
      assert.deepStrictEqual([stepAt(0), stepAt(-30), stepAt(30)], [step, step, step])
      assert.deepStrictEqual([stepAt(-60), stepAt(60)], [null, null])
    }
    const uri = new URL(passwords.uri(secret, "Büro: A & B 株", "ada@x.example"))
    assert.strictEqual(uri.protocol, "otpauth:")
    assert.strictEqual(uri.searchParams.get("secret"), Redacted.value(secret))
    assert.match(uri.href, /^[\x20-\x7e]+$/)
  }).pipe(Effect.provide(OneTimePasswordsOtpauth))
)
