/**
 * A webhook delivery refers to its event in the log; only a message that is in no log is stored in
 * the row. Copies in existing rows are no longer read, and are deleted with their rows after 30
 * days. A process of 0.3.0 cannot send new rows, because they contain no copy; this version sends
 * them.
 */
import { migration } from "../schema/Migration.ts"

export const deliveryEvents = migration({
  alters: ["webhook_deliveries"],
  statements: ["ALTER TABLE webhook_deliveries ALTER COLUMN payload DROP NOT NULL"]
})
