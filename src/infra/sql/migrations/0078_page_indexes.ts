/**
 * Rows of invoices are wide, and with 10,000 invoices reading them took most of the time of some
 * pages. So the index by issue day has what the report of clients sums, and that by due day what
 * Home and the list of clients sum. The audit page finds the lines of a kind, of which there may be
 * two among 37,000.
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
    createIndex(
      "invoices_due_amounts",
      `invoices (workspace_id, status, due_date, id)
        INCLUDE (client_id, currency, total, amount_paid, amount_credited)`
    ),
    dropIndex("invoices_due"),
    createIndex("events_family", "events (workspace_id, split_part(type, '.', 1), audit_sequence)")
  ]
})
