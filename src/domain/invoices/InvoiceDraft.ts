/** Creating and revising drafts: defaults, dates and amounts, which Money alone computes. */
import { type DateTime, Result } from "effect"
import type { InvoiceId, WorkspaceId } from "../Ids.ts"
import { type FieldProblem, Invalid } from "../Invalid.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import {
  computeAmounts,
  type GivenPair,
  hasReason,
  moneyVersion,
  pairOf,
  usualCategory
} from "../money/Money.ts"
import type { Defaults } from "../Resource.ts"
import { addDays, type CalendarDate } from "../time/CalendarDate.ts"
import type { TaxDefaults } from "../workspaces/Workspace.ts"
import type { DraftInvoice } from "./Invoice.ts"
import type { InvoiceInput, InvoicePatch, LineItemInput } from "./InvoiceInputs.ts"
import type { InvoiceFields } from "./InvoiceResource.ts"
import { resolveTaxes, type TaxedItems } from "./InvoiceTax.ts"

/** Constant defaults; the other defaults depend on the workspace. */
const defaults: Omit<
  Defaults<InvoiceInput, InvoiceFields>,
  "issueDate" | "dueDate" | "currency" | "taxRate" | "taxCategory" | "exemptionReason"
> = {
  projectId: null,
  discountMinor: 0,
  notes: null,
  buyerReference: null,
  purchaseOrder: null,
  contractReference: null,
  buyerAccountingReference: null,
  deliveryDate: null,
  servicePeriod: null
}

type Priced = Pick<
  InvoiceFields,
  | "lineItems"
  | "subtotalMinor"
  | "taxRate"
  | "taxCategory"
  | "exemptionReason"
  | "taxMinor"
  | "taxes"
  | "discountMinor"
  | "totalMinor"
  | "moneyVersion"
>

type Dated = Pick<
  InvoiceFields,
  "issueDate" | "dueDate" | "currency" | "deliveryDate" | "servicePeriod"
>

const dateProblems = ({
  issueDate,
  dueDate,
  deliveryDate,
  servicePeriod
}: Dated): ReadonlyArray<FieldProblem> => [
  ...(dueDate < issueDate
    ? [{ path: "due_date", message: `must not be before issue_date, ${issueDate}` }]
    : []),
  ...(servicePeriod !== null && servicePeriod.end < servicePeriod.start
    ? [{ path: "service_period.end", message: `must not be before start, ${servicePeriod.start}` }]
    : []),
  ...(servicePeriod !== null && deliveryDate !== null
    ? [{ path: "service_period", message: "must be null where delivery_date is given" }]
    : [])
]

/**
 * The taxes of the lines. Most invoices have one pair that explains itself for all of them: their
 * creation runs none of the code for mixtures and reasons.
 */
const taxesOf = (
  items: ReadonlyArray<LineItemInput>,
  invoice: TaxDefaults,
  problems: FieldProblem[]
): TaxedItems => {
  const { taxRate, taxCategory } = invoice
  const isPlain = items.every(
    ({ taxRate: rate = null, taxCategory: category = null, exemptionReason: reason = null }) =>
      rate === null && category === null && reason === null
  )
  if (!isPlain || hasReason(taxCategory)) return resolveTaxes(items, invoice, problems)
  const tax = taxCategory === null || taxRate === null ? null : { taxCategory, taxRate }
  return { lines: items.map(() => ({ own: null, tax })), reasons: new Map() }
}

/** Computes the amounts. A failure names all problems of amounts, taxes and dates together. */
const price = (
  items: ReadonlyArray<LineItemInput>,
  given: TaxDefaults,
  discountMinor: number,
  dated: Dated
): Result.Result<Priced, Invalid> => {
  const taxProblems: FieldProblem[] = []
  const pair = pairOf(given, "", taxProblems)
  const { exemptionReason } = given
  const tax = pair ?? { taxRate: null, taxCategory: null }
  const { lines, reasons } = taxesOf(items, { ...tax, exemptionReason }, taxProblems)
  const amounts = computeAmounts({
    lines: items.map(({ quantity, unitPriceMinor }, index) => ({
      quantity,
      unitPriceMinor,
      tax: lines[index]?.tax ?? null
    })),
    discountMinor,
    currency: dated.currency
  })
  const problems = [...taxProblems, ...dateProblems(dated)]
  if (Result.isFailure(amounts)) {
    return Result.fail(new Invalid({ problems: [...amounts.failure, ...problems] }))
  }
  const [first, ...rest] = problems
  if (first !== undefined) return Result.fail(new Invalid({ problems: [first, ...rest] }))
  const { lineTotalsMinor, groups, ...totals } = amounts.success
  return Result.succeed({
    lineItems: items.map(({ unit = null, exemptionReason: reason = null, ...item }, index) => ({
      description: item.description,
      quantity: item.quantity,
      unit,
      unitPriceMinor: item.unitPriceMinor,
      taxRate: lines[index]?.own?.taxRate ?? null,
      taxCategory: lines[index]?.own?.taxCategory ?? null,
      exemptionReason: reason,
      totalMinor: lineTotalsMinor[index] ?? 0
    })),
    ...tax,
    exemptionReason,
    ...totals,
    taxes: groups.map(({ category, rate, baseMinor, taxMinor }) => ({
      category,
      rate,
      baseMinor,
      taxMinor,
      exemptionReason: reasons.get(category) ?? null
    })),
    moneyVersion
  })
}

