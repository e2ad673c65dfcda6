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

/** Each scope as a consent screen or a settings page says it. */
export const scopesInWords: Readonly<Record<(typeof scopes)[number], string>> = {
  "projects:read": "See projects and milestones",
  "projects:write": "Create, change and archive projects and milestones",
  "tasks:read": "See the tasks of projects",
  "tasks:write": "Create and change tasks",
  "clients:read": "See clients and their contact data",
  "clients:write": "Create and change clients, and invite them to the portal",
  "invoices:read": "See invoices, payments and their PDFs",
  "invoices:write": "Create, send and void invoices, and record payments",
  "files:read": "See files and download them",
  "analytics:read": "See figures about revenue, receivables and projects"
}

export const Scope = Schema.Literals(scopes)
export type Scope = typeof Scope.Type
