/**
 * Materialised totals of credit notes for analytics, by issue date as the issued amounts of
 * migration 0019. Refunds of the credits that they made are few, and are read by their time.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex } from "../schema/OnlineSteps.ts"
import { partsOf } from "./0011_totals.ts"

const credited = `SELECT 'credited', '00000000-0000-0000-0000-000000000000'::uuid, r.currency, '',
  r.issue_date, 0, 0, s * r.total, 0`

const statements = [
  `CREATE FUNCTION credit_notes_analytics_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${partsOf(credited, "SELECT n.*, 1 AS s FROM new_rows n")}; RETURN NULL; END $$`,
  `CREATE TRIGGER credit_notes_analytics_inserted AFTER INSERT ON credit_notes
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION credit_notes_analytics_inserted()`,
  partsOf(credited, "SELECT n.*, 1 AS s FROM credit_notes n")
]

export const creditedTotals = migration({
  refersTo: ["credit_notes"],
  statements,
  online: [createIndex("credit_refunds_time", "credit_refunds (workspace_id, refunded_at)")]
})
