/** Words, scopes and path parameters of the endpoints, for OpenAPI. */
import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { Scope, ScopeRule } from "../domain/Scope.ts"
import { OptionalBody, RequiredScope } from "./Middleware.ts"

/** Summary and scope of an operation: the scope is checked and printed from this one place. */
export const operation = (
  scope: Scope | ScopeRule,
  summary: string,
  description?: string,
  body: "required" | "optional" = "required"
): Context.Context<never> => {
  const rule: ScopeRule = typeof scope === "string" ? { kind: "any", scopes: [scope] } : scope
  const named = rule.scopes.map((one) => `\`${one}\``)
  const needed =
    rule.kind === "any" ? `Scope: ${named.join(" or ")}` : `An API key with ${named.join(", ")}`
  return OpenApi.annotations({
    summary,
    description: `${description === undefined ? "" : `${description}\n\n`}${needed}`,
    transform: (document) => ({
      ...document,
      ...(body === "optional"
        ? { requestBody: { ...document["requestBody"], required: false } }
        : {}),
      security:
        rule.kind === "any"
          ? rule.scopes.map((one) => ({ bearer: [one] }))
          : [{ bearer: rule.scopes }]
    })
  }).pipe(Context.add(RequiredScope, rule), Context.add(OptionalBody, body === "optional"))
}

/**
 * The id of a path. It stays text here: an id of the wrong form is a resource that does not exist
 * (404), not a bad request.
 */
export const idParam = (prefix: string, of: string) => ({
  id: Schema.String.annotate({
    description: `The id of ${of}`,
    examples: [`${prefix}_01h2xcejqtf2nbrexx3vqjhp41`]
  })
})
