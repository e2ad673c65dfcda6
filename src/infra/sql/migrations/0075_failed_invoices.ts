/** The few invoices whose mail failed, which Home lists. */
import { migration } from "../schema/Migration.ts"
import { createIndex } from "../schema/OnlineSteps.ts"

export const failedInvoices = migration({
  statements: [],
  online: [
    createIndex("invoices_failed", "invoices (workspace_id, id) WHERE delivery_status = 'failed'")
  ]
})
