/** Amounts, tax categories and totals of an e-invoice in UBL. */
import type { TaxedLine, WritableEInvoice } from "./EInvoice.ts"
import { amountOf, discountCode, discountsOf, exemptionCodes, percentOf } from "./Figures.ts"
import { value, type XmlElement } from "./Xml.ts"

export const amount = (name: string, minor: number, invoice: WritableEInvoice): XmlElement => [
  name,
  amountOf(minor, invoice),
  { currencyID: invoice.currency }
]

interface Exemption {
  readonly code: string | undefined
  readonly reason: string | null
}

/** BR-O-05: a line, or a discount, that is out of scope has no rate; its group has 0. */
export const categoryOf = (
  name: string,
  { category, rate }: TaxedLine["tax"],
  exemption?: Exemption
): XmlElement => [
  name,
  [
    ["cbc:ID", category],
    category === "O" && exemption === undefined ? null : ["cbc:Percent", percentOf(rate)],
    value("cbc:TaxExemptionReasonCode", exemption?.code),
    value("cbc:TaxExemptionReason", exemption?.reason),
    ["cac:TaxScheme", [["cbc:ID", "VAT"]]]
  ]
]

export const amounts = (invoice: WritableEInvoice): ReadonlyArray<XmlElement> => {
  const { taxes, subtotalMinor, discountMinor, taxMinor, totalMinor } = invoice
  return [
    ...discountsOf(invoice).map(
      (discount): XmlElement => [
        "cac:AllowanceCharge",
        [
          ["cbc:ChargeIndicator", "false"],
          ["cbc:AllowanceChargeReasonCode", discountCode],
          amount("cbc:Amount", discount.discountMinor, invoice),
          categoryOf("cac:TaxCategory", discount)
        ]
      ]
    ),
    [
      "cac:TaxTotal",
      [
        amount("cbc:TaxAmount", taxMinor, invoice),
        ...taxes.map(
          (tax): XmlElement => [
            "cac:TaxSubtotal",
            [
              amount("cbc:TaxableAmount", tax.baseMinor, invoice),
              amount("cbc:TaxAmount", tax.taxMinor, invoice),
              categoryOf("cac:TaxCategory", tax, {
                code: exemptionCodes[tax.category],
                reason: tax.exemptionReason
              })
            ]
          ]
        )
      ]
    ],
    [
      "cac:LegalMonetaryTotal",
      [
        amount("cbc:LineExtensionAmount", subtotalMinor, invoice),
        amount("cbc:TaxExclusiveAmount", subtotalMinor - discountMinor, invoice),
        amount("cbc:TaxInclusiveAmount", totalMinor, invoice),
        discountMinor === 0 ? null : amount("cbc:AllowanceTotalAmount", discountMinor, invoice),
        amount("cbc:PayableAmount", totalMinor, invoice)
      ]
    ]
  ]
}
