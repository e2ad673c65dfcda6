/**
 * OpenAPI keywords for rules that are code: a check that is a function, or one that runs later.
 * Every documented rule is enforced as documented.
 */

type Keyword =
  | "type"
  | "format"
  | "pattern"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "default"

type Said = { readonly [K in Keyword]?: string | number }

/** The annotation of a check, or of a number, that says this. */
export const documented = (said: Said) => ({ toJsonSchema: () => ({ ...said }) })

/** A whole number from here to there. */
export const wholeFrom = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  documented({ type: "integer", minimum, maximum })
