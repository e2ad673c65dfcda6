/**
 * Lists what a document or an e-invoice lacks, in the reader's words and with links to the forms
 * that have the fields. Messages that only the API has stay in English.
 */
import { absent } from "../../../domain/einvoice/Problems.ts"
import type { FieldProblem } from "../../../domain/Invalid.ts"
import { type Child, li, span } from "../../../html/Elements.ts"
import type { Particular } from "../../../words/invoices/InvoiceWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { link } from "../../Parts.ts"
import { pathOf } from "./InvoiceHead.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"

type Warning = ShownInvoice["invoice"]["documentWarnings"][number]

/** Fields that are on the workspace's page of invoicing. */
const ofInvoicing: ReadonlyArray<string> = ["contact", "electronic_address", "e_invoice"]

/** The address of the form that has a field, by its path in the API. */
const formOf = (shown: ShownInvoice, path: string): string => {
  const [owner, field = ""] = path.split(".")
  if (owner === "workspace") {
    return ofInvoicing.includes(field) ? "/settings/invoicing" : "/settings/workspace"
  }
  return owner === "client" ? `/clients/${shown.invoice.client.id}/edit` : `${pathOf(shown)}/edit`
}

const isParticular = (
  particulars: Readonly<Record<Particular, string>>,
  path: string | null
): path is Particular => path !== null && Object.hasOwn(particulars, path)

const warningItem =
  (shown: ShownInvoice) =>
  ({ path, message }: Warning): Child => {
    const { particulars } = shown.reader.words
    return isParticular(particulars, path)
      ? li(link(formOf(shown, path), particulars[path]))
      : li({ lang: "en" }, message)
  }

export const documentWarningItems = (shown: ShownInvoice): ReadonlyArray<Child> =>
  shown.invoice.documentWarnings.map(warningItem(shown))

type Owner = "workspace" | "client" | "invoice"

const isOwner = (text: string | undefined): text is Owner =>
  text === "workspace" || text === "client" || text === "invoice"

/** The label of a field in its form, by its path in the API without the owner. */
const labelOf = (shown: ShownInvoice, owner: Owner, path: string): string => {
  const { workspaceForm, clientForm, invoiceForm } = wordsIn(shown.reader.language)
  const labels: Readonly<Record<string, string>> = {
    ...clientForm.labels,
    ...(owner === "workspace" ? workspaceForm.labels : {}),
    ...(owner === "invoice" ? invoiceForm.labels : {}),
    address: clientForm.sections.address
  }
  const field = path.replace(/^line_items\[\d+\]\./, "")
  const names = [
    field,
    field.replaceAll(".", "_"),
    field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    `${field}.id`,
    `${field}_iban`
  ]
  return names.flatMap((name) => labels[name] ?? [])[0] ?? field
}

const problemItem =
  (shown: ShownInvoice) =>
  ({ path, message }: FieldProblem): Child => {
    const { words } = shown.reader
    const [owner, ...rest] = path.split(".")
    if (!isOwner(owner)) return li({ lang: "en" }, `${path} ${message}`)
    const isMissing = message.startsWith(absent)
    return li(
      link(formOf(shown, path), words.eInvoice[owner](labelOf(shown, owner, rest.join(".")))),
      " – ",
      isMissing ? words.eInvoice.missing : span({ lang: "en" }, message)
    )
  }

/** Problems that prevent the e-invoice, without the fields that the document lacks too. */
export const eInvoiceItems = (shown: ShownInvoice): ReadonlyArray<Child> => {
  const said = new Set(shown.invoice.documentWarnings.map(({ path }) => path))
  const problems = new Map(
    shown.invoice.eInvoiceProblems
      .filter(({ path }) => !said.has(path))
      .map((problem) => [`${problem.path} ${problem.message}`, problem])
  )
  return [...problems.values()].map(problemItem(shown))
}
