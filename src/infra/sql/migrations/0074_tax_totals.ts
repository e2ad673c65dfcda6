/**
 * Materialised totals of taxes, by the issue day, category and rate of invoices and credit notes:
 * the report of taxes reads one row a day and rate instead of each document. Net and tax of an
 * issued document never change, so only becoming issued or void writes.
 */
import { migration } from "../schema/Migration.ts"
import { partsOf, trigger } from "./0011_totals.ts"

const isIssued = (row: string) =>
  `(${row}.status IN ('sent', 'overdue', 'paid')
    OR (${row}.status = 'void' AND ${row}.amount_credited > 0))`

/** A document without groups is one group, of its own rate in version 1 of the money's rules. */
const groups = `CROSS JOIN LATERAL (
  SELECT t.category, t.rate, t."baseMinor" AS base, t."taxMinor" AS tax
    FROM jsonb_to_recordset(r.taxes)
      t (category text, rate numeric, "baseMinor" bigint, "taxMinor" bigint)
  UNION ALL
  SELECT CASE WHEN r.tax_rate = 0 THEN 'Z' WHEN r.tax_rate > 0 THEN 'S' END, r.tax_rate,
      r.subtotal - r.discount, r.tax
    WHERE coalesce(jsonb_array_length(r.taxes), 0) = 0) g`

const taxes = `SELECT 'taxes', '00000000-0000-0000-0000-000000000000'::uuid, r.currency,
  concat_ws('/', g.category, trim_scale(g.rate)), r.issue_date, 0, 0, s * g.base, s * g.tax`

const columnsOf = (row: string) =>
  ["workspace_id", "currency", "issue_date", "subtotal", "discount", "tax"]
    .map((name) => `${row}.${name}`)
    .join(", ")
const ofInvoice = (row: string, sign: 1 | -1) => `SELECT ${columnsOf(row)},
  CASE WHEN ${row}.money_version > 1 THEN ${row}.taxes END AS taxes,
  CASE WHEN ${row}.money_version = 1 THEN ${row}.tax_rate END AS tax_rate, ${sign} AS s`
const ofNote = (row: string) =>
  `SELECT ${columnsOf(row)}, ${row}.taxes, NULL::numeric AS tax_rate, -1 AS s`
const parts = (rows: string) => partsOf(taxes, rows, groups)

const statements = [
  ...trigger(
    "invoices_taxes_inserted",
    `INSERT ON invoices FOR EACH ROW WHEN (${isIssued("NEW")})`,
    [parts(ofInvoice("NEW", 1))]
  ),
  ...trigger(
    "invoices_taxes_updated",
    `UPDATE ON invoices FOR EACH ROW WHEN (${isIssued("OLD")} <> ${isIssued("NEW")})`,
    [
      `IF ${isIssued("NEW")} THEN ${parts(ofInvoice("NEW", 1))};
       ELSE ${parts(ofInvoice("OLD", -1))}; END IF`
    ]
  ),
  ...trigger(
    "invoices_taxes_deleted",
    `DELETE ON invoices FOR EACH ROW WHEN (${isIssued("OLD")})`,
    [parts(ofInvoice("OLD", -1))]
  ),
  ...trigger("credit_notes_taxes_inserted", "INSERT ON credit_notes FOR EACH ROW", [
    parts(ofNote("NEW"))
  ]),
  parts(`${ofInvoice("i", 1)} FROM invoices i WHERE ${isIssued("i")}`),
  parts(`${ofNote("n")} FROM credit_notes n`)
]

export const taxTotals = migration({ refersTo: ["invoices", "credit_notes"], statements })
