/**
 * A workspace as the API shows it, and what may be changed of it. The rules of its texts hold for
 * new values: a value that an earlier version stored stays until it is itself changed.
 */
import { DateTime, Schema } from "effect"
import { AddressInput } from "../address/Address.ts"
import { documented } from "../Documented.ts"
import { limits, scaled, TaxCategory } from "../money/Money.ts"
import { Rate } from "../Numbers.ts"
import { BankAccountInput } from "../parties/BankAccount.ts"
import {
  ContactInput,
  EInvoiceChoice,
  ElectronicAddressInput,
  RegistrationInput
} from "../parties/Party.ts"
import { VatId } from "../parties/VatId.ts"
import { shape } from "../Resource.ts"
import { Language } from "../text/Language.ts"
import { EmailAddress, Locale, line, requiredProse } from "../text/Text.ts"
import { WorkspaceFields } from "./Workspace.ts"

/** An IANA zone name that this runtime knows, in its canonical spelling or an alias. */
export const TimeZoneName = Schema.String.check(
  Schema.makeFilter((name) =>
    /^[A-Za-z]/.test(name) && DateTime.zoneMakeNamed(name)._tag === "Some"
      ? undefined
      : "must be an IANA time zone such as Europe/Berlin"
  )
)

const prefixPattern = "^[A-Z0-9][A-Z0-9-]{0,15}$"

/** The prefix of an invoice number, before its dash. `CN` is that of credit notes. */
export const InvoicePrefix = Schema.String.check(
  Schema.isPattern(new RegExp(prefixPattern), {
    message: "must be 1 to 16 of A-Z, 0-9 and dash, not beginning with a dash",
    ...documented({ pattern: prefixPattern })
  }),
  Schema.makeFilter((prefix) =>
    prefix === "CN" ? "must not be CN, which is the prefix of credit notes" : undefined
  )
)

const colourPattern = "^#[0-9a-f]{6}$"

/** An accent colour, `#rrggbb`. */
export const Colour = Schema.String.check(
  Schema.isPattern(new RegExp(colourPattern), {
    message: "must be a colour such as #1d4ed8",
    ...documented({ pattern: colourPattern })
  })
)

/** Automatic reminders: days after the due date, negative before it. None by default. */
export const ReminderDays = Schema.Array(
  Schema.Int.check(
    Schema.isBetween({ minimum: -60, maximum: 365 }, { message: "must be days from -60 to 365" })
  )
).check(Schema.isMaxLength(10, { message: "must be at most 10 days" }))

/** Days from the issue of an invoice to its due date. */
const PaymentTerms = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 365 }, { message: "must be days from 0 to 365" })
)

const RateInput = Schema.Finite.check(
  Schema.makeFilter(
    (rate) =>
      rate >= 0 && rate <= 1 && scaled(rate, limits.rateDecimals) !== undefined
        ? undefined
        : "must be a fraction from 0 to 1 with at most 6 decimals",
    documented({ minimum: 0, maximum: 1 })
  )
)

const { logoHash: _, locale, ...own } = WorkspaceFields.fields

export const WorkspaceResource = shape(
  {
    ...own,
    defaultTaxRate: Schema.NullOr(Rate),
    locale,
    language: Language.annotate({
      description: "Of documents, mails and pages; follows from the locale"
    })
  },
  "Workspace"
)

const optional = <S extends Schema.Constraint>(schema: S) =>
  Schema.optionalKey(Schema.NullOr(schema))

/** The changeable fields: absent is unchanged, null clears. */
const workspaceInputs = {
  name: Schema.optionalKey(line(255)),
  timeZone: Schema.optionalKey(TimeZoneName),
  locale: Schema.optionalKey(Locale),
  invoicePrefix: Schema.optionalKey(InvoicePrefix),
  paymentTermsDays: Schema.optionalKey(PaymentTerms),
  reminderDays: Schema.optionalKey(ReminderDays),
  legalName: optional(line(255)),
  address: optional(AddressInput),
  vatId: optional(VatId),
  taxNumber: optional(line(64)),
  registration: optional(RegistrationInput),
  legalInformation: optional(requiredProse(1000)),
  email: optional(EmailAddress),
  contact: optional(ContactInput),
  electronicAddress: optional(ElectronicAddressInput),
  bankAccount: optional(BankAccountInput),
  paymentNote: optional(requiredProse(1000)),
  colour: optional(Colour),
  eInvoice: Schema.optionalKey(EInvoiceChoice),
  defaultTaxCategory: optional(TaxCategory),
  defaultTaxRate: optional(RateInput),
  smallBusiness: Schema.optionalKey(Schema.Boolean)
}

export const WorkspaceUpdate = shape(workspaceInputs, "WorkspaceUpdate")
export type WorkspaceUpdate = typeof WorkspaceUpdate.Type
