/**
 * Checks what a form sent, in the words of its labels. Every problem of a field names the field, so that
 * it is shown beside it: the key under which a value is checked is the field's name in camel case.
 */
import { Result, Schema, SchemaIssue, String as Text } from "effect"
import { uploadProblem } from "../../domain/workspaces/Picture.ts"
import type { Form } from "./FormReader.ts"

/** Of one field, or of the form as a whole. */
export type Problem = string | { readonly field: string; readonly message: string }
export type Problems = ReadonlyArray<Problem>

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The value where the schema takes it, else what is wrong with it, after the field's label. */
export const checked = <T, S>(
  label: string,
  schema: Schema.Codec<T, S>,
  value: unknown
): Result.Result<T, string> =>
  Result.mapError(
    Schema.decodeUnknownResult(schema)(value),
    (error) =>
      `${label} ${(format(error.issue).issues[0]?.message ?? "is not valid").replace(/^Expected /, "must be ")}`
  )

type Checked = Readonly<Record<string, Result.Result<unknown, string>>>
type CheckedValues<C extends Checked> = {
  readonly [K in keyof C]: C[K] extends Result.Result<infer T, string> ? T : never
}

/** Every value, or every problem beside its field. */
export const allValid = <C extends Checked>(
  fields: C
): Result.Result<CheckedValues<C>, Problems> => {
  const wrong = Object.entries(fields).flatMap(([key, field]) =>
    Result.isFailure(field) ? [{ field: Text.camelToSnake(key), message: field.failure }] : []
  )
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(valuesOf(fields))
}

// The named boundary of this file: entries of one record keep their types one by one.
const valuesOf = <C extends Checked>(fields: C): CheckedValues<C> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Result.isSuccess(field) ? [[name, field.success]] : []
    )
  ) as CheckedValues<C>

/** Null where the field was left empty. */
export const orNull = <T, S>(
  label: string,
  schema: Schema.Codec<T, S>,
  text: string
): Result.Result<T | null, string> =>
  text === "" ? Result.succeed(null) : checked(label, schema, text)

/** Holds, in base64, the picture that was chosen in the form before. */
export const keptLogoName = "kept_logo"

/**
 * The picture that was chosen, now or when the form was sent before: a browser forgets it when the form
 * comes back with an error or a question, so it travels in the form. Kept there and not here, it needs
 * no store and no end, works on any process, and is judged anew like any upload.
 */
export const keptLogo = (form: Form): Uint8Array | null => {
  const file = form.file("logo")
  if (file !== null) return file
  const kept = form.text(keptLogoName)
  return kept === "" ? null : Uint8Array.from(Buffer.from(kept, "base64"))
}

/**
 * The picture that was chosen, unless its first bytes tell already that it is no logo; undefined where none
 * was chosen and none is to go, null where the logo is to go.
 */
export const logoField = (form: Form): Result.Result<Uint8Array | null | undefined, string> => {
  const file = keptLogo(form)
  if (file === null) return Result.succeed(form.text("remove_logo") === "yes" ? null : undefined)
  const problem = uploadProblem(file)
  return problem === undefined ? Result.succeed(file) : Result.fail(`Logo ${problem}`)
}
