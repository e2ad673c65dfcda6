/**
 * Finds the answers that hold a secret, by the annotation `secret: true` on a field. Such answers
 * are not compressed (docs/decisions/0047).
 */
import { type Schema, SchemaAST } from "effect"
import { HttpApiSchema } from "effect/http-api"

const hasSecretPart = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.resolve(ast)?.["secret"] === true) return true
  if (SchemaAST.isUnion(ast)) return ast.types.some(hasSecretPart)
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].some(hasSecretPart)
  if (SchemaAST.isSuspend(ast)) throw new Error("What may be endless is not looked through")
  return (
    SchemaAST.isObjects(ast) &&
    [...ast.propertySignatures, ...ast.indexSignatures].some(({ type }) => hasSecretPart(type))
  )
}

export const holdsSecret = (schema: Schema.Top): boolean =>
  hasSecretPart(
    SchemaAST.toEncoded(HttpApiSchema.isWithHeaders(schema) ? schema.schema.ast : schema.ast)
  )
