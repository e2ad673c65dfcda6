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

/** Scopes in words, for people who choose or approve them. */
export const scopeInWords: Readonly<Record<Scope, string>> = {
  "projects:read": "List and read projects",
  "projects:write": "Create, update and archive projects",
  "tasks:read": "Read tasks across projects",
  "tasks:write": "Create and update tasks",
  "clients:read": "Read clients",
  "clients:write": "Create and manage clients",
  "invoices:read": "Read invoices",
  "invoices:write": "Create, send and void invoices",
  "files:read": "Read file metadata and download URLs",
  "analytics:read": "Read analytics and reporting data"
}
