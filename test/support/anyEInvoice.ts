/** Credit notes, and random e-invoices and credit notes that every format can write. */
import { Result } from "effect"
import * as fc from "fast-check"
import {
  type Creditable,
  creditNoteAmounts
} from "../../src/domain/creditnotes/CreditNoteAmounts.ts"
import type { CreditLineInput } from "../../src/domain/creditnotes/CreditNoteLines.ts"
import {
  creditNoteOf,
  type EInvoiceLine,
  type EInvoiceModel
} from "../../src/domain/einvoice/EInvoice.ts"
import type { TaxCategory } from "../../src/domain/money/Money.ts"
import { wordsIn } from "../../src/words/Words.ts"
import {
  amountsOf,
  belgian,
  cases,
  currency,
  day,
  eInvoice,
  type Line,
  seller
} from "./eInvoices.ts"

const creditableOf = ({ lines, taxes, totalMinor, currency }: EInvoiceModel): Creditable => {
  const groupOf = ({ tax }: EInvoiceLine) =>
    taxes.findIndex(({ category, rate }) => category === tax?.category && rate === tax.rate)
  return {
    lines: lines.map((line) => ({ ...line, group: groupOf(line) })),
    groups: taxes.map(({ rate, baseMinor }, group) => ({
      rate,
      discountMinor: lines.reduce(
        (sum, line) => sum + (groupOf(line) === group ? line.totalMinor : 0),
        -baseMinor
      )
    })),
    totalMinor,
    currency
  }
}

/** A credit note of these lines of the invoice, otherwise of all; undefined if it cannot be. */
export const creditNote = (
  { number, issueDate, ...invoice }: EInvoiceModel,
  inputs: ReadonlyArray<CreditLineInput> | null = null
): EInvoiceModel | undefined => {
  const found = creditNoteAmounts(creditableOf({ number, issueDate, ...invoice }), [], inputs)
  if (Result.isFailure(found)) return undefined
  const { groups, lines, ...amounts } = found.success
  const credited: EInvoiceModel = {
    ...invoice,
    ...amounts,
    number: "CN-0001",
    note: "Wrong hours",
    issueDate: day("2026-11-20"),
    lines: lines.flatMap(({ line, creditedQuantity, ...part }) => {
      const item = invoice.lines[line]
      const unit = part.quantity === creditedQuantity ? (item?.unit ?? null) : null
      return item === undefined ? [] : [{ ...item, ...part, unit }]
    }),
    taxes: groups.flatMap(({ group, ...tax }) => {
      const whole = invoice.taxes[group]
      return whole === undefined ? [] : [{ ...whole, ...tax }]
    })
  }
  const terms = wordsIn("de").document.creditTerms(number)
  return creditNoteOf(credited, { number, issueDate }, terms)
}

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map((one) => `a${one}`)
const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

const taxed: fc.Arbitrary<Pick<Line, "category" | "rate">> = fc.oneof(
  fc.integer({ min: 5_000, max: 270_000 }).map((n) => ({ category: "S" as const, rate: n / 1e6 })),
  fc.constantFrom<TaxCategory>("Z", "E", "AE").map((category) => ({ category, rate: 0 }))
)

const discounted = eInvoice(
  [
    { quantity: 1, price: 10_000, category: "S", rate: 0.19 },
    { quantity: 1, price: -1_000, category: "S", rate: 0.19 },
    { quantity: 1, price: 5_000, category: "S", rate: 0.07 }
  ],
  { discount: 1_000 }
)
const parts: Readonly<Record<string, EInvoiceModel | undefined>> = {
  "a part by amount": creditNote(discounted, [{ line: 0, amountMinor: 3_333 }]),
  // The discount of its group is negative.
  "a deduction beside another rate": creditNote(discounted, [{ line: 1 }, { line: 2 }])
}

/** Every case as an invoice and as a credit note of all of it, and notes of a part. */
export const allCases: ReadonlyMap<string, EInvoiceModel> = new Map(
  [
    ...Object.entries(cases).flatMap(([name, invoice]) => [
      [name, invoice] as const,
      [`${name}, credited`, creditNote(invoice)] as const
    ]),
    ...Object.entries(parts).map(([name, note]) => [`${name}, credited`, note] as const)
  ].flatMap(([name, invoice]) => (invoice === undefined ? [] : [[name, invoice]]))
)

/** A credit note of a part of the invoice; undefined if there is none. */
const creditedPart = (invoice: EInvoiceModel, part: string): EInvoiceModel | undefined => {
  switch (part) {
    case "all":
      return creditNote(invoice)
    case "every second line":
      return creditNote(
        invoice,
        invoice.lines.flatMap((_, line) => (line % 2 === 0 ? [{ line }] : []))
      )
    case "half of each":
      return creditNote(
        invoice,
        invoice.lines.flatMap(({ quantity, totalMinor }, line): ReadonlyArray<CreditLineInput> => {
          if (Math.abs(totalMinor) < 2) return []
          const half = Math.ceil(quantity * 5_000) / 10_000
          return line % 2 === 0
            ? [{ line, quantity: half }]
            : [{ line, amountMinor: Math.trunc(totalMinor / 2) }]
        })
      )
    default:
      return undefined
  }
}

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
    credited: fc.constantFrom("nothing", "all", "every second line", "half of each"),
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
  .map(({ pairs, lines, discounted, credited, texts, names, hasBank, currency: code }) => {
    const written = lines.map(({ pair, ...line }) => ({
      ...line,
      ...(pairs[pair % pairs.length] ?? { category: "Z" as const, rate: 0 })
    }))
    // A positive sum, as the tax rules require.
    const owed = { quantity: 1, price: 2_000_000_000, ...(pairs[0] ?? { category: "Z", rate: 0 }) }
    const all = Result.isFailure(amountsOf(written, 0)) ? [...written, owed] : written
    const discountOf = (share: number) => {
      const { subtotalMinor } = Result.getOrThrow(amountsOf(all, 0))
      const discount = Math.floor((subtotalMinor * share) / 1_000)
      return Result.isFailure(amountsOf(all, discount)) ? 0 : discount
    }
    const invoice = eInvoice(all, {
      discount: discountOf(discounted),
      ...texts,
      seller: { ...seller, name: names[0] },
      buyer: { ...belgian, name: names[1] },
      ...(hasBank ? {} : { bankAccount: null }),
      currency: code
    })
    return creditedPart(invoice, credited) ?? invoice
  })
