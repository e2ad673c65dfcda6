/**
 * Credit notes with a series of numbers of their own. A note never changes, except for the delivery
 * of its mail. The sum of an invoice's notes is on the invoice, whose CHECK bounds it by the total.
 */
import { migration } from "../schema/Migration.ts"

const statements = [
  `CREATE TABLE credit_notes (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    number text NOT NULL,
    invoice_id uuid NOT NULL,
    client_id uuid NOT NULL,
    credit_id uuid,
    issue_date date NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    line_items jsonb NOT NULL CHECK (jsonb_array_length(line_items) BETWEEN 1 AND 200),
    taxes jsonb NOT NULL,
    subtotal bigint NOT NULL CHECK (subtotal >= 0),
    discount bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL CHECK (total > 0 AND total = subtotal - discount + tax),
    reason text NOT NULL,
    delivery_status text NOT NULL CHECK (delivery_status IN ('queued', 'sent', 'failed')),
    delivery_attempts integer NOT NULL CHECK (delivery_attempts >= 0),
    delivery_error text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, number),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id),
    FOREIGN KEY (workspace_id, credit_id) REFERENCES credits (workspace_id, id)
  )`,
  "CREATE INDEX credit_notes_invoice ON credit_notes (workspace_id, invoice_id, id)",
  "CREATE INDEX credit_notes_client ON credit_notes (workspace_id, client_id, id)",
  "CREATE INDEX credit_notes_issue_date ON credit_notes (workspace_id, issue_date)",
  "CREATE INDEX credit_notes_credit ON credit_notes (workspace_id, credit_id)",
  `CREATE FUNCTION refuse_credit_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      mail text[] := '{delivery_status,delivery_attempts,delivery_error}';
    BEGIN
      IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - mail = to_jsonb(OLD) - mail THEN RETURN NEW; END IF;
      RAISE EXCEPTION 'credit note % is append-only', OLD.id;
    END $$`,
  `CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE ON credit_notes
    FOR EACH ROW EXECUTE FUNCTION refuse_credit_note_change()`,
  `CREATE FUNCTION check_credit_notes_total() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT credit_notes_total FROM invoices
          WHERE workspace_id = NEW.workspace_id AND id = NEW.invoice_id)
        <> (SELECT sum(total) FROM credit_notes
            WHERE workspace_id = NEW.workspace_id AND invoice_id = NEW.invoice_id)
      THEN RAISE EXCEPTION 'credit_notes_total of invoice % is not the sum of its credit notes',
        NEW.invoice_id; END IF;
      RETURN NULL;
    END $$`,
  `CREATE CONSTRAINT TRIGGER credit_notes_sum AFTER INSERT ON credit_notes
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_credit_notes_total()`
]

export const creditNotes = migration({
  refersTo: ["clients", "invoices", "credits"],
  statements
})
