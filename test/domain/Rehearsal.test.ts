/** What a rehearsal shows: everything but the values that only a real run would be given. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { InvoiceId, PaymentId } from "../../src/domain/Ids.ts"
import { CurrentRehearsal, rehearse } from "../../src/domain/Rehearsal.ts"

const createdAt = "2026-01-01T00:00:00.000Z"

const ids = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return { invoice: yield* InvoiceId.next(random), payment: yield* PaymentId.next(random) }
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

describe("rehearse", () => {
  it.effect("hides new ids, and number and created_at beside them", () =>
    Effect.gen(function* () {
      const known = yield* ids
      const shown = yield* rehearse(ids, ({ invoice, payment }, hide) =>
        hide({
          id: invoice,
          number: "INV-0001",
          created_at: createdAt,
          updated_at: createdAt,
          total: 5,
          parts: [{ id: payment, amount: 5 }],
          link: `https://x.example/${invoice}/pdf`,
          of: { id: known.invoice, number: "INV-0000", created_at: createdAt, paid: null }
        })
      )
      assert.deepStrictEqual(shown, {
        id: null,
        number: null,
        created_at: null,
        updated_at: createdAt,
        total: 5,
        parts: [{ id: null, amount: 5 }],
        link: null,
        of: { id: known.invoice, number: "INV-0000", created_at: createdAt, paid: null }
      })
    })
  )

  it.effect("hides the links that are named", () =>
    Effect.gen(function* () {
      const answer = { url: "https://x.example", at: [{ url: 1, other: "o" }] }
      const shown = yield* rehearse(Effect.succeed(answer), (json, hide) => hide(json, ["url"]))
      assert.deepStrictEqual(shown, { url: null, at: [{ url: null, other: "o" }] })
    })
  )

  it.effect.prop("changes nothing else", { json: Schema.Json }, ({ json }) =>
    Effect.gen(function* () {
      const shown = yield* rehearse(ids, (_, hide) => hide(json))
      assert.deepStrictEqual(shown, json)
    })
  )

  it.effect("is real again afterwards, and each run has ids of its own", () =>
    Effect.gen(function* () {
      const first = yield* rehearse(ids, ({ invoice }) => invoice)
      const second = yield* rehearse(ids, (_, hide) => hide({ id: first, number: 1 }))
      assert.deepStrictEqual(second, { id: first, number: 1 })
      assert.isNull(yield* CurrentRehearsal)
    })
  )
})
