/**
 * Payments, due days and webhooks. The ledger is append-only, and at every commit an
 * invoice's amount_paid is the sum of its payments: the database refuses anything else.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE payments ADD COLUMN processor_reference text`,
  // A payment of a processor counts once, whatever the number of its messages.
  `ALTER TABLE payments ADD CONSTRAINT payments_processor_key
    UNIQUE (workspace_id, processor_reference)`,
  `CREATE INDEX payments_paid_at ON payments (workspace_id, paid_at)`,
  `CREATE TABLE credits (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    received_at timestamptz NOT NULL,
    processor_reference text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, processor_reference),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id)
  )`,
  `CREATE TABLE processor_messages (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    processor text NOT NULL,
    id text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, processor, id)
  )`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`,
  `CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE ON payments
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER credits_append_only BEFORE UPDATE OR DELETE ON credits
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE FUNCTION check_amount_paid() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      invoice uuid := CASE WHEN TG_TABLE_NAME = 'payments'
        THEN (to_jsonb(NEW) ->> 'invoice_id')::uuid ELSE (to_jsonb(NEW) ->> 'id')::uuid END;
    BEGIN
      IF (SELECT amount_paid FROM invoices WHERE workspace_id = NEW.workspace_id AND id = invoice)
        <> (SELECT coalesce(sum(amount), 0) FROM payments
            WHERE workspace_id = NEW.workspace_id AND invoice_id = invoice)
      THEN RAISE EXCEPTION 'amount_paid of invoice % is not the sum of its payments', invoice; END IF;
      RETURN NULL;
    END $$`,
  `CREATE CONSTRAINT TRIGGER payments_sum AFTER INSERT ON payments
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_amount_paid()`,
  `CREATE CONSTRAINT TRIGGER invoices_sum AFTER INSERT OR UPDATE OF amount_paid ON invoices
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_amount_paid()`,
  `CREATE INDEX invoices_open ON invoices (workspace_id, due_date) WHERE status IN ('sent', 'overdue')`,
  `ALTER TABLE workspaces ADD COLUMN reminder_days integer[] NOT NULL DEFAULT '{}'
    CHECK (cardinality(reminder_days) <= 10)`,
  `CREATE TABLE reminders (
    workspace_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    day date NOT NULL,
    scheduled_days integer,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, invoice_id, day),
    UNIQUE (workspace_id, invoice_id, scheduled_days),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id)
  )`,
  `CREATE TABLE idempotency_keys (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    credential text NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    status integer,
    body text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, credential, route, key)
  )`,
  `CREATE TABLE webhook_endpoints (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    url text NOT NULL,
    events text[],
    description text,
    enabled boolean NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_expires_at timestamptz,
    busy_until timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CHECK ((previous_secret IS NULL) = (previous_expires_at IS NULL))
  )`,
  `CREATE TABLE webhook_deliveries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    payload text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
    tries integer NOT NULL CHECK (tries >= 0),
    first_try_at timestamptz,
    next_try_at timestamptz,
    attempts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, endpoint_id)
      REFERENCES webhook_endpoints (workspace_id, id) ON DELETE CASCADE,
    CHECK ((status = 'pending') = (next_try_at IS NOT NULL))
  )`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, endpoint_id, next_try_at)
    WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_list ON webhook_deliveries (workspace_id, endpoint_id, id)`
]

export const gettingPaid = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
