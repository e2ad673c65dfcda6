/**
 * Cheaper sends and mails. The file of a mail is compressed already, so it is not tried again. The
 * sum of an invoice's payments is checked where `amount_paid` changed, not where it was only
 * written, and without a JSON of the row. Beside it `migrate` drops an index of the outbox.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE sent_documents ALTER COLUMN content SET STORAGE EXTERNAL",
  `CREATE OR REPLACE FUNCTION check_amount_paid() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      invoice uuid;
    BEGIN
      IF TG_TABLE_NAME = 'payments' THEN
        invoice := NEW.invoice_id;
      ELSE
        invoice := NEW.id;
      END IF;
      IF (SELECT amount_paid FROM invoices WHERE workspace_id = NEW.workspace_id AND id = invoice)
        <> (SELECT coalesce(sum(amount), 0) FROM payments
            WHERE workspace_id = NEW.workspace_id AND invoice_id = invoice)
      THEN RAISE EXCEPTION 'amount_paid of invoice % is not the sum of its payments', invoice; END IF;
      RETURN NULL;
    END $$`,
  "DROP TRIGGER invoices_sum ON invoices",
  `CREATE CONSTRAINT TRIGGER invoices_sum AFTER UPDATE OF amount_paid ON invoices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.amount_paid IS DISTINCT FROM NEW.amount_paid)
    EXECUTE FUNCTION check_amount_paid()`,
  `CREATE CONSTRAINT TRIGGER invoices_sum_inserted AFTER INSERT ON invoices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.amount_paid <> 0)
    EXECUTE FUNCTION check_amount_paid()`
]

export const sends = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
