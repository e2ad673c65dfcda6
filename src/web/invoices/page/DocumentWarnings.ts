/**
 * What a document lacks, in the reader's words and with the way to the form that has it. What the
 * API alone has words for stays in English.
 */
import { type Child, li } from "../../../html/Elements.ts"
import type { Particular } from "../../../words/invoices/InvoiceWords.ts"
import { link } from "../../Parts.ts"
import { pathOf } from "./InvoiceHead.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"

type Warning = ShownInvoice["invoice"]["documentWarnings"][number]

const formOf = (shown: ShownInvoice): Readonly<Record<Particular, string>> => ({
  "workspace.legal_name": "/settings/workspace",
  "workspace.address": "/settings/workspace",
  "client.address": `/clients/${shown.invoice.client.id}/edit`,
  delivery_date: `${pathOf(shown)}/edit`
})

const isParticular = (
  forms: Readonly<Record<Particular, string>>,
  path: string | null
): path is Particular => path !== null && Object.hasOwn(forms, path)

const warningItem =
  (shown: ShownInvoice) =>
  ({ path, message }: Warning): Child => {
    const forms = formOf(shown)
    return isParticular(forms, path)
      ? li(link(forms[path], shown.reader.words.particulars[path]))
      : li({ lang: "en" }, message)
  }

export const documentWarningItems = (shown: ShownInvoice): ReadonlyArray<Child> =>
  shown.invoice.documentWarnings.map(warningItem(shown))

/** What keeps the e-invoice back, without the fields that the document lacks too. */
export const eInvoiceItems = ({ invoice }: ShownInvoice): ReadonlyArray<Child> => {
  const said = new Set(invoice.documentWarnings.map(({ path }) => path))
  const texts = invoice.eInvoiceProblems
    .filter(({ path }) => !said.has(path))
    .map(({ path, message }) => `${path} ${message}`)
  return [...new Set(texts)].map((text) => li({ lang: "en" }, text))
}
