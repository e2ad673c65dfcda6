/**
 * The rules of an invoice's row and its totals, checked and written by triggers that a session
 * compiles once. PostgreSQL parses every CHECK again in each statement: 28 of them were two fifths
 * of the instructions of an INSERT. Words of a search are found by loops in place of a query. The
 * update triggers of the totals stay.
 */
import { migration } from "../schema/Migration.ts"
import { invoicePartsOf } from "./0051_rest_of_invoices.ts"

/** True or null in every row, by name, as in a CHECK. */
const rules = {
  status: "NEW.status IN ('draft', 'sent', 'overdue', 'paid', 'void')",
  currency: "NEW.currency ~ '^[A-Z]{3}$'",
  dates: "NEW.due_date >= NEW.issue_date",
  line_items: "jsonb_array_length(NEW.line_items) BETWEEN 1 AND 200",
  discount: "NEW.discount BETWEEN 0 AND NEW.subtotal",
  sum: "NEW.total = NEW.subtotal - NEW.discount + NEW.tax",
  total: "NEW.subtotal >= 0 AND NEW.total BETWEEN 0 AND 100000000000000",
  tax_rate: "NEW.tax_rate BETWEEN 0 AND 1",
  tax_category: "NEW.tax_category IN ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')",
  // Version 1 has one rate for all lines; amounts of version 2 are sums of groups.
  untaxed: `NEW.money_version > 1
    OR NEW.tax >= 0 AND (NEW.tax_rate IS NOT NULL OR NEW.tax = 0)`,
  taxes: `NEW.money_version = 1
    OR NEW.taxes IS NOT NULL AND jsonb_array_length(NEW.taxes) <= 200`,
  tax_pair: `NEW.money_version = 1 OR (NEW.tax_rate IS NULL) = (NEW.tax_category IS NULL)
    AND (NEW.tax_category = 'S') IS NOT DISTINCT FROM (NEW.tax_rate > 0)`,
  delivery: `(NEW.delivery_date IS NULL OR NEW.service_period IS NULL)
    AND (NEW.service_period ->> 'start') COLLATE "C" <= (NEW.service_period ->> 'end') COLLATE "C"`,
  payment_link_salt: "NEW.payment_link_salt ~ '^[0-9a-f]{16}$'",
  snapshot: `num_nulls(NEW.sent_at, NEW.seller, NEW.recipient_name, NEW.recipient_email,
    NEW.delivery_status, NEW.delivery_attempts) IN (0, 6)`,
  project_name: "NEW.sent_at IS NOT NULL OR NEW.issued_project_name IS NULL",
  delivery_status: "NEW.delivery_status IN ('queued', 'sent', 'failed')",
  draft: "NEW.status <> 'draft' OR NEW.sent_at IS NULL AND NEW.credit_notes_total = 0",
  sent: "NEW.status IN ('draft', 'void') OR NEW.sent_at IS NOT NULL",
  unpaid: "NEW.status NOT IN ('draft', 'void') OR NEW.amount_paid = 0",
  paid: `(NEW.status = 'paid') = (NEW.paid_at IS NOT NULL)
    AND (NEW.status <> 'paid' OR NEW.amount_paid + NEW.amount_credited = NEW.total)`,
  void: "(NEW.status = 'void') = (NEW.voided_at IS NOT NULL)",
  rest: `NEW.amount_paid >= 0 AND NEW.amount_credited >= 0
    AND NEW.amount_paid + NEW.amount_credited <= NEW.total
    AND NEW.amount_credited <= NEW.credit_notes_total AND NEW.credit_notes_total <= NEW.total`
}

const checks = [
  ...["", "2", "3", "5", "6", "7", "8", "9", "10", "11", "12", "14", "15", "16"].map(
    (number) => `check${number}`
  ),
  ...["currency", "delivery_status", "line_items", "payment_link_salt", "status", "subtotal"].map(
    (column) => `${column}_check`
  ),
  ...["tax_rate_check", "total_check", "delivery", "rest", "tax_category", "tax_pair", "taxes"],
  "untaxed"
]

const signs = "!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~"

/** The words that 0022 finds; `array_to_tsvector` drops the ones that occur again. */
const searchWords = String.raw`
  CREATE OR REPLACE FUNCTION search_words(workspace uuid, texts text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      signs CONSTANT text := '${signs}';
      head CONSTANT text := workspace::text || ' ';
      chunks CONSTANT text := translate(lower(texts), E'\t\r\n', '   ');
      parts CONSTANT text := translate(chunks, signs, repeat(' ', length(signs)));
      words text[] := '{}';
      word text;
    BEGIN
      FOREACH word IN ARRAY string_to_array(chunks, ' ') LOOP
        word := btrim(word, signs);
        IF word <> '' THEN words := words || (head || left(word, 200)); END IF;
      END LOOP;
      FOREACH word IN ARRAY string_to_array(parts, ' ') LOOP
        IF word <> '' THEN words := words || (head || left(word, 200)); END IF;
        IF word LIKE '0%' AND ltrim(word, '0') <> '' THEN
          words := words || (head || left(ltrim(word, '0'), 200));
        END IF;
      END LOOP;
      RETURN array_to_tsvector(words);
    END $$`

const none = "'00000000-0000-0000-0000-000000000000'::uuid"
const inserted = "SELECT NEW.*, 1 AS s"

const statements = [
  searchWords,
  `ALTER TABLE invoices ${checks.map((name) => `DROP CONSTRAINT invoices_${name}`).join(", ")}`,
  `CREATE FUNCTION check_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      broken CONSTANT text := CASE
        ${Object.entries(rules)
          .map(([name, rule]) => `WHEN NOT (${rule}) THEN 'invoices_${name}'`)
          .join("\n        ")}
      END;
    BEGIN
      IF broken IS NOT NULL THEN
        RAISE check_violation USING MESSAGE = 'an invoice breaks the rule ' || broken,
          CONSTRAINT = broken, TABLE = TG_TABLE_NAME;
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER invoices_rules BEFORE INSERT OR UPDATE ON invoices
    FOR EACH ROW EXECUTE FUNCTION check_invoice()`,
  // Nothing of a draft is owed, billed or spent.
  `CREATE FUNCTION invoices_draft_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO totals
        (workspace_id, kind, subject, label, status, day, year, part, items, amount, other)
      VALUES (NEW.workspace_id, 'invoices', ${none}, NEW.currency, NEW.status, '-infinity', 0,
          nextval('totals_part'), 1, 0, 0),
        (NEW.workspace_id, 'invoice_days', ${none}, NEW.currency, NEW.status, NEW.issue_date, 0,
          nextval('totals_part'), 1, 0, 0);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER invoices_draft_inserted AFTER INSERT ON invoices
    FOR EACH ROW WHEN (NEW.status = 'draft') EXECUTE FUNCTION invoices_draft_inserted()`,
  "DROP TRIGGER invoices_totals_inserted ON invoices",
  "DROP TRIGGER invoices_analytics_inserted ON invoices",
  "DROP FUNCTION invoices_analytics_inserted",
  `CREATE OR REPLACE FUNCTION invoices_totals_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${invoicePartsOf(inserted)}; RETURN NULL; END $$`,
  `CREATE TRIGGER invoices_totals_inserted AFTER INSERT ON invoices
    FOR EACH ROW WHEN (NEW.status <> 'draft') EXECUTE FUNCTION invoices_totals_inserted()`
]

export const invoiceRules = migration({ alters: ["invoices"], statements })
