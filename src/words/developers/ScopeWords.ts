/** Sentences about each permission of a key or an app, for consent screens and settings. */
import type { Role, Scope } from "../../domain/access/Scope.ts"

export interface ScopeWords {
  readonly texts: Readonly<Record<Scope, string>>
  /** Where the token of a member may do less with the scope. */
  readonly forMembers: Readonly<Partial<Record<Scope, string>>>
  readonly everything: string
}

/** The words of the scope for an app that acts for a user of the role. */
export const scopeTextFor = ({ texts, forMembers }: ScopeWords, scope: Scope, role: Role): string =>
  (role === "member" ? forMembers[scope] : undefined) ?? texts[scope]
