/** The order of what waits for somebody: urgent kinds first, and no kind hides another. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { type Attention, inUrgency, mostUrgent } from "../../../src/domain/home/Attention.ts"
import { InvoiceId, UserId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"

const at = DateTime.makeUnsafe(0)
const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"

const draft = (number: string): Attention => ({
  ...{ kind: "old_draft", at, totalMinor: 1, currency: CurrencyCode.make("EUR") },
  ...{ invoice: { id: InvoiceId.fromUuid(uuid), number }, party: { company: null, name: "Ada" } }
})
const failed: Attention = {
  ...{ kind: "mail_failed", at, mail: "invoice", error: null },
  ...{ object: { type: "invoice", id: "inv_1", name: "1" }, party: { company: null, name: "Ada" } }
}
const joining: Attention = {
  ...{ kind: "not_joined", at },
  user: { id: UserId.fromUuid(uuid), name: "Ben", email: "ben@x.example" }
}
const off: Attention = { kind: "reminders_off", overdue: 2 }

describe("what waits for somebody", () => {
  it("stands in the order of urgency, each kind in its own order", () => {
    const all = [draft("1"), joining, draft("2"), off, failed]
    assert.deepStrictEqual(inUrgency(all), [failed, off, draft("1"), draft("2"), joining])
  })

  it("shows one of each kind before a second one of any", () => {
    const drafts = Array.from({ length: 20 }, (_, index) => draft(String(index)))
    const shown = mostUrgent([...drafts, joining, failed], 8)
    assert.lengthOf(shown, 8)
    assert.deepStrictEqual(shown[0], failed)
    assert.deepStrictEqual(shown.at(-1), joining)
    assert.deepStrictEqual(shown.slice(1, 7), drafts.slice(0, 6))
    assert.deepStrictEqual(mostUrgent([joining, failed], 1), [failed])
  })
})
