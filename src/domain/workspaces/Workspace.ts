/** A workspace: the tenant. Every other row belongs to exactly one. */
import { DateTime, Schema } from "effect"
import { WorkspaceId } from "../Ids.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { shape } from "../Resource.ts"
import { Language, languageOf } from "../text/Language.ts"
import { EmailAddress, Locale, line, prose } from "../text/Text.ts"

export const Plan = Schema.Literals(["starter", "growth", "scale"])
export type Plan = typeof Plan.Type

/** An IANA zone name that this runtime knows, in its canonical spelling or an alias. */
export const TimeZoneName = Schema.String.check(
  Schema.makeFilter((name) =>
    /^[A-Za-z]/.test(name) && DateTime.zoneMakeNamed(name)._tag === "Some"
      ? undefined
      : "must be an IANA time zone such as Europe/Berlin"
  )
)

/** The prefix of an invoice number, before its dash. */
export const InvoicePrefix = Schema.String.check(
  Schema.isPattern(/^[A-Z0-9][A-Z0-9-]{0,15}$/, {
    message: "must be 1 to 16 of A-Z, 0-9 and dash, not beginning with a dash"
  })
)

/** An accent colour, `#rrggbb`. */
export const Colour = Schema.String.check(
  Schema.isPattern(/^#[0-9a-f]{6}$/, { message: "must be a colour such as #1d4ed8" })
)

/** For a workspace without a colour of its own. */
export const defaultColour = "#1d4ed8"

/** Decoded at the upload and encoded by this service. */
export interface Logo {
  readonly type: "image/png" | "image/jpeg"
  readonly bytes: Uint8Array
}

/** Presentation of the agency on documents, mails and pages. */
export const Branding = Schema.Struct({
  legalName: Schema.NullOr(line(255)),
  address: Schema.NullOr(prose(1000)),
  vatId: Schema.NullOr(line(64)),
  email: Schema.NullOr(EmailAddress),
  colour: Schema.NullOr(Colour)
})
export type Branding = typeof Branding.Type

/** Automatic reminders: days after the due date, negative before it. None by default. */
export const ReminderDays = Schema.Array(
  Schema.Int.check(
    Schema.isBetween({ minimum: -60, maximum: 365 }, { message: "must be days from -60 to 365" })
  )
).check(Schema.isMaxLength(10, { message: "must be at most 10 days" }))

export class Workspace extends Schema.Class<Workspace>("Workspace")({
  id: WorkspaceId.schema,
  name: line(255),
  plan: Plan,
  currency: CurrencyCode,
  timeZone: TimeZoneName,
  invoicePrefix: InvoicePrefix,
  locale: Locale,
  paymentTermsDays: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
  reminderDays: ReminderDays,
  branding: Branding,
  /** SHA-256 of the logo's bytes, in hex; null without a logo. */
  logoHash: Schema.NullOr(Schema.String)
}) {
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
    return this.branding.legalName ?? this.name
  }
}

/**
 * The agency on a document. The send stores it, so later settings do not change a sent invoice.
 */
export const Seller = shape({
  /** The legal name where there is one. */
  name: Schema.String,
  address: Schema.NullOr(Schema.String),
  vatId: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** `#rrggbb` */
  colour: Schema.NullOr(Schema.String),
  /** SHA-256 of the logo's bytes, in hex. */
  logoHash: Schema.NullOr(Schema.String),
  /** The language of the document and of its mails and pages. */
  language: Language,
  /** BCP 47: the forms of numbers and dates. */
  locale: Schema.String,
  /** IANA: the day that an instant falls on. */
  timeZone: Schema.String
})
export type Seller = typeof Seller.Type

export const sellerOf = (workspace: Workspace): Seller => ({
  name: workspace.displayName,
  address: workspace.branding.address,
  vatId: workspace.branding.vatId,
  email: workspace.branding.email,
  colour: workspace.branding.colour,
  logoHash: workspace.logoHash,
  language: workspace.language,
  locale: workspace.locale,
  timeZone: workspace.timeZone
})
