/**
 * The request log names the client's IP address and the id of the credential, never the credential.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { AccessRecords } from "../../src/testing/AccessLogMemory.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { ownerOf } from "../support/owners.ts"
import { populated } from "../support/populated.ts"
import { send } from "../support/requests.ts"
import { userToken } from "../support/userToken.ts"

layer(layerRetainerMemory)("the request log", (it) => {
  it.effect("has the address and the id of the key or grant; none where none was valid", () =>
    Effect.gen(function* () {
      const records = yield* AccessRecords
      const own = yield* populated
      const token = yield* userToken(ownerOf(own))
      const lineOf = Effect.fnUntraced(function* (key: Redacted.Redacted | string, from: string) {
        yield* send("GET", "/v1/clients", { key, headers: { "x-forwarded-for": from } })
        const { address, credential } = (yield* records.all).at(-1) ?? assert.fail("no line")
        return { address, credential }
      })
      const byKey = yield* lineOf(own.apiKey, "203.0.113.9, 2001:db8::7")
      assert.strictEqual(byKey.address, "2001:db8::7")
      assert.match(byKey.credential ?? "", /^key_[0-9a-z]{26}$/)
      assert.match((yield* lineOf(token, "x")).credential ?? "", /^grant_[0-9a-z]{26}$/)
      const wrong = yield* lineOf("rk_wrong", `\u00e9${"a".repeat(100)}`)
      assert.deepStrictEqual(wrong, { address: `?${"a".repeat(63)}`, credential: null })
      const all = JSON.stringify(yield* records.all)
      for (const secret of [own.apiKey, token]) assert.notInclude(all, Redacted.value(secret))
    })
  )
})
