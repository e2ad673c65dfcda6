/** Payment links in events: no event stores one, and each read adds the invoice's current link. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { withoutLinks } from "../../../src/domain/events/LogEntry.ts"
import { eventText, linkedInvoices, shownText } from "../../../src/domain/events/LoggedEvent.ts"
import { EventId, InvoiceId, WorkspaceId } from "../../../src/domain/Ids.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const id = InvoiceId.fromUuid(uuid)
/** Notes that look like the field: the quotation marks of a value are escaped. */
const notes = '"processor_payment_url":null $& \\'
const invoice = (status: string, url: string | null) => ({
  id,
  notes,
  status,
  processor_payment_url: url,
  $1: 1
})
interface Shown {
  readonly id: string
  readonly status: string
}
const shown = (resource: Shown | null) =>
  shownText(JSON.stringify(resource), resource?.id ?? null, resource?.status ?? null)
const logged = (object: Shown, previous: Shown | null) => ({
  id: EventId.fromUuid(uuid),
  type: "invoice.updated" as const,
  createdAt: DateTime.makeUnsafe("2026-03-01T12:00:00Z"),
  workspaceId: WorkspaceId.fromUuid(uuid),
  sequence: 7,
  object: shown(object),
  previous: shown(previous),
  previousHash: "a".repeat(64),
  hash: "b".repeat(64)
})

describe("the links of an event", () => {
  it("are not stored; what has none stays as it is", () => {
    const told = { object: invoice("sent", "https://x/live"), previous: invoice("draft", null) }
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
      assert.deepStrictEqual(linkedInvoices(logged(invoice(status, null), null)), has ? [id] : [])
    }
    for (const other of ["inv_x", "proj_1"]) {
      assert.deepStrictEqual(linkedInvoices(logged({ id: other, status: "sent" }, null)), [])
    }
  })

  it("are shown as the invoice has them now, also of what was before, and null where it has none", () => {
    const event = logged(invoice("paid", null), invoice("sent", null))
    const textOf = (url: string | null) =>
      JSON.stringify({
        id: event.id,
        type: "invoice.updated",
        created_at: "2026-03-01T12:00:00.000Z",
        workspace_id: event.workspaceId,
        sequence: 7,
        data: { object: invoice("paid", url), previous: invoice("sent", url) },
        previous_hash: event.previousHash,
        hash: event.hash
      })
    assert.strictEqual(eventText(event, new Map([[id, 'https://x/"$1']])), textOf('https://x/"$1'))
    assert.strictEqual(eventText(event, new Map()), textOf(null))
    const draft = logged(invoice("draft", null), null)
    assert.notInclude(eventText(draft, new Map([[id, "https://x/new"]])), "https://x/new")
  })
})
