/**
 * The report of clients sums a year of invoices from the index by issue date alone: their rows are
 * wide, and with 10,000 invoices reading them took most of its time.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, dropIndex } from "../schema/OnlineSteps.ts"

export const issuedAmounts = migration({
  statements: [],
  online: [
    createIndex(
      "invoices_issued_amounts",
      `invoices (workspace_id, issue_date, id)
        INCLUDE (client_id, currency, status, total, amount_credited)`
    ),
    dropIndex("invoices_issued")
  ]
})
