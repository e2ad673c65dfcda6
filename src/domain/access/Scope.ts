/**
 * Permissions: the scopes of a credential and the roles of users (docs/spec.md §5.1). A write scope
 * does not include reading.
 */
import { Schema } from "effect"

export const Role = Schema.Literals(["owner", "admin", "member"])
export type Role = typeof Role.Type

const inOrder: ReadonlyArray<Role> = ["member", "admin", "owner"]

/** Whether the change takes rights from the user. */
export const isLowered = (from: Role, to: Role): boolean =>
  inOrder.indexOf(to) < inOrder.indexOf(from)

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

/** Each scope in English, as OpenAPI and the pages in English say it. */
export const scopeTexts: Readonly<Record<(typeof scopes)[number], string>> = {
  "projects:read": "See projects and milestones",
  "projects:write": "Create, change and archive projects and milestones",
  "tasks:read": "See the tasks of projects",
  "tasks:write": "Create, change and delete tasks",
  "clients:read": "See clients and their contact data",
  "clients:write": "Create and change clients, and open their portal for any e-mail address",
  "invoices:read": "See invoices, payments and their PDFs",
  "invoices:write": "Create, send and void invoices, and record payments",
  "files:read": "See files and download them",
  "analytics:read": "See figures about revenue, receivables and projects"
}

export const Scope = Schema.Literals(scopes)
export type Scope = typeof Scope.Type

/**
 * The scopes that an operation needs: one of these, all of them, or all of them and an API key (an
 * app that acts for a user does not manage the workspace).
 */
export type ScopeRule =
  | { readonly kind: "any"; readonly scopes: ReadonlyArray<Scope> }
  | { readonly kind: "all"; readonly scopes: ReadonlyArray<Scope> }
  | { readonly kind: "all of a key"; readonly scopes: ReadonlyArray<Scope> }

/** The least role of a user whose token may call an endpoint. */
export type LeastRole = "member" | "admin"

/** The access that an operation requires: scopes, and the least role of an access token's user. */
export type Access = ScopeRule & { readonly role: LeastRole }

export const writeScopes: ReadonlyArray<Scope> = scopes.filter((scope) => scope.endsWith(":write"))

export const readScopes: ReadonlyArray<Scope> = scopes.filter((scope) => scope.endsWith(":read"))

/** The missing scopes in words; undefined where none is missing. */
export const missingFor = (
  rule: ScopeRule,
  given: ReadonlySet<Scope>,
  isApiKey: boolean
): string | undefined => {
  if (rule.kind === "any") {
    return rule.scopes.some((scope) => given.has(scope))
      ? undefined
      : `the scope ${rule.scopes.join(" or ")}`
  }
  const hasAll = rule.scopes.every((scope) => given.has(scope))
  if (rule.kind === "all") return hasAll ? undefined : `the scopes ${rule.scopes.join(", ")}`
  return isApiKey && hasAll ? undefined : `an API key with the scopes ${rule.scopes.join(", ")}`
}
