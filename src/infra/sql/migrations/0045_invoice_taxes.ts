/**
 * Taxes of an invoice by category and rate, and the references of its buyer. The previous release
 * writes rows of version 1 of the amounts, whose taxes follow from their one rate: it may also turn
 * a draft of version 2 into one, so the columns of taxes are read for version 2 alone.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, validateConstraint } from "../schema/OnlineSteps.ts"

const constraints = {
  invoices_taxes: "money_version = 1 OR (taxes IS NOT NULL AND jsonb_array_length(taxes) <= 200)",
  // Deductions at a higher rate than the rest give a negative tax.
  invoices_untaxed: "money_version > 1 OR (tax >= 0 AND (tax_rate IS NOT NULL OR tax = 0))",
  invoices_tax_category: "tax_category IN ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')",
  invoices_tax_pair: `money_version = 1 OR ((tax_rate IS NULL) = (tax_category IS NULL)
    AND (tax_category = 'S') IS NOT DISTINCT FROM (tax_rate > 0))`,
  invoices_delivery: `(delivery_date IS NULL OR service_period IS NULL)
    AND (service_period->>'start') COLLATE "C" <= (service_period->>'end') COLLATE "C"`
}
const names = Object.keys(constraints)

export const invoiceTaxes = migration({
  alters: ["invoices"],
  statements: [
    `ALTER TABLE invoices
      ADD COLUMN tax_category text,
      ADD COLUMN exemption_reason text,
      ADD COLUMN taxes jsonb,
      ADD COLUMN buyer_reference text,
      ADD COLUMN purchase_order text,
      ADD COLUMN contract_reference text,
      ADD COLUMN buyer_accounting_reference text,
      ADD COLUMN delivery_date date,
      ADD COLUMN service_period jsonb,
      DROP CONSTRAINT invoices_tax_check,
      DROP CONSTRAINT invoices_check4`,
    ...Object.entries(constraints).map(
      ([name, check]) => `ALTER TABLE invoices ADD CONSTRAINT ${name} CHECK (${check}) NOT VALID`
    )
  ],
  online: [
    ...names.map((name) => validateConstraint("invoices", name)),
    createIndex(
      "invoices_purchase_order",
      "invoices (workspace_id, purchase_order, id) WHERE purchase_order IS NOT NULL"
    )
  ]
})
