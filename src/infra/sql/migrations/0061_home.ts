/** Indexes of Home: milestones that no invoice bills, and the entries of the log that it lists. */
import { migration } from "../schema/Migration.ts"
import { createIndex } from "../schema/OnlineSteps.ts"

export const homeIndexes = migration({
  statements: [],
  online: [
    createIndex(
      "milestones_unbilled",
      "milestones (workspace_id, id) WHERE status = 'completed' AND invoice_id IS NULL"
    ),
    createIndex(
      "events_waiting",
      `events (workspace_id, type, audit_sequence)
        WHERE type IN ('invoice.send_requested', 'invoice.processor_refunded')`
    )
  ]
})
