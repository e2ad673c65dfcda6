/** Payment links in events: kept nowhere, put in as the invoice has them when it is told. */
import { assert, describe, it } from "@effect/vitest"
import { linkedInvoices, withLinks, withoutLinks } from "../../../src/domain/events/EventLinks.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"

const id = InvoiceId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901")
const invoice = (status: string, url: string | null) => ({
  id,
  status,
  processor_payment_url: url
})
const told = { object: invoice("sent", "https://x/live"), previous: invoice("draft", null) }

describe("the links of an event", () => {
  it("are not kept; what has none stays as it is", () => {
    assert.deepStrictEqual(withoutLinks(told), {
      object: invoice("sent", null),
      previous: invoice("draft", null)
    })
    const client = { object: { id: "client_1" }, previous: null }
    assert.deepStrictEqual(withoutLinks(client), client)
  })

  it("are those of invoices in a state that has one", () => {
    for (const [status, has] of [
      ["draft", false],
      ["sent", true],
      ["overdue", true],
      ["paid", true],
      ["void", false]
    ] as const) {
      const data = { object: invoice(status, null), previous: null }
      assert.deepStrictEqual(linkedInvoices(data), has ? [id] : [], status)
    }
    assert.deepStrictEqual(
      linkedInvoices({ object: { ...invoice("sent", null), id: "inv_x" }, previous: null }),
      []
    )
  })

  it("are told as the invoice has them now, also of what was before, and null where it has none", () => {
    const kept = withoutLinks({ object: invoice("paid", "https://x/old"), previous: told.object })
    const now = new Map([[id, "https://x/new"]])
    assert.deepStrictEqual(withLinks(kept, now), {
      object: invoice("paid", "https://x/new"),
      previous: invoice("sent", "https://x/new")
    })
    assert.deepStrictEqual(withLinks(kept, new Map()), kept)
    assert.deepStrictEqual(withLinks(told, new Map()), withoutLinks(told))
  })
})
