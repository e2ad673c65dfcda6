/** What a credential may do (SPEC §5.1). Write does not imply read. */
import { Schema } from "effect"

export const scopes = [
  "projects:read",
  "projects:write",
  "tasks:read",
  "tasks:write",
  "clients:read",
  "clients:write",
  "invoices:read",
  "invoices:write",
  "files:read",
  "analytics:read"
] as const

export const Scope = Schema.Literals(scopes)
export type Scope = typeof Scope.Type
