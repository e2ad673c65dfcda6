/**
 * Form validation, in the words of the reader. A problem names its field, so that the page shows it
 * beside that field: the key of a checked value is the field's name in camel case.
 */
import { Result, Schema, String as Text } from "effect"
import { uploadProblem } from "../../domain/workspaces/Picture.ts"
import type { Form } from "./FormReader.ts"

/** A problem of one field, or of the whole form. */
export type Problem = string | { readonly field: string; readonly message: string }
export type Problems = ReadonlyArray<Problem>

/** Decodes a value; the failure is the rule that it breaks, in the reader's words. */
export const checked = <T, S>(
  schema: Schema.Codec<T, S>,
  value: unknown,
  rule: string
): Result.Result<T, string> =>
  Result.mapError(Schema.decodeUnknownResult(schema)(value), () => rule)

type Checked = Readonly<Record<string, Result.Result<unknown, string>>>
type CheckedValues<C extends Checked> = {
  readonly [K in keyof C]: C[K] extends Result.Result<infer T, string> ? T : never
}

/** All values, or all problems with their fields. */
export const allValid = <C extends Checked>(
  fields: C
): Result.Result<CheckedValues<C>, Problems> => {
  const wrong = Object.entries(fields).flatMap(([key, field]) =>
    Result.isFailure(field) ? [{ field: Text.camelToSnake(key), message: field.failure }] : []
  )
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(valuesOf(fields))
}

// Boundary: TypeScript does not type the entries of a record one by one.
const valuesOf = <C extends Checked>(fields: C): CheckedValues<C> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Result.isSuccess(field) ? [[name, field.success]] : []
    )
  ) as CheckedValues<C>

/** An empty field is null. */
export const orNull = <T, S>(
  schema: Schema.Codec<T, S>,
  text: string,
  rule: string
): Result.Result<T | null, string> =>
  text === "" ? Result.succeed(null) : checked(schema, text, rule)

/** The field that carries, in base64, the picture of an earlier submission. */
export const chosenLogoName = "kept_logo"

/**
 * The chosen picture, of this submission or an earlier one. A browser drops a file when the form
 * comes back with a problem, so the picture travels in the form. This needs no store and no expiry,
 * works on any process, and validates the picture like any upload.
 */
export const chosenLogo = (form: Form): Uint8Array | null => {
  const file = form.file("logo")
  if (file !== null) return file
  const kept = form.text(chosenLogoName)
  return kept === "" ? null : Uint8Array.from(Buffer.from(kept, "base64"))
}

/**
 * The chosen picture if its first bytes can be a logo, otherwise the rule that it breaks. Undefined
 * changes nothing; null removes the logo.
 */
export const logoField = (
  form: Form,
  rule: string
): Result.Result<Uint8Array | null | undefined, string> => {
  const file = chosenLogo(form)
  if (file === null) return Result.succeed(form.text("remove_logo") === "yes" ? null : undefined)
  return uploadProblem(file) === undefined ? Result.succeed(file) : Result.fail(rule)
}
