/**
 * Writes an e-invoice as UBL 2.1, the syntax of XRechnung and Peppol. The schema fixes the order of
 * all elements, and a credit note has a root and names of its own.
 */

import {
  specifications,
  type TaxedLine,
  type WritableEInvoice,
  type XmlFormat
} from "./EInvoice.ts"
import {
  isProductExact,
  itemTexts,
  oneUnit,
  paymentMeansOf,
  quantityOf,
  termsOf
} from "./Figures.ts"
import { amount, amounts, categoryOf } from "./UblAmounts.ts"
import { parties, ublDelivery } from "./UblParties.ts"
import { value, type XmlElement, xmlDocument } from "./Xml.ts"

/** BT-23, the process of Peppol, which XRechnung has adopted. */
const process = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"

type RootName = "Invoice" | "CreditNote"

const oasis = "urn:oasis:names:specification:ubl:schema:xsd"
const namespacesOf = (root: RootName) => ({
  xmlns: `${oasis}:${root}-2`,
  "xmlns:cac": `${oasis}:CommonAggregateComponents-2`,
  "xmlns:cbc": `${oasis}:CommonBasicComponents-2`
})

/**
 * The price of one, or that of the whole quantity (BT-149) where their product is not the line's
 * total: a currency without decimals rounds it, and a credit note may have a part of it.
 */
const price = (invoice: WritableEInvoice, item: TaxedLine): XmlElement => {
  if (isProductExact(item, invoice)) {
    const minor = Math.abs(item.unitPriceMinor)
    return ["cac:Price", [amount("cbc:PriceAmount", minor, invoice)]]
  }
  const attributes = { unitCode: item.unit ?? oneUnit }
  return [
    "cac:Price",
    [
      amount("cbc:PriceAmount", Math.abs(item.totalMinor), invoice),
      ["cbc:BaseQuantity", quantityOf({ ...item, unitPriceMinor: 0 }), attributes]
    ]
  ]
}

const line =
  (root: RootName, invoice: WritableEInvoice) =>
  (item: TaxedLine, index: number): XmlElement => {
    const { name, description } = itemTexts(item)
    const quantity = root === "Invoice" ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity"
    return [
      `cac:${root}Line`,
      [
        ["cbc:ID", String(index + 1)],
        [quantity, quantityOf(item), { unitCode: item.unit ?? oneUnit }],
        amount("cbc:LineExtensionAmount", item.totalMinor, invoice),
        [
          "cac:Item",
          [
            value("cbc:Description", description),
            value("cbc:Name", name),
            categoryOf("cac:ClassifiedTaxCategory", item.tax)
          ]
        ],
        price(invoice, item)
      ]
    ]
  }

const paymentMeans = (invoice: WritableEInvoice): XmlElement => {
  const { bankAccount } = invoice
  return [
    "cac:PaymentMeans",
    [
      ["cbc:PaymentMeansCode", paymentMeansOf(invoice)],
      ["cbc:PaymentID", invoice.number],
      [
        "cac:PayeeFinancialAccount",
        [
          value("cbc:ID", bankAccount?.iban),
          value("cbc:Name", bankAccount?.holder),
          ["cac:FinancialInstitutionBranch", [value("cbc:ID", bankAccount?.bic)]]
        ]
      ]
    ]
  ]
}

/** A credit note has no element for the project: it is a reference of type 50. */
const references = (root: RootName, invoice: WritableEInvoice): ReadonlyArray<XmlElement> => {
  const { preceding, projectName } = invoice
  const contract: XmlElement = [
    "cac:ContractDocumentReference",
    [value("cbc:ID", invoice.contractReference)]
  ]
  const project: XmlElement =
    root === "Invoice" || projectName === null
      ? ["cac:ProjectReference", [value("cbc:ID", projectName)]]
      : [
          "cac:AdditionalDocumentReference",
          [value("cbc:ID", projectName), ["cbc:DocumentTypeCode", "50"]]
        ]
  return [
    ["cac:OrderReference", [value("cbc:ID", invoice.purchaseOrder)]],
    [
      "cac:BillingReference",
      [
        [
          "cac:InvoiceDocumentReference",
          [value("cbc:ID", preceding?.number), value("cbc:IssueDate", preceding?.issueDate)]
        ]
      ]
    ],
    contract,
    project
  ]
}

const contents = (
  root: RootName,
  invoice: WritableEInvoice,
  format: XmlFormat
): ReadonlyArray<XmlElement> => [
  ["cbc:CustomizationID", specifications[format]],
  value("cbc:ProfileID", format === "ubl" ? null : process),
  ["cbc:ID", invoice.number],
  ["cbc:IssueDate", invoice.issueDate],
  value("cbc:DueDate", invoice.dueDate),
  [`cbc:${root}TypeCode`, invoice.type],
  value("cbc:Note", invoice.note),
  ["cbc:DocumentCurrencyCode", invoice.currency],
  value("cbc:AccountingCost", invoice.buyerAccountingReference),
  value("cbc:BuyerReference", invoice.buyerReference),
  [
    "cac:InvoicePeriod",
    [
      value("cbc:StartDate", invoice.servicePeriod?.start),
      value("cbc:EndDate", invoice.servicePeriod?.end)
    ]
  ],
  ...references(root, invoice),
  ...parties(invoice),
  ublDelivery(invoice),
  paymentMeans(invoice),
  ["cac:PaymentTerms", [value("cbc:Note", termsOf(invoice))]],
  ...amounts(invoice),
  ...invoice.lines.map(line(root, invoice))
]

export const ublOf = (invoice: WritableEInvoice, format: Exclude<XmlFormat, "cii">): string => {
  const root = invoice.type === "380" ? "Invoice" : "CreditNote"
  return xmlDocument([root, contents(root, invoice, format), namespacesOf(root)])
}
