/** Shared parts of the panels of an invoice's page: state, values and focus. */
import type { Child } from "../../../html/Elements.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { field } from "../../Parts.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"

export interface Panel {
  readonly name: PanelName
  /** The refused form; null for a new one. */
  readonly given: Form | null
  readonly wrong: Problems
  /** The excess of a payment over the balance, in minor units. */
  readonly overMinor?: number
}

export interface PanelContent {
  readonly fields: Child
  readonly actions: Child
  readonly hint?: Child
}

/** The field that has the focus when the panel opens. */
export const focusOf = ({ wrong }: Panel, first: string): string => {
  const problem = wrong.find((one) => typeof one !== "string")
  return typeof problem === "object" ? problem.field : first
}

export const valueOf = ({ given }: Panel, name: string, otherwise: string): string =>
  given === null ? otherwise : given.text(name)

/** To whom, and with which words; the first field has the focus. */
export const mailFields = (shown: ShownInvoice, panel: Panel): Child => [
  field({
    name: "email",
    label: shown.reader.words.to,
    type: "email",
    value: valueOf(panel, "email", shown.document.recipient.email),
    required: true,
    maxLength: 254,
    wrong: panel.wrong,
    autofocus: focusOf(panel, "email") === "email"
  }),
  messageField(shown, panel, "")
]

export const messageField = (
  shown: ShownInvoice,
  panel: Panel,
  otherwise: string,
  isFirst = false
): Child =>
  field({
    name: "message",
    label: shown.reader.words.message,
    value: valueOf(panel, "message", otherwise),
    multiline: true,
    maxLength: 5000,
    wrong: panel.wrong,
    autofocus: isFirst && focusOf(panel, "message") === "message"
  })

export const reasonField = (shown: ShownInvoice, panel: Panel, isRequired: boolean) =>
  field({
    name: "reason",
    label: shown.reader.words.reason,
    value: valueOf(panel, "reason", ""),
    maxLength: 500,
    required: isRequired,
    wrong: panel.wrong,
    autofocus: focusOf(panel, "reason") === "reason"
  })
