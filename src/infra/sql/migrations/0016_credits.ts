/**
 * Credits can be used: set off by a payment that names the credit, or paid back. The used part
 * never exceeds the credit, and stays with its client and currency: the database refuses anything
 * else.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE credits ADD COLUMN client_id uuid",
  "ALTER TABLE credits DISABLE TRIGGER credits_append_only",
  `UPDATE credits c SET client_id = i.client_id FROM invoices i
    WHERE i.workspace_id = c.workspace_id AND i.id = c.invoice_id`,
  "ALTER TABLE credits ENABLE TRIGGER credits_append_only",
  "ALTER TABLE credits ALTER COLUMN client_id SET NOT NULL",
  `ALTER TABLE credits ADD FOREIGN KEY (workspace_id, client_id)
    REFERENCES clients (workspace_id, id)`,
  "CREATE INDEX credits_client ON credits (workspace_id, client_id, id)",
  // The previous version, which may still run, names no client.
  `CREATE FUNCTION fill_credit_client() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.client_id IS NULL THEN
        SELECT client_id INTO NEW.client_id FROM invoices
          WHERE workspace_id = NEW.workspace_id AND id = NEW.invoice_id;
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER credits_fill_client BEFORE INSERT ON credits
    FOR EACH ROW EXECUTE FUNCTION fill_credit_client()`,
  "ALTER TABLE payments ADD COLUMN credit_id uuid",
  `ALTER TABLE payments ADD FOREIGN KEY (workspace_id, credit_id)
    REFERENCES credits (workspace_id, id)`,
  `CREATE INDEX payments_credit ON payments (workspace_id, credit_id) WHERE credit_id IS NOT NULL`,
  `CREATE TABLE credit_refunds (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    credit_id uuid NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    refunded_at timestamptz NOT NULL,
    reference text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, credit_id) REFERENCES credits (workspace_id, id)
  )`,
  "CREATE INDEX credit_refunds_credit ON credit_refunds (workspace_id, credit_id)",
  `CREATE TRIGGER credit_refunds_append_only BEFORE UPDATE OR DELETE ON credit_refunds
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  // Locks first: a sum that was read before others committed theirs would let both take the same
  // money.
  `CREATE FUNCTION check_credit() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      credit credits%ROWTYPE;
    BEGIN
      SELECT * INTO credit FROM credits
        WHERE workspace_id = NEW.workspace_id AND id = NEW.credit_id FOR UPDATE;
      IF credit.amount < (
          SELECT coalesce(sum(amount), 0) FROM payments
            WHERE workspace_id = NEW.workspace_id AND credit_id = NEW.credit_id
        ) + (
          SELECT coalesce(sum(amount), 0) FROM credit_refunds
            WHERE workspace_id = NEW.workspace_id AND credit_id = NEW.credit_id
        )
      THEN RAISE EXCEPTION 'more is taken of credit % than it was', NEW.credit_id; END IF;
      IF TG_TABLE_NAME = 'payments' AND NOT EXISTS (
          SELECT 1 FROM invoices
            WHERE workspace_id = NEW.workspace_id AND id = (to_jsonb(NEW) ->> 'invoice_id')::uuid
              AND client_id = credit.client_id AND currency = credit.currency)
      THEN RAISE EXCEPTION 'credit % is of another client or currency', NEW.credit_id; END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER payments_credit AFTER INSERT ON payments
    FOR EACH ROW WHEN (NEW.credit_id IS NOT NULL) EXECUTE FUNCTION check_credit()`,
  `CREATE TRIGGER credit_refunds_credit AFTER INSERT ON credit_refunds
    FOR EACH ROW EXECUTE FUNCTION check_credit()`
]

export const credits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
