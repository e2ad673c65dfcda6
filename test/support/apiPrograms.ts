/** Random programs of requests by several keys while days pass. */
import fc from "fast-check"
import type { Scope } from "../../src/domain/access/Scope.ts"

/** Two workspaces: the first with a key of each kind, the second with a full one. */
export const callers: ReadonlyArray<{
  readonly workspace: number
  /** Null has every scope. */
  readonly scopes: ReadonlyArray<Scope> | null
}> = [
  { workspace: 0, scopes: null },
  { workspace: 0, scopes: ["projects:read", "invoices:read", "clients:read", "tasks:read"] },
  { workspace: 0, scopes: ["projects:write", "tasks:write"] },
  { workspace: 1, scopes: null }
]

const actions = [
  // Shrinking ends at the first: to wait no days does nothing.
  "wait",
  ...(["create client", "create project", "change project", "archive project"] as const),
  ...(["create task", "finish task", "delete task", "create milestone"] as const),
  ...(["complete milestone", "delete milestone", "bill milestone", "create invoice"] as const),
  ...(["change invoice", "send", "void", "duplicate", "pay", "read invoice"] as const),
  ...(["read project", "list invoices"] as const)
] as const
type Action = (typeof actions)[number]

export interface Step {
  readonly caller: number
  readonly do: Action
  /** Places of the row and of another one, modulo how many there are. */
  readonly at: number
  readonly other: number
  readonly amount: number
}

/** Invoices have more states than the others. */
const frequent = ["create invoice", "send", "pay", "pay", "read invoice"] as const

const small = fc.nat({ max: 30 })
export const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({
    caller: fc.constantFrom(0, 0, 0, 1, 2, 3),
    do: fc.constantFrom(...actions, ...frequent),
    at: small,
    other: small,
    amount: small
  }),
  { minLength: 50, maxLength: 50 }
)
