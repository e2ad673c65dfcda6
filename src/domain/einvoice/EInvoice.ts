/**
 * The semantic model of an e-invoice, EN 16931-1: the values of its business terms (BT) before any
 * syntax. Amounts are the integers of the API; the writers divide them.
 */
import type { Address } from "../address/Address.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import type { TaxCategory } from "../money/Money.ts"
import type { CalendarDate } from "../time/CalendarDate.ts"

/** Formats of the XML: two syntaxes of plain EN 16931, and two specifications in UBL. */
export const xmlFormats = ["cii", "ubl", "xrechnung", "peppol"] as const
export type XmlFormat = (typeof xmlFormats)[number]

/** BT-24. The plain specification is also the profile EN 16931 of Factur-X. */
export const specifications: Readonly<Record<XmlFormat, string>> = {
  cii: "urn:cen.eu:en16931:2017",
  ubl: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  peppol: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
}

/** An identifier and its scheme, of ISO 6523 or of the EAS list. */
export interface Identifier<Scheme extends string | null = string | null> {
  readonly scheme: Scheme
  readonly id: string
}

export interface EInvoiceParty {
  /** BT-27, BT-44: the legal name. */
  readonly name: string
  readonly tradingName: string | null
  readonly address: Address | null
  readonly vatId: string | null
  readonly taxNumber: string | null
  readonly registration: Identifier | null
  readonly legalInformation: string | null
  readonly electronicAddress: Identifier<string> | null
  readonly contact: {
    readonly name: string | null
    readonly phone: string | null
    readonly email: string | null
  } | null
}

export interface EInvoiceLine {
  readonly description: string
  readonly quantity: number
  /** UN/ECE Recommendation 20; null is C62, one. */
  readonly unit: string | null
  readonly unitPriceMinor: number
  readonly totalMinor: number
  /** Null is "not taxed", which no e-invoice can express. */
  readonly tax: { readonly category: TaxCategory; readonly rate: number } | null
  /** Whether the line has its own rate and category; otherwise they are the invoice's. */
  readonly hasOwnTax: boolean
}

/** The base and the tax of a category and rate. */
interface EInvoiceTax {
  readonly category: TaxCategory
  readonly rate: number
  readonly baseMinor: number
  readonly taxMinor: number
  readonly exemptionReason: string | null
}

export interface EInvoiceModel {
  /** UNCL 1001: commercial invoice or credit note. */
  readonly type: "380" | "381"
  readonly number: string
  readonly issueDate: CalendarDate
  /** Null of a credit note. */
  readonly dueDate: CalendarDate | null
  readonly currency: CurrencyCode
  readonly note: string | null
  /** BT-20; a credit note, which has no due date, needs it. */
  readonly terms: string | null
  readonly buyerReference: string | null
  readonly projectName: string | null
  readonly contractReference: string | null
  readonly purchaseOrder: string | null
  readonly buyerAccountingReference: string | null
  /** The invoice that a credit note amends. */
  readonly preceding: { readonly number: string; readonly issueDate: CalendarDate } | null
  readonly seller: EInvoiceParty
  readonly buyer: EInvoiceParty
  readonly deliveryDate: CalendarDate | null
  readonly servicePeriod: { readonly start: CalendarDate; readonly end: CalendarDate } | null
  readonly bankAccount: {
    readonly holder: string | null
    readonly iban: string
    readonly bic: string | null
  } | null
  readonly lines: ReadonlyArray<EInvoiceLine>
  readonly taxes: ReadonlyArray<EInvoiceTax>
  readonly subtotalMinor: number
  readonly discountMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
}

/** The same data as a credit note. It asks for no payment, so its terms say what becomes of it. */
export const creditNoteOf = (
  invoice: EInvoiceModel,
  preceding: NonNullable<EInvoiceModel["preceding"]>,
  terms: string
): EInvoiceModel => ({ ...invoice, type: "381", dueDate: null, terms, preceding })

export type TaxedLine = EInvoiceLine & { readonly tax: NonNullable<EInvoiceLine["tax"]> }

/** A party that a document may name. */
export type AddressedParty = EInvoiceParty & { readonly address: Address }

/** An e-invoice that a format can express: `requireWritable` makes it. */
export interface WritableEInvoice extends EInvoiceModel {
  readonly seller: AddressedParty
  readonly buyer: AddressedParty
  readonly lines: ReadonlyArray<TaxedLine>
}

/** The scheme of an identifier as an attribute, in both syntaxes. */
export const schemeOf = (identifier: Identifier | null) =>
  identifier === null || identifier.scheme === null ? undefined : { schemeID: identifier.scheme }
