/**
 * Reversals, and credits of the excess of a payment. A reversal is a payment of the negative amount
 * that repeats the rest of the payment that it reverses; no payment is reversed twice. It withdraws
 * the credit of that payment's excess, which must be unused. The withdrawn amount follows from the
 * reversal: no copy of it is stored.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, validateConstraint } from "../schema/OnlineSteps.ts"

/** The amounts of a credit that were set off and paid back. */
const used = (workspace: string, credit: string) => `(
    SELECT coalesce(sum(amount), 0) FROM payments
      WHERE workspace_id = ${workspace} AND credit_id = ${credit}
  ) + (
    SELECT coalesce(sum(amount), 0) FROM credit_refunds
      WHERE workspace_id = ${workspace} AND credit_id = ${credit}
  )`

const statements = [
  "ALTER TABLE payments ADD COLUMN reverses uuid, ADD COLUMN reason text",
  "ALTER TABLE payments DROP CONSTRAINT payments_amount_check",
  `ALTER TABLE payments ADD CONSTRAINT payments_reversal CHECK (
    CASE WHEN reverses IS NULL THEN amount > 0 AND reason IS NULL
      ELSE amount < 0 AND reason IS NOT NULL AND length(reason) <= 500
        AND processor_reference IS NULL END) NOT VALID`,
  `ALTER TABLE payments ADD CONSTRAINT payments_reverses FOREIGN KEY (workspace_id, reverses)
    REFERENCES payments (workspace_id, id) NOT VALID`,
  "ALTER TABLE credits ALTER COLUMN processor_reference DROP NOT NULL",
  "ALTER TABLE credits ADD COLUMN payment_id uuid",
  `ALTER TABLE credits ADD CONSTRAINT credits_payment FOREIGN KEY (workspace_id, payment_id)
    REFERENCES payments (workspace_id, id) NOT VALID`,
  `ALTER TABLE credits ADD CONSTRAINT credits_origin CHECK (
    source <> 'payment' OR processor_reference IS NOT NULL OR payment_id IS NOT NULL) NOT VALID`,
  // As in 0016, and nothing is taken of a credit that was withdrawn.
  `CREATE OR REPLACE FUNCTION check_credit() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      credit credits%ROWTYPE;
    BEGIN
      SELECT * INTO credit FROM credits
        WHERE workspace_id = NEW.workspace_id AND id = NEW.credit_id FOR UPDATE;
      IF credit.amount < ${used("NEW.workspace_id", "NEW.credit_id")}
          + (CASE WHEN EXISTS (SELECT 1 FROM payments r
              WHERE r.workspace_id = NEW.workspace_id AND r.reverses = credit.payment_id)
            THEN credit.amount ELSE 0 END)
      THEN RAISE EXCEPTION 'more is taken of credit % than it was', NEW.credit_id; END IF;
      IF TG_TABLE_NAME = 'payments' AND NOT EXISTS (
          SELECT 1 FROM invoices
            WHERE workspace_id = NEW.workspace_id AND id = (to_jsonb(NEW) ->> 'invoice_id')::uuid
              AND client_id = credit.client_id AND currency = credit.currency)
      THEN RAISE EXCEPTION 'credit % is of another client or currency', NEW.credit_id; END IF;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION check_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      excess credits%ROWTYPE;
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM payments p
          WHERE p.workspace_id = NEW.workspace_id AND p.id = NEW.reverses
            AND p.invoice_id = NEW.invoice_id AND p.amount = -NEW.amount
            AND p.paid_at = NEW.paid_at AND p.collected = NEW.collected
            AND p.credit_id IS NOT DISTINCT FROM NEW.credit_id
            AND p.reverses IS NULL AND p.processor_reference IS NULL)
      THEN RAISE EXCEPTION 'payment % does not reverse %', NEW.id, NEW.reverses; END IF;
      SELECT * INTO excess FROM credits
        WHERE workspace_id = NEW.workspace_id AND payment_id = NEW.reverses FOR UPDATE;
      IF FOUND AND ${used("NEW.workspace_id", "excess.id")} > 0
      THEN RAISE EXCEPTION 'credit % of payment % is used', excess.id, NEW.reverses; END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER payments_reversal AFTER INSERT ON payments
    FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION check_reversal()`
]

export const reversals = migration({
  alters: ["payments", "credits"],
  statements,
  online: [
    createIndex(
      "payments_reversals",
      "payments (workspace_id, reverses) WHERE reverses IS NOT NULL",
      { unique: true }
    ),
    createIndex(
      "credits_of_payments",
      "credits (workspace_id, payment_id) WHERE payment_id IS NOT NULL",
      { unique: true }
    ),
    ...["payments_reversal", "payments_reverses"].map((name) =>
      validateConstraint("payments", name)
    ),
    ...["credits_payment", "credits_origin"].map((name) => validateConstraint("credits", name))
  ]
})
