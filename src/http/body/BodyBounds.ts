/**
 * How large the parts of a body may be, read off its schema: which keys an object has, how many items a
 * list, how many characters a text. The schema is the one place that declares them.
 */
import { Predicate, SchemaAST } from "effect"

interface Maximum {
  readonly max: number
  /** In the schema's own words. */
  readonly message: string
}

/** A part of a body. What is absent is not declared, and held to the limits of any value. */
export interface Bounds {
  readonly keys?: ReadonlyMap<string, Bounds>
  readonly items?: Maximum & { readonly each: Bounds }
  /** In code points. */
  readonly text?: Maximum
}

type Check = NonNullable<SchemaAST.AST["checks"]>[number]

const maximumOf = (
  checks: ReadonlyArray<Check>,
  name: "maxLength" | "maxCodePoints"
): Maximum | undefined => {
  for (const check of checks) {
    if (check._tag === "FilterGroup") {
      const inner = maximumOf(check.checks, name)
      if (inner !== undefined) return inner
      continue
    }
    const payload = check.annotations?.representation?.payload
    if (!Predicate.hasProperty(payload, name) || !Predicate.isNumber(payload[name])) continue
    const max = payload[name]
    return { max, message: check.annotations?.message ?? `must be at most ${max} long` }
  }
  return undefined
}

/** The bounds of what arrives: where a schema transforms, those of its encoded side. */
export const boundsOf = (schema: SchemaAST.AST): Bounds => {
  const ast = SchemaAST.toEncoded(schema)
  const checks = ast.checks ?? []
  if (SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0) {
    const keys = ast.propertySignatures.map(
      ({ name, type }) => [String(name), boundsOf(type)] as const
    )
    return { keys: new Map(keys) }
  }
  if (SchemaAST.isArrays(ast) && ast.elements.length === 0) {
    const items = maximumOf(checks, "maxLength")
    return items === undefined ? {} : { items: { ...items, each: boundsOf(ast.rest[0] ?? ast) } }
  }
  if (SchemaAST.isString(ast)) {
    const text = maximumOf(checks, "maxCodePoints") ?? maximumOf(checks, "maxLength")
    return text === undefined ? {} : { text }
  }
  if (!SchemaAST.isUnion(ast)) return {}
  // Of a union each kind of value has its own: an object or null, a text or null.
  const members = ast.types.map(boundsOf)
  const of = <Kind extends keyof Bounds>(kind: Kind): Pick<Bounds, Kind> | undefined =>
    members.find((one) => one[kind] !== undefined)
  return { ...of("keys"), ...of("items"), ...of("text") }
}
