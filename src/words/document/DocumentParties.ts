/** The lines of seller and buyer on a document: what the PDF prints and the page shows. */
import { postalLines } from "../../domain/address/Address.ts"
import type { Issue } from "../../domain/invoices/Invoice.ts"
import { sellerAddressLines } from "../../domain/workspaces/Workspace.ts"
import type { DocumentWords } from "./DocumentWords.ts"

/** Lines without the empty ones and without repetitions. */
const linesOf = (parts: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(parts.filter((part): part is string => part !== null && part !== ""))
]

const labels =
  ({ labelled }: DocumentWords) =>
  (label: string, value: string | null | undefined): string | null =>
    value === null || value === undefined || value === "" ? null : `${labelled(label)} ${value}`

/** Without the name, which stands above. */
export const sellerLines = (
  { seller }: Pick<Issue, "seller">,
  words: DocumentWords
): ReadonlyArray<string> => {
  const label = labels(words)
  return linesOf([
    ...sellerAddressLines(seller),
    label(words.vatId, seller.vatId),
    label(words.taxNumber, seller.taxNumber),
    label(words.registration, seller.registration?.id),
    seller.contact?.name ?? null,
    label(words.phone, seller.contact?.phone),
    seller.contact?.email ?? seller.email
  ])
}

export const recipientLines = (
  { recipient, seller }: Pick<Issue, "recipient" | "seller">,
  words: DocumentWords
): ReadonlyArray<string> => {
  const label = labels(words)
  return linesOf([
    ...postalLines(recipient, seller.locale),
    label(words.vatId, recipient.vatId),
    label(words.registration, recipient.registration?.id),
    recipient.email
  ])
}
