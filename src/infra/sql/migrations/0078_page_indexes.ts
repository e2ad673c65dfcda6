/**
 * The report of clients sums a year of invoices from the index by issue date alone: their rows are
 * wide, and with 10,000 invoices reading them took most of its time. The audit page finds the lines
 * of a kind, of which there may be two among 37,000.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, dropIndex } from "../schema/OnlineSteps.ts"

export const pageIndexes = migration({
  statements: [],
  online: [
    createIndex(
      "invoices_issued_amounts",
      `invoices (workspace_id, issue_date, id)
        INCLUDE (client_id, currency, status, total, amount_credited)`
    ),
    dropIndex("invoices_issued"),
    createIndex("events_family", "events (workspace_id, split_part(type, '.', 1), audit_sequence)")
  ]
})
