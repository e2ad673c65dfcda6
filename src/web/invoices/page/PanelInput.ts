/** Readers of the fields that several panels have; a problem names its field. */
import { Result, Schema } from "effect"
import type { NumberProblem } from "../../../domain/money/AmountInput.ts"
import { EmailAddress } from "../../../domain/text/Text.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"

export type Read<A> = Result.Result<A, Problems>

const wrong = (field: string, message: string): Result.Result<never, Problems> =>
  Result.fail([{ field, message }])

const isEmail = Schema.is(EmailAddress)

export const textOrNull = (form: Form, name: string): string | null => form.text(name) || null

/** A text of at most `most` characters. */
export const textOf = (
  shown: ShownInvoice,
  form: Form,
  name: string,
  most: number
): Read<string | null> =>
  [...form.text(name)].length > most
    ? wrong(name, shown.reader.words.problems.tooLong)
    : Result.succeed(textOrNull(form, name))

export const requiredText = (
  shown: ShownInvoice,
  form: Form,
  name: string,
  most: number
): Read<string> =>
  Result.flatMap(textOf(shown, form, name, most), (text) =>
    text === null ? wrong(name, shown.reader.words.problems.required) : Result.succeed(text)
  )

export const numberOf = (
  { reader }: ShownInvoice,
  name: string,
  parsed: Result.Result<number, NumberProblem>
): Read<number> => {
  const { problems } = reader.words
  if (Result.isFailure(parsed)) return wrong(name, problems[parsed.failure])
  return parsed.success > 0 ? Result.succeed(parsed.success) : wrong(name, problems.notPositive)
}

interface MailInput {
  readonly email: string
  readonly message: string | null
}

export const mailOf = (shown: ShownInvoice, form: Form): Read<MailInput> => {
  const email = form.text("email") || shown.document.recipient.email
  if (!isEmail(email)) return wrong("email", shown.reader.words.problems.email)
  return Result.map(textOf(shown, form, "message", 5000), (message) => ({ email, message }))
}
