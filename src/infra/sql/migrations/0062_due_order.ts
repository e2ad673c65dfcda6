/** The index by which pages of invoices are in the order of their due days, of each status. */
import { migration } from "../schema/Migration.ts"
import { createIndex } from "../schema/OnlineSteps.ts"

export const dueOrder = migration({
  statements: [],
  online: [createIndex("invoices_due", "invoices (workspace_id, status, due_date, id)")]
})
