/** A change of a workspace: parts become whole, and the tax defaults fit together. */
import { type DateTime, Result } from "effect"
import { wholeAddress } from "../address/Address.ts"
import { type FieldProblem, type Invalid, invalid, requireNone } from "../Invalid.ts"
import { pairOf } from "../money/Money.ts"
import { wholeBankAccount } from "../parties/BankAccount.ts"
import { wholeContact, wholeRegistration } from "../parties/Party.ts"
import { Workspace } from "./Workspace.ts"
import type { WorkspaceUpdate } from "./WorkspaceResource.ts"

/** Also what only the operator and the pages change. */
export interface WorkspaceChange extends WorkspaceUpdate {
  readonly plan?: Workspace["plan"]
  /** The free text that is printed while there is no structured address. */
  readonly addressText?: string | null
}

const wholeOrNull = <A, B>(value: A | null, whole: (value: A) => B): B | null =>
  value === null ? null : whole(value)

type Pair = Pick<Workspace, "defaultTaxCategory" | "defaultTaxRate">

/** A part that is given alone replaces both; null of a part alone clears both. */
const revisedPair = (workspace: Workspace, change: WorkspaceChange): Pair => {
  const { defaultTaxCategory: category, defaultTaxRate: rate } = change
  if (category === undefined && rate === undefined) {
    const { defaultTaxCategory, defaultTaxRate } = workspace
    return { defaultTaxCategory, defaultTaxRate }
  }
  // `S` needs a rate, and the present one may serve.
  const kept = category === "S" ? workspace.defaultTaxRate : null
  return {
    defaultTaxCategory: category ?? null,
    defaultTaxRate: rate === undefined ? kept : rate
  }
}

const taxOf = (workspace: Workspace, change: WorkspaceChange): Result.Result<Pair, Invalid> => {
  const { defaultTaxCategory, defaultTaxRate } = revisedPair(workspace, change)
  if (change.smallBusiness ?? workspace.smallBusiness) {
    if (defaultTaxRate !== null && defaultTaxCategory !== "E") {
      const message = "must be null, because a small business charges no tax"
      return Result.fail(invalid("default_tax_rate", message))
    }
    if (defaultTaxCategory !== null && defaultTaxCategory !== "E") {
      const message = "must be E or null, because a small business charges no tax"
      return Result.fail(invalid("default_tax_category", message))
    }
  }
  const given = { taxCategory: defaultTaxCategory, taxRate: defaultTaxRate }
  const problems: FieldProblem[] = []
  const pair = pairOf(given, "default_", problems)
  return Result.map(requireNone(problems), () => ({
    defaultTaxCategory: pair?.taxCategory ?? null,
    defaultTaxRate: pair?.taxRate ?? null
  }))
}

const wholeParts = (change: WorkspaceChange) => {
  const { address, addressText, registration, contact, bankAccount, ...rest } = change
  return {
    ...rest,
    ...(addressText === undefined ? {} : { addressText, address: null }),
    // The structured address replaces the free text.
    ...(address == null ? {} : { address: wholeAddress(address), addressText: null }),
    ...(address === null ? { address } : {}),
    ...(registration === undefined
      ? {}
      : { registration: wholeOrNull(registration, wholeRegistration) }),
    ...(contact === undefined ? {} : { contact: wholeOrNull(contact, wholeContact) }),
    ...(bankAccount === undefined
      ? {}
      : { bankAccount: wholeOrNull(bankAccount, wholeBankAccount) })
  }
}

/** The workspace with the change applied; the very same value where the change holds nothing. */
export const reviseWorkspace = (
  workspace: Workspace,
  change: WorkspaceChange,
  now: DateTime.Utc
): Result.Result<Workspace, Invalid> =>
  Object.keys(change).length === 0
    ? Result.succeed(workspace)
    : Result.map(
        taxOf(workspace, change),
        (pair) => new Workspace({ ...workspace, ...wholeParts(change), ...pair, updatedAt: now })
      )
