/**
 * Stored JSON of a resource that was written before some of its fields existed. A field of an answer that is added is
 * null, an empty list, false or 0 at first so that is what it was before.
 */
import { Predicate, Schema, SchemaAST } from "effect"

/** Takes JSON and adds what is missing. */
type Complete = (value: unknown) => unknown

/** What a field was before it existed; undefined where its schema says nothing of that. */
const absentValue = (ast: SchemaAST.AST): unknown => {
  if (SchemaAST.isUnion(ast)) return ast.types.some(SchemaAST.isNull) ? null : undefined
  if (SchemaAST.isArrays(ast)) return []
  if (SchemaAST.isBoolean(ast)) return false
  return SchemaAST.isNumber(ast) ? 0 : undefined
}

const completeBy = (ast: SchemaAST.AST): Complete => {
  if (SchemaAST.isUnion(ast)) {
    const [member] = ast.types.filter((type) => !SchemaAST.isNull(type))
    // Of several members none is known to be the one.
    return member === undefined || ast.types.length > 2 ? (value) => value : completeBy(member)
  }
  if (SchemaAST.isArrays(ast)) {
    const [item] = ast.rest
    const each = item === undefined ? undefined : completeBy(item)
    return (value) => (each !== undefined && Array.isArray(value) ? value.map(each) : value)
  }
  if (!SchemaAST.isObjects(ast)) return (value) => value
  const fields = ast.propertySignatures.map(({ name, type }) => ({
    name: String(name),
    isOptional: SchemaAST.isOptional(type),
    absent: absentValue(type),
    complete: completeBy(type)
  }))
  return (value) => {
    if (!Predicate.isObject(value)) return value
    const completed: Record<string, unknown> = { ...value }
    for (const { name, isOptional, absent, complete } of fields) {
      if (completed[name] !== undefined) completed[name] = complete(completed[name])
      else if (!isOptional && absent !== undefined) completed[name] = absent
    }
    return completed
  }
}

/** Adds what the wire's side of the schema has and the JSON does not. */
export const completedJson = (schema: Schema.Constraint): Complete =>
  completeBy(Schema.toEncoded(schema).ast)
