/**
 * Bounds of a body, derived from its schema: the keys of an object, the number of items of a list,
 * the length of a text.
 */
import { Predicate, SchemaAST } from "effect"

interface Maximum {
  readonly max: number
  /** The message of the schema. */
  readonly message: string
}

/** The bounds of a part; an undeclared part has the bounds of any value. */
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

/** The bounds of the encoded side, which is the one that arrives. */
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
  // Members of a union differ in kind (an object or null, a text or null), so bounds do not
  // collide.
  const members = ast.types.map(boundsOf)
  const of = <Kind extends keyof Bounds>(kind: Kind): Pick<Bounds, Kind> | undefined =>
    members.find((one) => one[kind] !== undefined)
  return { ...of("keys"), ...of("items"), ...of("text") }
}
