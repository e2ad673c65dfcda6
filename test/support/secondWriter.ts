/**
 * A second writer of e-invoices, the library `@e-invoice-eu/core`: it converts UBL as JSON into both
 * syntaxes by a mapping of its own. Values are written here from the model, apart from our writers.
 */
import { type Invoice, InvoiceService } from "@e-invoice-eu/core"
import type {
  EInvoiceLine,
  EInvoiceModel,
  EInvoiceParty
} from "../../src/domain/einvoice/EInvoice.ts"

type Pair = NonNullable<EInvoiceLine["tax"]>

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "")

/** Objects without what is missing. */
const present = (entries: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => !isBlank(value)))

const vatex: Readonly<Record<string, string>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O"
}

const categoryOf = ({ category, rate }: Pair, reason?: string | null) => ({
  "cbc:ID": category,
  "cbc:Percent": String(Math.round(rate * 1_000_000) / 10_000),
  ...(reason === undefined
    ? {}
    : present({
        "cbc:TaxExemptionReasonCode": vatex[category],
        "cbc:TaxExemptionReason": reason
      })),
  "cac:TaxScheme": { "cbc:ID": "VAT" }
})

const partyOf = (party: EInvoiceParty, isSeller: boolean) => {
  const { electronicAddress, address, registration, contact } = party
  const taxIds = [
    [party.vatId, "VAT"],
    [party.taxNumber, "FC"]
  ].flatMap(([id, scheme]) =>
    isBlank(id) ? [] : [{ "cbc:CompanyID": id, "cac:TaxScheme": { "cbc:ID": scheme } }]
  )
  return {
    "cac:Party": present({
      "cbc:EndpointID": electronicAddress?.id,
      "cbc:EndpointID@schemeID": electronicAddress?.scheme,
      "cac:PartyName": party.tradingName && { "cbc:Name": party.tradingName },
      "cac:PostalAddress": present({
        "cbc:StreetName": address?.line1,
        "cbc:AdditionalStreetName": address?.line2,
        "cbc:CityName": address?.city,
        "cbc:PostalZone": address?.postalCode,
        "cbc:CountrySubentity": address?.state,
        "cac:Country": { "cbc:IdentificationCode": address?.country }
      }),
      "cac:PartyTaxScheme": isSeller ? taxIds : taxIds[0],
      "cac:PartyLegalEntity": present({
        "cbc:RegistrationName": party.name,
        "cbc:CompanyID": registration?.id,
        "cbc:CompanyID@schemeID": registration?.scheme,
        "cbc:CompanyLegalForm": isSeller ? party.legalInformation : null
      }),
      "cac:Contact": present({
        "cbc:Name": contact?.name,
        "cbc:Telephone": contact?.phone,
        "cbc:ElectronicMail": contact?.email
      })
    })
  }
}

