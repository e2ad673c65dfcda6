/** Sums over issued invoices, for the views of clients and projects. */
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Invoice } from "../../domain/invoices/Invoice.ts"
import type { MemoryState } from "../store/MemoryStore.ts"

/** Sent, overdue and paid invoices in the workspace's currency. */
export const billed = (state: MemoryState, workspaceId: WorkspaceId) =>
  [...state.invoices.values()].flatMap((invoice) =>
    invoice.workspaceId === workspaceId &&
    invoice.currency === state.workspaces.get(workspaceId)?.currency &&
    invoice.status !== "draft" &&
    invoice.status !== "void"
      ? [invoice]
      : []
  )

export const sum = <I extends Invoice>(
  invoices: ReadonlyArray<I>,
  amount: (invoice: I) => number
) => invoices.reduce((total, invoice) => total + amount(invoice), 0)
