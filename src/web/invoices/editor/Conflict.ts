/** Somebody else changed the draft meanwhile: who, and both values of what differs. */
import { div, li, p, strong, ul } from "../../../html/Elements.ts"
import type { InvoiceFormWords } from "../../../words/invoices/InvoiceFormWords.ts"
import { note } from "../../Parts.ts"
import { type FieldName, type FormValues, fieldNames } from "./FormValues.ts"
import { labelOf } from "./FormViews.ts"

/** Both values of each field that differs from what is stored now. */
export const conflictNote = (
  words: InvoiceFormWords,
  typed: FormValues,
  stored: FormValues,
  who: string | null
) => {
  const { conflict, labels } = words
  const value = (text: string) => (text === "" ? conflict.nothing : text)
  const linesOf = ({ lines }: FormValues) =>
    lines
      .filter(({ description }) => description !== "")
      .map(
        ({ description, quantity, unit_price: price }) => `${description} ${quantity} × ${price}`
      )
      .join("; ")
  const compared: ReadonlyArray<readonly [string, string, string]> = [
    ...fieldNames
      .filter((name) => name in labelOf && !name.startsWith("new_client") && name !== "language")
      .map(
        (name: FieldName) =>
          [labels[labelOf[name] ?? "client"], stored.fields[name], typed.fields[name]] as const
      ),
    [words.lines, linesOf(stored), linesOf(typed)]
  ]
  return note(
    "bad",
    p(strong(conflict.title)),
    p(conflict.text, " ", who),
    ul(
      compared
        .filter(([, before, now]) => before !== now)
        .map(([name, before, now]) =>
          li(
            strong(name),
            div(`${conflict.stored}: ${value(before)}`),
            div(`${conflict.typed}: ${value(now)}`)
          )
        )
    ),
    p(conflict.saveAnyway)
  )
}
