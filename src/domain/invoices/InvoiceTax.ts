/**
 * The tax of each line of an invoice (docs/spec.md §2.2.1): its own pair or the invoice's, which
 * pairs may stand beside each other, and the reason of every exemption.
 */
import { Result } from "effect"
import { type FieldProblem, type Invalid, requireNone } from "../Invalid.ts"
import { hasReason, pairOf, type TaxCategory, type TaxPair, usualCategory } from "../money/Money.ts"
import type { TaxDefaults } from "../workspaces/Workspace.ts"
import type { Issue } from "./Invoice.ts"
import type { LineItemInput } from "./InvoiceInputs.ts"
import type { InvoiceFields } from "./InvoiceResource.ts"

interface TaxedItem {
  /** The pair that the line gave; null where it follows the invoice. */
  readonly own: TaxPair | null
  readonly tax: TaxPair | null
}

export interface TaxedItems {
  readonly lines: ReadonlyArray<TaxedItem>
  /** By category, which has one rate where it has a reason. */
  readonly reasons: ReadonlyMap<TaxCategory, string>
}

interface Line extends TaxedItem {
  /** Its path with a dot. */
  readonly at: string
  readonly reason: string | null
}

/** The invoice's reason is for its own category; beside S, Z or none it is for every line. */
const reasonOf = (
  { exemptionReason = null }: LineItemInput,
  tax: TaxPair | null,
  invoice: TaxDefaults
): string | null => {
  const isShared = tax?.taxCategory === invoice.taxCategory || !hasReason(invoice.taxCategory)
  return exemptionReason ?? (isShared ? invoice.exemptionReason : null)
}

/** Lines that cannot stand beside the others, by the reason. */
const checkMixture = (lines: ReadonlyArray<Line>, problems: FieldProblem[]): void => {
  const isOutside = ({ tax }: Line) => tax?.taxCategory === "O"
  const refuse = ({ at }: Line, message: string) =>
    problems.push({ path: `${at}tax_category`, message })
  const [taxed, untaxed] = [lines.filter(({ tax }) => tax), lines.filter(({ tax }) => !tax)]
  if (taxed.length > 0) {
    for (const line of untaxed) {
      refuse(line, "must be given: a line without tax cannot stand beside taxed ones")
    }
  }
  if (!taxed.some(isOutside) || taxed.every(isOutside)) return
  // If the lines out of scope follow the invoice, the other lines are the exceptions.
  const own = taxed.filter((line) => line.own !== null)
  const outside = own.filter(isOutside)
  for (const line of outside.length > 0 ? outside : own) {
    refuse(line, "must not be O beside another category")
  }
}

const maxReason = 1000

/** The distinct reasons of each category as one text. */
const checkReasons = (
  lines: ReadonlyArray<Line>,
  problems: FieldProblem[]
): ReadonlyMap<TaxCategory, string> => {
  const byCategory = new Map<TaxCategory, Set<string>>()
  const unexplained = new Set<string>()
  for (const { tax, own, reason, at } of lines) {
    const category = tax?.taxCategory ?? null
    if (category === null || !hasReason(category)) continue
    if (reason === null) {
      if (category === "E") unexplained.add(`${own === null ? "" : at}exemption_reason`)
      continue
    }
    const reasons = byCategory.get(category)
    if (reasons === undefined) byCategory.set(category, new Set([reason]))
    else reasons.add(reason)
  }
  for (const path of unexplained) {
    problems.push({ path, message: "must be given, because tax_category is E" })
  }
  const texts = new Map<TaxCategory, string>()
  for (const [category, reasons] of byCategory) {
    const text = [...reasons].join("; ")
    texts.set(category, text)
    if (reasons.size > 1 && [...text].length > maxReason) {
      const message = `the reasons of category ${category} must be at most ${maxReason} characters`
      problems.push({ path: "line_items", message })
    }
  }
  return texts
}

/** Resolves every pair and reason, and adds each problem by its path. */
export const resolveTaxes = (
  items: ReadonlyArray<LineItemInput>,
  invoice: TaxDefaults,
  problems: FieldProblem[]
): TaxedItems => {
  const { taxRate, taxCategory } = invoice
  const shared = taxRate === null || taxCategory === null ? null : { taxRate, taxCategory }
  const lines = items.map((item, index): Line => {
    const at = `line_items[${index}].`
    const { exemptionReason = null } = item
    const own = pairOf(item, at, problems)
    const tax = own ?? shared
    if (own !== null && !hasReason(own.taxCategory) && exemptionReason !== null) {
      const message = `must be null, because tax_category is ${own.taxCategory}`
      problems.push({ path: `${at}exemption_reason`, message })
    }
    return { at, own, tax, reason: reasonOf(item, tax, invoice) }
  })
  // A wrong pair is unknown, so nothing follows from it.
  if (problems.length > 0) return { lines, reasons: new Map() }
  checkMixture(lines, problems)
  return { lines, reasons: checkReasons(lines, problems) }
}

/**
 * Reverse charge and intra-community supply name both VAT ids (EU directive 2006/112, article 226).
 * A buyer without one is named by a registration, for reverse charge alone.
 */
export const requireVatIds = (
  { taxes }: Pick<InvoiceFields, "taxes">,
  { recipient, seller }: Pick<Issue, "recipient" | "seller">
): Result.Result<void, Invalid> => {
  const category = (["K", "AE"] as const).find((one) =>
    taxes.some((group) => group.category === one)
  )
  if (category === undefined) return Result.void
  const isRegistered = category === "AE" && recipient.registration !== null
  const orRegistration = category === "AE" ? ", or the client's registration," : ""
  return requireNone([
    ...(seller.vatId === null
      ? [{ path: "workspace.vat_id", message: `must be given for the tax category ${category}` }]
      : []),
    ...(recipient.vatId === null && !isRegistered
      ? [
          {
            path: "client.vat_id",
            message: `must be given${orRegistration} for the tax category ${category}`
          }
        ]
      : [])
  ])
}

/** Category and groups of an invoice of version 1 of the amounts, which stored its rate alone. */
export const taxesOfVersion1 = ({
  taxRate,
  subtotalMinor,
  discountMinor,
  taxMinor
}: Pick<InvoiceFields, "taxRate" | "subtotalMinor" | "discountMinor" | "taxMinor">): Pick<
  InvoiceFields,
  "taxCategory" | "taxes"
> => {
  if (taxRate === null) return { taxCategory: null, taxes: [] }
  const category = usualCategory(taxRate)
  const group = {
    category,
    rate: taxRate,
    baseMinor: subtotalMinor - discountMinor,
    taxMinor,
    exemptionReason: null
  } as const
  return { taxCategory: category, taxes: [group] }
}
