/** Somebody else changed the draft meanwhile: who, and both values of what differs. */
import type { Child } from "../../../html/Elements.ts"
import type { InvoiceFormWords } from "../../../words/invoices/InvoiceFormWords.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { type Compared, conflictNote } from "../../forms/EditConflict.ts"
import { type FieldName, type FormValues, fieldNames } from "./FormValues.ts"
import { labelOf } from "./FormViews.ts"

/** Both values of each field that differs from what is stored now. */
export const conflictOf = (
  page: Pick<BrowserRequest, "language">,
  words: InvoiceFormWords,
  typed: FormValues,
  stored: FormValues,
  who: string | null
): Child => {
  const { conflict, labels } = words
  const linesOf = ({ lines }: FormValues) =>
    lines
      .filter(({ description }) => description !== "")
      .map(
        ({ description, quantity, unit_price: price }) => `${description} ${quantity} × ${price}`
      )
      .join("; ")
  const compared: ReadonlyArray<Compared> = [
    ...fieldNames
      .filter((name) => name in labelOf && !name.startsWith("new_client") && name !== "language")
      .map(
        (name: FieldName) =>
          [labels[labelOf[name] ?? "client"], stored.fields[name], typed.fields[name]] as const
      ),
    [words.lines, linesOf(stored), linesOf(typed)]
  ]
  return conflictNote(page, { title: conflict.title, who, compared })
}
