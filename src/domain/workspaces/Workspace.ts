/** A workspace: the tenant. Every other row belongs to exactly one. */
import { Data, DateTime, Schema } from "effect"
import { AddressResource, addressLines } from "../address/Address.ts"
import { WorkspaceId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { type ShownPair, TaxCategory } from "../money/Money.ts"
import { BankAccount } from "../parties/BankAccount.ts"
import { Contact, EInvoiceChoice, ElectronicAddress, Registration } from "../parties/Party.ts"
import { vatCountryOf } from "../parties/VatId.ts"
import { Instant, shape } from "../Resource.ts"
import { Language, languageOf, localeOf, type TextLocale } from "../text/Language.ts"

export const Plan = Schema.Literals(["starter", "growth", "scale"])
export type Plan = typeof Plan.Type

/** For a workspace without a colour of its own. */
export const defaultColour = "#1d4ed8"

/** Decoded at the upload and encoded by this service. */
export interface Logo {
  readonly type: "image/png" | "image/jpeg"
  readonly bytes: Uint8Array
}

const text = Schema.NullOr(Schema.String)

/** The data of the agency that documents show, as the workspace and each sent invoice have it. */
const shownOnDocuments = {
  /** The structured address; null until it is given. */
  address: Schema.NullOr(AddressResource),
  /** The free text of earlier versions, printed while there is no address. */
  addressText: text,
  vatId: text,
  taxNumber: text,
  registration: Schema.NullOr(Registration),
  legalInformation: text,
  email: text,
  contact: Schema.NullOr(Contact),
  electronicAddress: Schema.NullOr(ElectronicAddress),
  bankAccount: Schema.NullOr(BankAccount),
  paymentNote: text,
  /** `#rrggbb` */
  colour: text
}

/** Texts are as they were stored: earlier versions had other rules (`WorkspaceResource.ts`). */
export const WorkspaceFields = shape({
  id: WorkspaceId.schema,
  name: Schema.String,
  plan: Plan,
  currency: CurrencyCode,
  /** An IANA name. */
  timeZone: Schema.String,
  /** BCP 47. */
  locale: Schema.String,
  invoicePrefix: Schema.String,
  paymentTermsDays: Schema.Int,
  /** Days after the due date, negative before it. */
  reminderDays: Schema.Array(Schema.Int),
  legalName: text,
  ...shownOnDocuments,
  eInvoice: EInvoiceChoice,
  defaultTaxCategory: Schema.NullOr(TaxCategory),
  defaultTaxRate: Schema.NullOr(Schema.Finite),
  smallBusiness: Schema.Boolean,
  /** SHA-256 of the logo's bytes, in hex; null without a logo. */
  logoHash: text,
  createdAt: Instant,
  updatedAt: Instant
})

export class Workspace extends Data.Class<typeof WorkspaceFields.Type> {
  /** Computed once, because every view of an invoice has it. */
  readonly #language = languageOf(this.locale)
  /** The language of documents, mails and clients' pages, unless a client has its own. */
  get language(): Language {
    return this.#language
  }
  /** The zone in which the workspace's days begin. */
  get zone(): DateTime.TimeZone {
    return DateTime.zoneMakeNamedUnsafe(this.timeZone)
  }
  /** The name on documents: the legal one, if there is one. */
  get displayName(): string {
    return this.legalName ?? this.name
  }
}

/** The fields that a new workspace does not have yet. */
export const unset = {
  legalName: null,
  address: null,
  addressText: null,
  vatId: null,
  taxNumber: null,
  registration: null,
  legalInformation: null,
  email: null,
  contact: null,
  electronicAddress: null,
  bankAccount: null,
  paymentNote: null,
  colour: null,
  eInvoice: "auto",
  defaultTaxCategory: null,
  defaultTaxRate: null,
  smallBusiness: false,
  logoHash: null
} as const

/**
 * The agency on a document. The send stores it, so later settings do not change a sent invoice.
 */
export const Seller = shape({
  /** The legal name where there is one. */
  name: Schema.String,
  /** The name of the workspace; null in documents before it was stored. */
  tradingName: text,
  ...shownOnDocuments,
  /** The workspace's choice; null in documents before it was stored. */
  eInvoice: Schema.NullOr(EInvoiceChoice),
  /** SHA-256 of the logo's bytes, in hex. */
  logoHash: text,
  /** The language of the document and of its mails and pages. */
  language: Language,
  /** BCP 47: the forms of numbers and dates. */
  locale: Schema.String,
  /** IANA: the day that an instant falls on. */
  timeZone: Schema.String
})
export type Seller = typeof Seller.Type

/** The locale of a client with this language; null is the workspace's own, in its own locale. */
export const textLocaleOf = (workspace: TextLocale, language: Language | null): TextLocale =>
  language === null || language === workspace.language
    ? { language: workspace.language, locale: workspace.locale }
    : { language, locale: localeOf[language] }

/** The agency on a document for a client with this language; null is the workspace's own. */
export const sellerOf = (workspace: Workspace, language: Language | null = null): Seller => ({
  name: workspace.displayName,
  tradingName: workspace.name,
  address: workspace.address,
  addressText: workspace.addressText,
  vatId: workspace.vatId,
  taxNumber: workspace.taxNumber,
  registration: workspace.registration,
  legalInformation: workspace.legalInformation,
  email: workspace.email,
  contact: workspace.contact,
  electronicAddress: workspace.electronicAddress,
  bankAccount: workspace.bankAccount,
  paymentNote: workspace.paymentNote,
  colour: workspace.colour,
  eInvoice: workspace.eInvoice,
  logoHash: workspace.logoHash,
  ...textLocaleOf(workspace, language),
  timeZone: workspace.timeZone
})

/** The postal address as on an envelope, without the name. */
export const sellerAddressLines = ({
  address,
  addressText,
  locale
}: Pick<Seller, "address" | "addressText" | "locale">): ReadonlyArray<string> =>
  address === null ? (addressText?.split("\n") ?? []) : addressLines(address, locale)

/** The small business's reason of an exemption, in the words of its country's law. */
const smallBusinessReasons: Readonly<Record<string, string>> = {
  DE: "Steuerfrei als Kleinunternehmer nach § 19 UStG",
  AT: "Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG)",
  FR: "TVA non applicable, art. 293 B du CGI"
}

/** The tax of an invoice whose creation names neither a rate nor a category. */
export interface TaxDefaults extends ShownPair {
  /** Null also for a small business in a country whose sentence is unknown: it gives its own. */
  readonly exemptionReason: string | null
}

/** The ISO 3166 code of the seller's country, of its VAT id if there is no address. */
const countryOf = ({ address, vatId }: Workspace): string | undefined =>
  address?.country ?? (vatId === null ? undefined : vatCountryOf(vatId))

export const taxDefaults = (workspace: Workspace): TaxDefaults => {
  const { smallBusiness, defaultTaxCategory, defaultTaxRate } = workspace
  if (!smallBusiness) {
    return { taxCategory: defaultTaxCategory, taxRate: defaultTaxRate, exemptionReason: null }
  }
  const reason = smallBusinessReasons[countryOf(workspace) ?? ""]
  return { taxCategory: "E", taxRate: 0, exemptionReason: reason ?? null }
}
