/** An invoice with everything that a document may show: taxes of four kinds, bank, references. */
import { Result } from "effect"
import type { InvoiceDocument } from "../../src/app/ports/invoices/PdfRenderer.ts"
import { CountryCode } from "../../src/domain/address/Country.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { computeAmounts, type TaxCategory, taxOfLine } from "../../src/domain/money/Money.ts"
import type { Language } from "../../src/domain/text/Language.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { sampleDocument } from "./invoiceDocument.ts"
import { lineOf } from "./views.ts"

type Line = InvoiceDocument["invoice"]["lineItems"][number]

const pairs: ReadonlyArray<readonly [TaxCategory, number]> = [
  ["S", 0.19],
  ["S", 0.07],
  ["AE", 0],
  ["E", 0]
]
const units = ["HUR", "DAY", "C62", null] as const

/** So many lines, each with the next of four taxes and units. */
export const taxedLines = (count: number, description = "Design of week"): ReadonlyArray<Line> =>
  Array.from({ length: count }, (_, index) => {
    const [taxCategory, taxRate] = pairs[index % pairs.length] ?? ["S", 0.19]
    return {
      ...lineOf(`${description} ${index + 1}`, 1.5 + index, 9500),
      unit: units[index % units.length] ?? null,
      taxCategory,
      taxRate
    }
  })

/** Lines without a tax of their own have the invoice's. */
const invoiceTax = { taxCategory: "S", taxRate: 0.19 } as const

const amountsOf = (lines: ReadonlyArray<Line>) => {
  const { groups, ...amounts } = Result.getOrThrow(
    computeAmounts({
      lines: lines.map((line) => ({ ...line, tax: taxOfLine(line, invoiceTax) })),
      discountMinor: 0,
      currency: CurrencyCode.make("EUR")
    })
  )
  const taxes = groups.map(({ category, rate, baseMinor, taxMinor }) => ({
    category,
    rate,
    baseMinor,
    taxMinor,
    exemptionReason: category === "E" ? "Steuerfrei nach § 4 Nr. 21 UStG" : null
  }))
  return { ...amounts, taxes }
}

interface Shown {
  readonly language?: Language
  readonly locale?: string
  readonly lineItems?: ReadonlyArray<Line>
  readonly change?: Partial<InvoiceDocument["invoice"]>
  readonly seller?: Partial<InvoiceDocument["seller"]>
}

export const fullDocument = ({
  language = "en",
  locale = "en-GB",
  lineItems = taxedLines(5),
  change = {},
  seller = {}
}: Shown = {}): InvoiceDocument => {
  const { lineTotalsMinor: _, ...amounts } = amountsOf(lineItems)
  const document = sampleDocument({
    lineItems,
    ...invoiceTax,
    ...amounts,
    amountPaidMinor: 0,
    purchaseOrder: "PO-4711",
    contractReference: "C-12",
    buyerReference: "04011000-1234512345-06",
    buyerAccountingReference: "KST 7",
    servicePeriod: { start: CalendarDate.make("2026-02-01"), end: CalendarDate.make("2026-02-28") },
    ...change
  })
  return {
    ...document,
    recipient: {
      ...document.recipient,
      vatId: "GB123456789",
      registration: { scheme: null, id: "01234567" }
    },
    seller: {
      ...document.seller,
      language,
      locale,
      address: {
        line1: "Weg 1",
        line2: null,
        city: "Berlin",
        state: "",
        postalCode: "10115",
        country: CountryCode.make("DE")
      },
      addressText: null,
      taxNumber: "29/123/45678",
      registration: { scheme: null, id: "HRB 12345 B" },
      contact: { name: "Eva Muster", phone: "+49 30 1234567", email: null },
      bankAccount: { holder: null, iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
      paymentNote: "No deduction for early payment.",
      legalInformation: "Managing director: Eva Muster",
      ...seller
    }
  }
}
