/**
 * Which answers hold a secret: a field that is one says so where it is declared, with `secret: true`, and every
 * endpoint that answers it is found by that.
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

/** Whether a field of what is sent is a secret. */
export const holdsSecret = (schema: Schema.Top): boolean =>
  hasSecretPart(
    SchemaAST.toEncoded(HttpApiSchema.isWithHeaders(schema) ? schema.schema.ast : schema.ast)
  )
