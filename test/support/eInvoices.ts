/** E-invoices of every case, and random ones, for the tests of their writers and the judges. */
import * as fc from "fast-check"
import { CountryCode } from "../../src/domain/address/Country.ts"
import {
  creditNoteOf,
  type EInvoiceLine,
  type EInvoiceModel,
  type EInvoiceParty,
  type EInvoiceTax
} from "../../src/domain/einvoice/EInvoice.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { divideRounded, scaled, type TaxCategory } from "../../src/domain/money/Money.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { wordsIn } from "../../src/words/Words.ts"

const day = (text: string) => CalendarDate.make(text)
const currency = (text: string) => CurrencyCode.make(text)

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

const lineOf = ({ quantity, price, category, rate, ...of }: Line): EInvoiceLine => ({
  description: of.description ?? "Design",
  quantity,
  unit: of.unit ?? null,
  unitPriceMinor: price,
  totalMinor: Number(divideRounded((scaled(quantity, 4) ?? 0n) * BigInt(price), 10_000n)),
  tax: { category, rate },
  hasOwnTax: true
})

const reasons: Readonly<Partial<Record<TaxCategory, string>>> = {
  E: "Steuerfrei als Kleinunternehmer nach § 19 UStG",
  AE: "Reverse charge",
  K: "Intra-Community supply, VAT exempt",
  G: "Export, VAT exempt",
  O: "Outside the scope of VAT"
}

const sumOf = (values: ReadonlyArray<number>) => values.reduce((sum, one) => sum + one, 0)

/** By largest remainder among the groups with a positive sum; of equals the earlier one. */
const divide = (discount: number, sums: ReadonlyArray<number>): ReadonlyArray<number> => {
  const weights = sums.map((sum) => BigInt(Math.max(sum, 0)))
  const whole = weights.reduce((sum, one) => sum + one, 0n)
  if (whole === 0n) return sums.map(() => 0)
  const exact = weights.map((weight) => BigInt(discount) * weight)
  const parts = exact.map((one) => Number(one / whole))
  const order = exact
    .map((one, index) => ({ rest: Number(one % whole), index }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  const missing = discount - sumOf(parts)
  for (const { index } of order.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** The e-invoice of these lines: amounts as the tax rules have them, the rest as given. */
export const eInvoice = (
  written: ReadonlyArray<Line>,
  { discount = 0, ...given }: Partial<EInvoiceModel> & { readonly discount?: number } = {}
): EInvoiceModel => {
  const lines = written.map(lineOf)
  const keys = [...new Set(lines.map(({ tax }) => `${tax?.category} ${tax?.rate}`))]
  const groups = keys.map((key) =>
    lines.filter(({ tax }) => `${tax?.category} ${tax?.rate}` === key)
  )
  const sums = groups.map((own) => sumOf(own.map(({ totalMinor }) => totalMinor)))
  const parts = divide(discount, sums)
  const taxes = groups.map((own, index): EInvoiceTax => {
    const { category, rate } = own[0]?.tax ?? { category: "Z", rate: 0 }
    const baseMinor = (sums[index] ?? 0) - (parts[index] ?? 0)
    const taxMinor = Number(divideRounded(BigInt(baseMinor) * (scaled(rate, 6) ?? 0n), 1_000_000n))
    return { category, rate, baseMinor, taxMinor, exemptionReason: reasons[category] ?? null }
  })
  const subtotalMinor = sumOf(sums)
  const taxMinor = sumOf(taxes.map((tax) => tax.taxMinor))
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
    lines,
    taxes,
    subtotalMinor,
    discountMinor: discount,
    taxMinor,
    totalMinor: subtotalMinor - discount + taxMinor,
    ...given
  }
}

/** The same as a credit note. */
export const creditNote = ({ number, issueDate, ...invoice }: EInvoiceModel): EInvoiceModel =>
  creditNoteOf(
    { ...invoice, number: "CN-0001", note: "Wrong hours", issueDate: day("2026-11-20") },
    { number, issueDate },
    wordsIn("de").document.creditTerms(number)
  )

const belgian: EInvoiceParty = {
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

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map((one) => `a${one}`)
const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

const taxed: fc.Arbitrary<Pick<Line, "category" | "rate">> = fc.oneof(
  fc.integer({ min: 5_000, max: 270_000 }).map((n) => ({ category: "S" as const, rate: n / 1e6 })),
  fc.constantFrom<TaxCategory>("Z", "E", "AE").map((category) => ({ category, rate: 0 }))
)

/** Invoices and credit notes that every format can write. */
export const anyEInvoice: fc.Arbitrary<EInvoiceModel> = fc
  .record({
    pairs: fc.array(taxed, { minLength: 1, maxLength: 5 }),
    lines: fc.array(
      fc.record({
        description: text,
        quantity: fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 1e4),
        price: fc.integer({ min: -100_000, max: 5_000_000 }),
        pair: fc.nat(),
        unit: fc.constantFrom("HUR", "DAY", "MON", "C62", "KMT", "LS")
      }),
      { minLength: 1, maxLength: 12 }
    ),
    discounted: fc.integer({ min: 0, max: 1_000 }),
    isCredit: fc.boolean(),
    texts: fc.record({
      note: optional(text),
      projectName: optional(text),
      contractReference: optional(text),
      purchaseOrder: optional(text),
      buyerAccountingReference: optional(text),
      buyerReference: text
    }),
    names: fc.tuple(text, text),
    hasBank: fc.boolean(),
    currency: fc.constantFrom("EUR", "USD", "JPY").map(currency)
  })
  .map(({ pairs, lines, discounted, isCredit, texts, names, hasBank, currency: code }) => {
    const written = lines.map(({ pair, ...line }) => ({
      ...line,
      ...(pairs[pair % pairs.length] ?? { category: "Z" as const, rate: 0 })
    }))
    // A positive sum, as the tax rules require.
    const owed = { quantity: 1, price: 2_000_000_000, ...(pairs[0] ?? { category: "Z", rate: 0 }) }
    const all =
      sumOf(written.map((line) => lineOf(line).totalMinor)) < 0 ? [...written, owed] : written
    const subtotal = sumOf(all.map((line) => lineOf(line).totalMinor))
    const plain = eInvoice(all, {
      discount: Math.floor((subtotal * discounted) / 1_000),
      ...texts,
      seller: { ...seller, name: names[0] },
      buyer: { ...belgian, name: names[1] },
      ...(hasBank ? {} : { bankAccount: null }),
      currency: code
    })
    return isCredit ? creditNote(plain) : plain
  })