export interface DraftContext {
  readonly id: InvoiceId
  readonly workspaceId: WorkspaceId
  readonly now: DateTime.Utc
  /** Defaults of the workspace. */
  readonly today: CalendarDate
  readonly currency: CurrencyCode
  readonly paymentTermsDays: number
  /** For an invoice that has neither a rate nor a category. */
  readonly tax: TaxDefaults
}

type GivenTax = GivenPair & { readonly exemptionReason?: string | null | undefined }

/**
 * The tax of an invoice by its input. A rate or a category that is given replaces both, and a new
 * category ends the reason of the former.
 */
const taxBy = (base: TaxDefaults, given: GivenTax): TaxDefaults => {
  const isGiven = given.taxRate !== undefined || given.taxCategory !== undefined
  const { taxRate = null, taxCategory = null }: GivenPair = isGiven ? given : base
  const category = taxCategory ?? (taxRate === null ? null : usualCategory(taxRate))
  const isEnded = hasReason(base.taxCategory) && category !== base.taxCategory
  const reason = isEnded ? null : base.exemptionReason
  return {
    taxRate,
    taxCategory,
    exemptionReason: given.exemptionReason === undefined ? reason : given.exemptionReason
  }
}

/** A draft without its number, which is taken last: a refused draft takes none. */
export const draftInvoice = (
  input: InvoiceInput,
  context: DraftContext
): Result.Result<Omit<DraftInvoice, "number">, Invalid> => {
  const { lineItems, taxRate, taxCategory, exemptionReason, discountMinor, ...given } = {
    ...defaults,
    ...input
  }
  const tax = taxBy(context.tax, { taxRate, taxCategory, exemptionReason })
  const issueDate = given.issueDate ?? context.today
  const dueDate = given.dueDate ?? addDays(issueDate, context.paymentTermsDays)
  const currency = given.currency ?? context.currency
  const dated = { ...given, issueDate, dueDate, currency }
  const priced = price(lineItems, tax, discountMinor, dated)
  return Result.map(priced, (amounts) => ({
    status: "draft",
    id: context.id,
    workspaceId: context.workspaceId,
    ...dated,
    ...amounts,
    paymentLinkSalt: null,
    createdAt: context.now,
    updatedAt: context.now
  }))
}

/**
 * Applies the patch and recomputes the totals by the present version; an empty patch returns the
 * same draft.
 */
export const reviseInvoice = (
  invoice: DraftInvoice,
  patch: InvoicePatch,
  now: DateTime.Utc
): Result.Result<DraftInvoice, Invalid> => {
  if (Object.keys(patch).length === 0) return Result.succeed(invoice)
  const { lineItems, taxRate, taxCategory, exemptionReason, discountMinor, ...fields } = patch
  const merged = { ...invoice, ...fields }
  const priced = price(
    lineItems ?? invoice.lineItems,
    taxBy(invoice, { taxRate, taxCategory, exemptionReason }),
    discountMinor ?? invoice.discountMinor,
    merged
  )
  return Result.map(priced, (amounts) => ({ ...merged, ...amounts, updatedAt: now }))
}

/**
 * The fields that a duplicate takes over. A new field of the input does not compile until it is
 * here or among the dates, which a duplicate has of its own.
 */
export const contentOf = (
  invoice: InvoiceFields,
  projectId: InvoiceFields["projectId"]
): Required<Omit<InvoiceInput, "issueDate" | "dueDate" | "deliveryDate" | "servicePeriod">> => ({
  clientId: invoice.clientId,
  projectId,
  lineItems: invoice.lineItems.map(({ totalMinor: _, ...line }) => line),
  currency: invoice.currency,
  taxRate: invoice.taxRate,
  taxCategory: invoice.taxCategory,
  exemptionReason: invoice.exemptionReason,
  discountMinor: invoice.discountMinor,
  notes: invoice.notes,
  buyerReference: invoice.buyerReference,
  purchaseOrder: invoice.purchaseOrder,
  contractReference: invoice.contractReference,
  buyerAccountingReference: invoice.buyerAccountingReference
})
