/**
 * Completes stored JSON that was written before some fields of its resource existed. A new field of
 * an answer starts as null, an empty list, false or 0, or as its schema's annotation `absent`, so
 * that value was also true before.
 */
import { Predicate, Schema, SchemaAST } from "effect"

/** Takes JSON and adds what is missing. */
type Complete = (value: unknown) => unknown

/** The value of a field before it existed; undefined if its schema does not imply one. */
const absentValue = (ast: SchemaAST.AST): unknown => {
  const declared = SchemaAST.resolve(ast)?.["absent"]
  if (declared !== undefined) return declared
  if (SchemaAST.isUnion(ast)) return ast.types.some(SchemaAST.isNull) ? null : undefined
  if (SchemaAST.isArrays(ast)) return []
  if (SchemaAST.isBoolean(ast)) return false
  return SchemaAST.isNumber(ast) ? 0 : undefined
}

const completeBy = (ast: SchemaAST.AST): Complete => {
  if (SchemaAST.isUnion(ast)) {
    const [member] = ast.types.filter((type) => !SchemaAST.isNull(type))
    // With several members the schema does not say which one applies.
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

/** Adds the fields that the encoded side of the schema has and the JSON lacks. */
export const completedJson = (schema: Schema.Constraint): Complete =>
  completeBy(Schema.toEncoded(schema).ast)
