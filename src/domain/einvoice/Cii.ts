/**
 * Writes an e-invoice as UN/CEFACT Cross Industry Invoice D16B, the syntax of Factur-X. The schema
 * fixes the order of all elements.
 */
import { agreement, ciiDelivery, date } from "./CiiParties.ts"
import { specifications, type TaxedLine, type WritableEInvoice } from "./EInvoice.ts"
import {
  amountOf,
  discountCode,
  discountsOf,
  exemptionCodes,
  itemTexts,
  oneUnit,
  paymentMeansOf,
  percentOf,
  quantityOf,
  termsOf
} from "./Figures.ts"
import { value, type XmlElement, xmlDocument } from "./Xml.ts"

const uncefact = "urn:un:unece:uncefact:data:standard"
const namespaces = {
  "xmlns:rsm": `${uncefact}:CrossIndustryInvoice:100`,
  "xmlns:ram": `${uncefact}:ReusableAggregateBusinessInformationEntity:100`,
  "xmlns:qdt": `${uncefact}:QualifiedDataType:100`,
  "xmlns:udt": `${uncefact}:UnqualifiedDataType:100`
}

/** BR-O-05: a line, or a discount, that is out of scope has no rate. */
const categoryOf = (name: string, { category, rate }: TaxedLine["tax"]): XmlElement => [
  name,
  [
    ["ram:TypeCode", "VAT"],
    ["ram:CategoryCode", category],
    category === "O" ? null : ["ram:RateApplicablePercent", percentOf(rate)]
  ]
]

const line = (invoice: WritableEInvoice, item: TaxedLine, index: number): XmlElement => {
  const { name, description } = itemTexts(item)
  const price = amountOf(Math.abs(item.unitPriceMinor), invoice)
  return [
    "ram:IncludedSupplyChainTradeLineItem",
    [
      ["ram:AssociatedDocumentLineDocument", [["ram:LineID", String(index + 1)]]],
      [
        "ram:SpecifiedTradeProduct",
        [value("ram:Name", name), value("ram:Description", description)]
      ],
      [
        "ram:SpecifiedLineTradeAgreement",
        [["ram:NetPriceProductTradePrice", [["ram:ChargeAmount", price]]]]
      ],
      [
        "ram:SpecifiedLineTradeDelivery",
        [["ram:BilledQuantity", quantityOf(item), { unitCode: item.unit ?? oneUnit }]]
      ],
      [
        "ram:SpecifiedLineTradeSettlement",
        [
          categoryOf("ram:ApplicableTradeTax", item.tax),
          [
            "ram:SpecifiedTradeSettlementLineMonetarySummation",
            [["ram:LineTotalAmount", amountOf(item.totalMinor, invoice)]]
          ]
        ]
      ]
    ]
  ]
}

const paymentMeans = (invoice: WritableEInvoice): XmlElement => {
  const { bankAccount } = invoice
  return [
    "ram:SpecifiedTradeSettlementPaymentMeans",
    [
      ["ram:TypeCode", paymentMeansOf(invoice)],
      [
        "ram:PayeePartyCreditorFinancialAccount",
        [value("ram:IBANID", bankAccount?.iban), value("ram:AccountName", bankAccount?.holder)]
      ],
      ["ram:PayeeSpecifiedCreditorFinancialInstitution", [value("ram:BICID", bankAccount?.bic)]]
    ]
  ]
}

const taxes = (invoice: WritableEInvoice): ReadonlyArray<XmlElement> =>
  invoice.taxes.map(({ category, rate, baseMinor, taxMinor, exemptionReason }) => [
    "ram:ApplicableTradeTax",
    [
      ["ram:CalculatedAmount", amountOf(taxMinor, invoice)],
      ["ram:TypeCode", "VAT"],
      value("ram:ExemptionReason", exemptionReason),
      ["ram:BasisAmount", amountOf(baseMinor, invoice)],
      ["ram:CategoryCode", category],
      value("ram:ExemptionReasonCode", exemptionCodes[category]),
      ["ram:RateApplicablePercent", percentOf(rate)]
    ]
  ])

const discounts = (invoice: WritableEInvoice): ReadonlyArray<XmlElement> =>
  discountsOf(invoice).map(({ category, rate, discountMinor }) => [
    "ram:SpecifiedTradeAllowanceCharge",
    [
      ["ram:ChargeIndicator", [["udt:Indicator", "false"]]],
      ["ram:ActualAmount", amountOf(discountMinor, invoice)],
      ["ram:ReasonCode", discountCode],
      categoryOf("ram:CategoryTradeTax", { category, rate })
    ]
  ])

const summation = (invoice: WritableEInvoice): XmlElement => {
  const { subtotalMinor, discountMinor, taxMinor, totalMinor, currency } = invoice
  const amount = (name: string, minor: number, attributes?: Readonly<Record<string, string>>) =>
    value(name, amountOf(minor, invoice), attributes)
  return [
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    [
      amount("ram:LineTotalAmount", subtotalMinor),
      discountMinor === 0 ? null : amount("ram:AllowanceTotalAmount", discountMinor),
      amount("ram:TaxBasisTotalAmount", subtotalMinor - discountMinor),
      amount("ram:TaxTotalAmount", taxMinor, { currencyID: currency }),
      amount("ram:GrandTotalAmount", totalMinor),
      amount("ram:DuePayableAmount", totalMinor)
    ]
  ]
}

const settlement = (invoice: WritableEInvoice): XmlElement => {
  const { preceding, servicePeriod } = invoice
  return [
    "ram:ApplicableHeaderTradeSettlement",
    [
      ["ram:PaymentReference", invoice.number],
      ["ram:InvoiceCurrencyCode", invoice.currency],
      paymentMeans(invoice),
      ...taxes(invoice),
      [
        "ram:BillingSpecifiedPeriod",
        [
          date("ram:StartDateTime", servicePeriod?.start),
          date("ram:EndDateTime", servicePeriod?.end)
        ]
      ],
      ...discounts(invoice),
      [
        "ram:SpecifiedTradePaymentTerms",
        [value("ram:Description", termsOf(invoice)), date("ram:DueDateDateTime", invoice.dueDate)]
      ],
      summation(invoice),
      [
        "ram:InvoiceReferencedDocument",
        [
          value("ram:IssuerAssignedID", preceding?.number),
          date("ram:FormattedIssueDateTime", preceding?.issueDate, "qdt")
        ]
      ],
      [
        "ram:ReceivableSpecifiedTradeAccountingAccount",
        [value("ram:ID", invoice.buyerAccountingReference)]
      ]
    ]
  ]
}

/** The document of the plain specification, EN 16931, which is also a profile of Factur-X. */
export const ciiOf = (invoice: WritableEInvoice): string =>
  xmlDocument([
    "rsm:CrossIndustryInvoice",
    [
      [
        "rsm:ExchangedDocumentContext",
        [["ram:GuidelineSpecifiedDocumentContextParameter", [["ram:ID", specifications.cii]]]]
      ],
      [
        "rsm:ExchangedDocument",
        [
          ["ram:ID", invoice.number],
          ["ram:TypeCode", invoice.type],
          date("ram:IssueDateTime", invoice.issueDate),
          ["ram:IncludedNote", [value("ram:Content", invoice.note)]]
        ]
      ],
      [
        "rsm:SupplyChainTradeTransaction",
        [
          ...invoice.lines.map((item, index) => line(invoice, item, index)),
          agreement(invoice),
          ciiDelivery(invoice),
          settlement(invoice)
        ]
      ]
    ],
    namespaces
  ])
