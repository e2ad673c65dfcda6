/**
 * Values of the fields of the invoice form, as texts: from a form that was sent, an invoice, or the
 * defaults of a new one. Typed texts stay as they are, so that the page can show them again.
 */
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { NumberFormats } from "../../../domain/money/AmountInput.ts"
import { limits } from "../../../domain/money/Money.ts"
import type { Form } from "../../forms/FormReader.ts"

export const fieldNames = [
  ...[
    "client_q",
    "client_id",
    "new_client.name",
    "new_client.email",
    "new_client.company",
    "project_id"
  ],
  ...["issue_date", "due_date", "currency", "language", "discount", "tax_rate", "tax_category"],
  ...["exemption_reason", "notes", "purchase_order", "buyer_reference", "delivery_date"],
  ...["service_period.start", "service_period.end"],
  // Hidden: the due date by the terms, while nobody chose one; the version that is edited.
  ...["due_default", "etag"]
] as const
export type FieldName = (typeof fieldNames)[number]

const lineFields = [
  "description",
  "quantity",
  "unit_price",
  "unit",
  "tax_rate",
  "tax_category",
  // Shown for lines whose tax needs one, and for those that have one.
  "exemption_reason"
] as const
export type LineField = (typeof lineFields)[number]
export type LineValues = Readonly<Record<LineField, string>>

export interface FormValues {
  readonly fields: Readonly<Record<FieldName, string>>
  readonly lines: ReadonlyArray<LineValues>
  /** Milestones whose lines were added, by id. */
  readonly milestones: ReadonlyArray<string>
}

export const emptyLine: LineValues = {
  description: "",
  quantity: "",
  unit_price: "",
  unit: "",
  tax_rate: "",
  tax_category: "",
  exemption_reason: ""
}

export const emptyFields: FormValues["fields"] = {
  client_q: "",
  client_id: "",
  "new_client.name": "",
  "new_client.email": "",
  "new_client.company": "",
  project_id: "",
  issue_date: "",
  due_date: "",
  currency: "",
  language: "",
  discount: "",
  tax_rate: "",
  tax_category: "",
  exemption_reason: "",
  notes: "",
  purchase_order: "",
  buyer_reference: "",
  delivery_date: "",
  "service_period.start": "",
  "service_period.end": "",
  due_default: "",
  etag: ""
}

/** A line in which nobody wrote anything; a unit or a tax alone is nothing to bill. */
export const isEmptyLine = ({ description, quantity, unit_price }: LineValues): boolean =>
  description === "" && quantity === "" && unit_price === ""

/** Lines are read from the form, however many the page showed. */
export const valuesOf = (form: Form): FormValues => {
  const indexes = new Set<number>()
  for (const [name] of form.entries) {
    const index = /^line\.(\d{1,4})\./.exec(name)?.[1]
    if (index !== undefined) indexes.add(Number(index))
  }
  return {
    fields: {
      ...emptyFields,
      ...Object.fromEntries(fieldNames.map((name) => [name, form.text(name)]))
    },
    lines: [...indexes]
      .sort((a, b) => a - b)
      .slice(0, limits.lines + 1)
      .map((index): LineValues => {
        const text = (field: LineField) => form.text(`line.${index}.${field}`)
        return {
          description: text("description"),
          quantity: text("quantity"),
          unit_price: text("unit_price"),
          unit: text("unit"),
          tax_rate: text("tax_rate"),
          tax_category: text("tax_category"),
          exemption_reason: text("exemption_reason")
        }
      }),
    milestones: [...new Set(form.all("milestone"))].slice(0, limits.lines)
  }
}

type Shown = Pick<
  InvoiceView,
  | "client"
  | "project"
  | "issueDate"
  | "dueDate"
  | "currency"
  | "lineItems"
  | "discountMinor"
  | "taxRate"
  | "taxCategory"
  | "exemptionReason"
  | "notes"
  | "purchaseOrder"
  | "buyerReference"
  | "deliveryDate"
  | "servicePeriod"
>

/** The usual category of a rate goes without saying. */
const categoryText = (category: string | null, rate: number | null): string =>
  category === null || category === (rate !== null && rate > 0 ? "S" : "Z") ? "" : category

export const valuesOfInvoice = (invoice: Shown, numbers: NumberFormats): FormValues => {
  const { currency, taxRate, taxCategory, servicePeriod } = invoice
  const percent = (rate: number | null) => (rate === null ? "" : numbers.formatPercent(rate))
  return {
    fields: {
      ...emptyFields,
      client_id: invoice.client.id,
      project_id: invoice.project?.id ?? "",
      issue_date: invoice.issueDate,
      due_date: invoice.dueDate,
      currency,
      discount:
        invoice.discountMinor === 0 ? "" : numbers.formatAmount(invoice.discountMinor, currency),
      tax_rate: percent(taxRate),
      tax_category: categoryText(taxCategory, taxRate),
      exemption_reason: invoice.exemptionReason ?? "",
      notes: invoice.notes ?? "",
      purchase_order: invoice.purchaseOrder ?? "",
      buyer_reference: invoice.buyerReference ?? "",
      delivery_date: invoice.deliveryDate ?? "",
      "service_period.start": servicePeriod?.start ?? "",
      "service_period.end": servicePeriod?.end ?? ""
    },
    lines: invoice.lineItems.map((line) => ({
      description: line.description,
      quantity: numbers.formatQuantity(line.quantity),
      unit_price: numbers.formatAmount(line.unitPriceMinor, currency),
      unit: line.unit ?? "",
      tax_rate: percent(line.taxRate),
      tax_category: categoryText(line.taxCategory, line.taxRate),
      exemption_reason: line.exemptionReason ?? ""
    })),
    milestones: []
  }
}
