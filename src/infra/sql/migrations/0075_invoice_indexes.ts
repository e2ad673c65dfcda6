/**
 * An index of the few invoices whose mail failed, which Home lists. Open invoices by due day are
 * read by `invoices_due`, so their own index goes.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, dropIndex } from "../schema/OnlineSteps.ts"

export const invoiceIndexes = migration({
  statements: [],
  online: [
    createIndex("invoices_failed", "invoices (workspace_id, id) WHERE delivery_status = 'failed'"),
    dropIndex("invoices_open")
  ]
})
