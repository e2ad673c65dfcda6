/** E-invoices of every case that a format treats in its own way. */
import { Result } from "effect"
import { CountryCode } from "../../src/domain/address/Country.ts"
import type { EInvoiceModel, EInvoiceParty } from "../../src/domain/einvoice/EInvoice.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { computeAmounts, type TaxCategory } from "../../src/domain/money/Money.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"

export const day = (text: string) => CalendarDate.make(text)
export const currency = (text: string) => CurrencyCode.make(text)

const address = { line1: "Hauptstraße 1", line2: null, state: "", country: CountryCode.make("DE") }

export const seller: EInvoiceParty = {
  name: "Beispiel & Söhne GmbH",
  tradingName: "Beispiel <Agentur>",
  address: { ...address, city: "Berlin", postalCode: "10115" },
  vatId: "DE123456788",
  taxNumber: "29/123/45678",
  registration: { scheme: null, id: "HRB 12345" },
  legalInformation: "Amtsgericht Charlottenburg\nGeschäftsführerin Erika Beispiel",
  electronicAddress: { scheme: "9930", id: "DE123456788" },
  contact: { name: "Erika Beispiel", phone: "+49 30 1234567", email: "erika@agentur.example" }
}

export const buyer: EInvoiceParty = {
  name: "Kunde SE",
  tradingName: null,
  address: { ...address, line1: "Nebenweg 2", city: "München", postalCode: "80331" },
  vatId: "DE987654328",
  taxNumber: null,
  registration: null,
  legalInformation: null,
  electronicAddress: { scheme: "0088", id: "4000001123452" },
  contact: { name: "Max Kunde", phone: null, email: "rechnung@kunde.example" }
}

export interface Line {
  readonly description?: string
  readonly quantity: number
  readonly price: number
  readonly category: TaxCategory
  readonly rate: number
  readonly unit?: string
}

const reasons: Readonly<Partial<Record<TaxCategory, string>>> = {
  E: "Steuerfrei als Kleinunternehmer nach § 19 UStG",
  AE: "Reverse charge",
  K: "Intra-Community supply, VAT exempt",
  G: "Export, VAT exempt",
  O: "Outside the scope of VAT"
}

/** The amounts by the rules of the domain. */
export const amountsOf = (written: ReadonlyArray<Line>, discountMinor: number) =>
  computeAmounts({
    lines: written.map(({ quantity, price, category, rate }) => ({
      quantity,
      unitPriceMinor: price,
      tax: { taxCategory: category, taxRate: rate }
    })),
    discountMinor,
    currency: currency("EUR")
  })

/** The e-invoice of these lines: amounts as the tax rules have them, the rest as given. */
export const eInvoice = (
  written: ReadonlyArray<Line>,
  { discount = 0, ...given }: Partial<EInvoiceModel> & { readonly discount?: number } = {}
): EInvoiceModel => {
  const amounts = Result.getOrThrow(amountsOf(written, discount))
  return {
    type: "380",
    number: "INV-0001",
    issueDate: day("2026-11-02"),
    dueDate: day("2026-12-02"),
    currency: currency("EUR"),
    note: null,
    terms: null,
    buyerReference: "04011000-12345-67",
    projectName: null,
    contractReference: null,
    purchaseOrder: null,
    buyerAccountingReference: null,
    preceding: null,
    seller,
    buyer,
    deliveryDate: day("2026-10-31"),
    servicePeriod: null,
    bankAccount: { holder: "Beispiel & Söhne", iban: "DE75512108001245126199", bic: "GENODEF1M04" },
    lines: written.map(({ quantity, price, category, rate, ...of }, index) => ({
      description: of.description ?? "Design",
      quantity,
      unit: of.unit ?? null,
      unitPriceMinor: price,
      totalMinor: amounts.lineTotalsMinor[index] ?? 0,
      tax: { category, rate },
      hasOwnTax: true
    })),
    taxes: amounts.groups.map(({ category, rate, baseMinor, taxMinor }) => ({
      category,
      rate,
      baseMinor,
      taxMinor,
      exemptionReason: reasons[category] ?? null
    })),
    subtotalMinor: amounts.subtotalMinor,
    discountMinor: discount,
    taxMinor: amounts.taxMinor,
    totalMinor: amounts.totalMinor,
    ...given
  }
}

export const belgian: EInvoiceParty = {
  ...buyer,
  name: "Klant NV",
  address: {
    ...address,
    line1: "Meir 1",
    city: "Antwerpen",
    postalCode: "2000",
    country: CountryCode.make("BE")
  },
  vatId: "BE0123456749",
  electronicAddress: { scheme: "0208", id: "0123456749" }
}
const american: EInvoiceParty = {
  ...buyer,
  name: "Client Inc.",
  address: {
    ...address,
    line1: "1 Main St",
    city: "Boston",
    state: "MA",
    postalCode: "02101",
    country: CountryCode.make("US")
  },
  vatId: null
}
const standard = { quantity: 8.5, price: 9_500, category: "S", rate: 0.19, unit: "HUR" } as const
const exempt = { quantity: 1, price: 50_000, category: "E", rate: 0 } as const

/** One e-invoice of each case that a format treats in its own way. */
export const cases: Readonly<Record<string, EInvoiceModel>> = {
  standard: eInvoice([standard]),
  "all fields": eInvoice(
    [
      { ...standard, description: "Concept & <design>\nin two rounds\n\u{1f600} \u0000 \ud800" },
      { quantity: 0.8333, price: 10_000, category: "S", rate: 0.07, unit: "LS" },
      { quantity: 1, price: -9_900, category: "S", rate: 0.19 }
    ],
    {
      discount: 1_000,
      note: "Thank you & see you\nsoon",
      terms: "2 % within 14 days\n#SKONTO#TAGE=14#PROZENT=2.00#",
      projectName: "Relaunch",
      contractReference: "C-7",
      purchaseOrder: "PO 4711",
      buyerAccountingReference: "4400",
      deliveryDate: null,
      servicePeriod: { start: day("2026-10-01"), end: day("2026-10-31") }
    }
  ),
  "zero rate": eInvoice([standard, { ...exempt, category: "Z" }], { discount: 777 }),
  "reverse charge": eInvoice([{ ...exempt, category: "AE" }], { buyer: belgian }),
  "intra-community": eInvoice([{ ...exempt, category: "K" }], { buyer: belgian }),
  export: eInvoice([{ ...exempt, category: "G" }], { buyer: american }),
  "out of scope": eInvoice([{ ...exempt, category: "O" }], { discount: 100 }),
  "small business": eInvoice([exempt], {
    seller: { ...seller, vatId: null, registration: null, tradingName: null },
    bankAccount: null
  }),
  "several categories": eInvoice(
    [standard, exempt, { ...exempt, category: "AE" }, { ...exempt, price: -100, category: "Z" }],
    { discount: 12_345, buyer: belgian }
  ),
  "dollars without a bank": eInvoice([standard], { currency: currency("USD"), bankAccount: null }),
  yen: eInvoice([standard], { currency: currency("JPY") }),
  "nothing to pay": eInvoice([{ ...standard, price: 0 }])
}
