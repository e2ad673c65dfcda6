/** Sentences about each permission, in English; scopes have the texts of the OpenAPI document. */
import { scopeTexts } from "../../domain/access/Scope.ts"
import type { ScopeWords } from "./ScopeWords.ts"

export const scopesEn: ScopeWords = {
  texts: scopeTexts,
  forMembers: {
    "clients:write": "Create and change clients",
    "invoices:write": "Create and change drafts of invoices"
  },
  everything: "Everything"
}
