/** Creating and revising drafts: defaults, dates and amounts, which Money alone computes. */
import { type DateTime, Result } from "effect"
import type { InvoiceId, WorkspaceId } from "../Ids.ts"
import { type FieldProblem, Invalid } from "../Invalid.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { computeAmounts, moneyVersion } from "../money/Money.ts"
import type { Defaults } from "../Resource.ts"
import { addDays, type CalendarDate } from "../time/CalendarDate.ts"
import type { DraftInvoice } from "./Invoice.ts"
import type { InvoiceInput, InvoicePatch, LineItemInput } from "./InvoiceInputs.ts"
import type { InvoiceFields } from "./InvoiceResource.ts"

/** Constant defaults; the other defaults depend on the workspace. */
const defaults: Omit<
  Defaults<InvoiceInput, InvoiceFields>,
  "issueDate" | "dueDate" | "currency"
> = {
  projectId: null,
  taxRate: null,
  discountMinor: 0,
  notes: null
}

type Priced = Pick<
  InvoiceFields,
  | "lineItems"
  | "subtotalMinor"
  | "taxRate"
  | "taxMinor"
  | "discountMinor"
  | "totalMinor"
  | "moneyVersion"
>

/** Computes the amounts. A failure names the problems of amounts and dates together. */
const price = (
  lines: ReadonlyArray<LineItemInput>,
  taxRate: number | null,
  discountMinor: number,
  given: {
    readonly issueDate: CalendarDate
    readonly dueDate: CalendarDate
    readonly currency: CurrencyCode
  }
): Result.Result<Priced, Invalid> => {
  const dateProblems: ReadonlyArray<FieldProblem> =
    given.dueDate < given.issueDate
      ? [{ path: "due_date", message: `must not be before issue_date, ${given.issueDate}` }]
      : []
  const amounts = computeAmounts({ lines, taxRate, discountMinor, currency: given.currency })
  if (Result.isFailure(amounts)) {
    const [first, ...rest] = amounts.failure
    return Result.fail(new Invalid({ problems: [first, ...rest, ...dateProblems] }))
  }
  const [dateProblem] = dateProblems
  if (dateProblem !== undefined) return Result.fail(new Invalid({ problems: [dateProblem] }))
  const { lineTotalsMinor, ...totals } = amounts.success
  return Result.succeed({
    lineItems: lines.map((line, index) => ({
      description: line.description,
      quantity: line.quantity,
      unitPriceMinor: line.unitPriceMinor,
      totalMinor: lineTotalsMinor[index] ?? 0
    })),
    taxRate,
    ...totals,
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
}

/** A draft without its number, which is taken last: a refused draft takes none. */
export const draftInvoice = (
  input: InvoiceInput,
  context: DraftContext
): Result.Result<Omit<DraftInvoice, "number">, Invalid> => {
  const { lineItems, taxRate, discountMinor, ...given } = { ...defaults, ...input }
  const issueDate = given.issueDate ?? context.today
  const dueDate = given.dueDate ?? addDays(issueDate, context.paymentTermsDays)
  const currency = given.currency ?? context.currency
  const priced = price(lineItems, taxRate, discountMinor, { issueDate, dueDate, currency })
  return Result.map(priced, (amounts) => ({
    status: "draft",
    id: context.id,
    workspaceId: context.workspaceId,
    ...given,
    issueDate,
    dueDate,
    currency,
    ...amounts,
    paymentLinkSalt: null,
    createdAt: context.now,
    updatedAt: context.now
  }))
}

/** Applies the patch and recomputes the totals; an empty patch returns the same draft. */
export const reviseInvoice = (
  invoice: DraftInvoice,
  patch: InvoicePatch,
  now: DateTime.Utc
): Result.Result<DraftInvoice, Invalid> => {
  if (Object.keys(patch).length === 0) return Result.succeed(invoice)
  const { lineItems, taxRate, discountMinor, ...fields } = patch
  const merged = { ...invoice, ...fields }
  const priced = price(
    lineItems ?? invoice.lineItems,
    taxRate === undefined ? invoice.taxRate : taxRate,
    discountMinor ?? invoice.discountMinor,
    merged
  )
  return Result.map(priced, (amounts) => ({ ...merged, ...amounts, updatedAt: now }))
}
