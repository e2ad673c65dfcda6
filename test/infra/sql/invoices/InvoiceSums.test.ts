/** Lists of invoices whose meta comes from the materialised totals. */
import { assert, describe, it } from "@effect/vitest"
import { ClientId, ProjectId } from "../../../../src/domain/Ids.ts"
import { requireAllUsed } from "../../../../src/domain/text/Search.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { hasMaterialisedSums } from "../../../../src/infra/sql/invoices/InvoiceSums.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const day = CalendarDate.make("2026-01-31")

describe("materialised totals", () => {
  it("answer filters by status and days, and no filter by client or project", () => {
    for (const filter of [
      {},
      { status: "sent", from: day, to: day },
      { issuedOnly: false }
    ] as const) {
      assert.isTrue(hasMaterialisedSums(filter), JSON.stringify(filter))
    }
    for (const filter of [
      { clientId: ClientId.fromUuid(uuid) },
      { projectId: ProjectId.fromUuid(uuid), from: day },
      { issuedOnly: true }
    ]) {
      assert.isFalse(hasMaterialisedSums(filter), JSON.stringify(filter))
    }
  })

  it("a filter that is not read does not compile", () => {
    requireAllUsed({})
    const others: { readonly currency?: string } = {}
    // @ts-expect-error the field is declared, and nothing reads it
    requireAllUsed(others)
  })
})