/** Integers as decimals: two of them in each currency. */
const makeMoney = ({ currency }: EInvoiceModel) => {
  const decimal = (minor: number): string => {
    if (currency === "JPY") return `${minor}.00`
    const digits = String(Math.abs(minor)).padStart(3, "0")
    return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
  return (name: string, minor: number) => ({
    [name]: decimal(minor),
    [`${name}@currencyID`]: currency
  })
}
type Money = ReturnType<typeof makeMoney>

const lineOf = (money: Money) => (line: EInvoiceLine, index: number) => {
  const [name = "", ...rest] = line.description.trim().split("\n")
  const tax = line.tax ?? { category: "Z", rate: 0 }
  return {
    "cbc:ID": String(index + 1),
    "cbc:InvoicedQuantity": String(line.quantity * (line.unitPriceMinor < 0 ? -1 : 1)),
    "cbc:InvoicedQuantity@unitCode": line.unit ?? "C62",
    ...money("cbc:LineExtensionAmount", line.totalMinor),
    "cac:Item": present({
      "cbc:Name": name,
      "cbc:Description": rest.join("\n"),
      "cac:ClassifiedTaxCategory": categoryOf(tax)
    }),
    "cac:Price": money("cbc:PriceAmount", Math.abs(line.unitPriceMinor))
  }
}

const discountsOf = ({ taxes, lines }: EInvoiceModel, money: Money) =>
  taxes.flatMap(({ category, rate, baseMinor }) => {
    const own = lines.filter(({ tax }) => tax?.category === category && tax.rate === rate)
    const discount = own.reduce((sum, { totalMinor }) => sum + totalMinor, 0) - baseMinor
    const head = { "cbc:ChargeIndicator": "false", "cbc:AllowanceChargeReasonCode": "95" }
    const tax = { "cac:TaxCategory": categoryOf({ category, rate }) }
    return discount === 0 ? [] : [{ ...head, ...money("cbc:Amount", discount), ...tax }]
  })

const totalsOf = (invoice: EInvoiceModel, money: Money) => ({
  "cac:TaxTotal": [
    {
      ...money("cbc:TaxAmount", invoice.taxMinor),
      "cac:TaxSubtotal": invoice.taxes.map((tax) => ({
        ...money("cbc:TaxableAmount", tax.baseMinor),
        ...money("cbc:TaxAmount", tax.taxMinor),
        "cac:TaxCategory": categoryOf(tax, tax.exemptionReason)
      }))
    }
  ],
  "cac:LegalMonetaryTotal": {
    ...money("cbc:LineExtensionAmount", invoice.subtotalMinor),
    ...money("cbc:TaxExclusiveAmount", invoice.subtotalMinor - invoice.discountMinor),
    ...money("cbc:TaxInclusiveAmount", invoice.totalMinor),
    ...(invoice.discountMinor === 0
      ? {}
      : money("cbc:AllowanceTotalAmount", invoice.discountMinor)),
    ...money("cbc:PayableAmount", invoice.totalMinor)
  }
})

const paymentOf = ({ number, bankAccount, currency, type }: EInvoiceModel) => {
  const transfer = currency === "EUR" ? "58" : "30"
  return present({
    "cbc:PaymentMeansCode": type === "381" ? "97" : bankAccount === null ? "68" : transfer,
    "cbc:PaymentID": number,
    "cac:PayeeFinancialAccount": bankAccount && {
      "cbc:ID": bankAccount.iban,
      "cbc:Name": bankAccount.holder,
      "cac:FinancialInstitutionBranch": { "cbc:ID": bankAccount.bic }
    }
  })
}

const idOf = (text: string | null) => text && { "cbc:ID": text }

const inputOf = (invoice: EInvoiceModel): Invoice => {
  const { preceding, servicePeriod, deliveryDate, terms } = invoice
  const money = makeMoney(invoice)
  const discounts = discountsOf(invoice, money)
  const input = {
    "ubl:Invoice": present({
      "cbc:ID": invoice.number,
      "cbc:IssueDate": invoice.issueDate,
      "cbc:DueDate": invoice.dueDate,
      "cbc:InvoiceTypeCode": invoice.type,
      "cbc:Note": invoice.note,
      "cbc:DocumentCurrencyCode": invoice.currency,
      "cbc:AccountingCost": invoice.buyerAccountingReference,
      "cbc:BuyerReference": invoice.buyerReference,
      "cac:InvoicePeriod": servicePeriod && {
        "cbc:StartDate": servicePeriod.start,
        "cbc:EndDate": servicePeriod.end
      },
      "cac:OrderReference": idOf(invoice.purchaseOrder),
      "cac:BillingReference": preceding && [
        {
          "cac:InvoiceDocumentReference": {
            "cbc:ID": preceding.number,
            "cbc:IssueDate": preceding.issueDate
          }
        }
      ],
      "cac:ContractDocumentReference": idOf(invoice.contractReference),
      "cac:ProjectReference": idOf(invoice.projectName),
      "cac:AccountingSupplierParty": partyOf(invoice.seller, true),
      "cac:AccountingCustomerParty": partyOf(invoice.buyer, false),
      "cac:Delivery": deliveryDate && { "cbc:ActualDeliveryDate": deliveryDate },
      "cac:PaymentMeans": [paymentOf(invoice)],
      "cac:PaymentTerms": terms && { "cbc:Note": terms },
      "cac:AllowanceCharge": discounts.length === 0 ? null : discounts,
      ...totalsOf(invoice, money),
      "cac:InvoiceLine": invoice.lines.map(lineOf(money))
    })
  }
  // Its type has a literal for each code: the library checks them itself.
  return JSON.parse(JSON.stringify(input))
}

const silent = { log: () => {}, warn: () => {}, error: () => {} }

/** The document of the plain specification, EN 16931. */
export const secondWriter = () => {
  const service = new InvoiceService(silent)
  return async (syntax: "cii" | "ubl", invoice: EInvoiceModel): Promise<string> =>
    String(
      await service.generate(inputOf(invoice), {
        format: syntax.toUpperCase(),
        lang: "en",
        noWarnings: true
      })
    )
}
