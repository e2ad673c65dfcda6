/** Reads what a form sent, and checks it in the words of its labels. */
import { Data, Effect, Result, Schema, SchemaIssue } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type Logo, logoOf } from "../domain/Workspace.ts"

/** A page that cannot be shown or a form that cannot be taken: answered with a page that says so. */
export class PageRefused extends Data.TaggedError("PageRefused")<{
  readonly status: 400 | 403 | 404 | 429
  readonly title: string
  readonly message: string
  readonly retryAfterSeconds?: number
}> {}

export interface Form {
  /** Empty where the field is absent. */
  readonly text: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
  /** Null where no file was chosen. */
  readonly file: (name: string) => Uint8Array | null
}

const malformed = new PageRefused({
  status: 400,
  title: "The form could not be read",
  message: "Go back and send it again."
})

/** The bytes of files, read before the form is used. */
const formOf = async (data: FormData): Promise<Form> => {
  const files = new Map<string, Uint8Array>()
  const texts = new Map<string, string[]>()
  for (const [name, value] of data) {
    if (typeof value === "string") {
      // Browsers end lines with CR LF.
      const text = value.replaceAll("\r\n", "\n")
      texts.set(name, [...(texts.get(name) ?? []), text])
    } else if (value.size > 0) files.set(name, new Uint8Array(await value.arrayBuffer()))
  }
  return {
    text: (name) => texts.get(name)?.[0]?.trim() ?? "",
    all: (name) => texts.get(name) ?? [],
    file: (name) => files.get(name) ?? null
  }
}

export const readForm = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Form, PageRefused> =>
  Effect.flatMap(Effect.orDie(request.arrayBuffer), (body) =>
    Effect.tryPromise({
      try: async () => {
        const type = request.headers["content-type"] ?? ""
        if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
          throw new Error("not a form")
        }
        return await formOf(
          await new Response(body, { headers: { "content-type": type } }).formData()
        )
      },
      catch: () => malformed
    })
  )

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
type Values<C extends Checked> = {
  readonly [K in keyof C]: C[K] extends Result.Result<infer T, string> ? T : never
}

/** Every value, or every problem. */
export const allOf = <C extends Checked>(
  fields: C
): Result.Result<Values<C>, ReadonlyArray<string>> => {
  const wrong = Object.values(fields).flatMap((field) =>
    Result.isFailure(field) ? [field.failure] : []
  )
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(valuesOf(fields))
}

// The named boundary of this file: entries of one record keep their types one by one.
const valuesOf = <C extends Checked>(fields: C): Values<C> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Result.isSuccess(field) ? [[name, field.success]] : []
    )
  ) as Values<C>

/** Null where the field was left empty. */
export const orNull = <T, S>(
  label: string,
  schema: Schema.Codec<T, S>,
  text: string
): Result.Result<T | null, string> =>
  text === "" ? Result.succeed(null) : checked(label, schema, text)

/** Undefined where no file was chosen and none is to go; null where the logo is to go. */
export const logoField = (form: Form): Result.Result<Logo | null | undefined, string> => {
  const bytes = form.file("logo")
  if (bytes === null) return Result.succeed(form.text("remove_logo") === "yes" ? null : undefined)
  const logo = logoOf(bytes)
  return logo === undefined
    ? Result.fail("Logo must be a PNG or JPEG picture of at most 256 kB")
    : Result.succeed(logo)
}
