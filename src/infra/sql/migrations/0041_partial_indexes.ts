/**
 * Fewer index entries for a new draft: it has no payment link yet, and most have no project. While
 * the previous release still serves, its look-up of a payment link reads the table.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, dropIndex } from "../schema/OnlineSteps.ts"

export const partialIndexes = migration({
  statements: [],
  online: [
    createIndex("invoices_link", "invoices (right(id::text, 8)) WHERE sent_at IS NOT NULL"),
    dropIndex("invoices_id_ending"),
    createIndex(
      "invoices_of_project",
      "invoices (workspace_id, project_id, id) WHERE project_id IS NOT NULL"
    ),
    dropIndex("invoices_project")
  ]
})
