/**
 * A webhook delivery refers to its event, which the log has once; only a message that is in no log lies in the row.
 * The copies in existing rows stay and are read no more: they go with their rows, after 30 days. A process of 0.3.0
 * finds no copy in new rows, fails to send them and leaves them to this version.
 */
import { migration } from "../Migration.ts"

export const deliveryEvents = migration({
  alters: ["webhook_deliveries"],
  statements: ["ALTER TABLE webhook_deliveries ALTER COLUMN payload DROP NOT NULL"]
})
