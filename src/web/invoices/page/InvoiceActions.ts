/**
 * The actions of an invoice by its state and the reader's role. It asks the domain's table, so that
 * the page offers nothing that a use case refuses.
 */
import type { Role } from "../../../domain/access/Scope.ts"
import { balanceDue, isOpen } from "../../../domain/invoices/Invoice.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import { isAllowed } from "../../../domain/invoices/InvoiceTransitions.ts"
import { type Action, may } from "../../../domain/people/Permissions.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"

export const permissionOf: Readonly<Record<PanelName, Action>> = {
  pay: "pay",
  remind: "remind",
  send: "send",
  ask: "draft",
  again: "send",
  void: "void",
  reverse: "reverse",
  credit: "credit",
  correct: "credit",
  note: "send",
  link: "settings",
  duplicate: "draft"
}

const names = Object.keys(permissionOf)
export const isPanelName = (name: string | undefined): name is PanelName =>
  name !== undefined && names.includes(name)

export const isUndelivered = (invoice: InvoiceView): boolean =>
  isOpen(invoice) && invoice.delivery?.status === "failed"

/** What the invoice has that allows further actions. */
interface Correctable {
  readonly canReverse: boolean
  readonly hasCreditNotes: boolean
  /** Whether something is left that no credit note has credited. */
  readonly canCredit: boolean
}

/** The actions that the state allows, the most likely first. */
const possible = (
  invoice: InvoiceView,
  { canReverse, canCredit, hasCreditNotes }: Correctable
): ReadonlyArray<PanelName> => {
  const isVoidable = invoice.status !== "void" && isAllowed({ ...invoice, hasCreditNotes }, "void")
  if (invoice.status === "draft") return ["send", "ask", "duplicate", "void"]
  const reverse: ReadonlyArray<PanelName> = canReverse ? ["reverse"] : []
  const correct: ReadonlyArray<PanelName> = canCredit ? ["correct"] : []
  const credit: ReadonlyArray<PanelName> = canCredit ? ["credit"] : []
  if (isOpen(invoice)) {
    const first: ReadonlyArray<PanelName> = isUndelivered(invoice) ? ["again"] : []
    const later: ReadonlyArray<PanelName> = isUndelivered(invoice) ? [] : ["again"]
    const pay: ReadonlyArray<PanelName> = balanceDue(invoice) > 0 ? ["pay"] : []
    const last: ReadonlyArray<PanelName> = isVoidable ? ["void"] : []
    return [
      ...first,
      ...pay,
      "remind",
      ...correct,
      "duplicate",
      ...later,
      ...reverse,
      ...credit,
      ...last
    ]
  }
  if (invoice.status === "paid") return ["duplicate", ...correct, ...reverse, ...credit]
  return ["duplicate"]
}

export const panelsOf = (
  invoice: InvoiceView,
  role: Role,
  correctable: Correctable
): ReadonlyArray<PanelName> =>
  possible(invoice, correctable).filter(
    // Only those ask who may not send.
    (name) => may(role, permissionOf[name]) && !(name === "ask" && may(role, "send"))
  )
