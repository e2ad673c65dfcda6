/**
 * Parts of a seller or buyer beside its name and address: registration, electronic address and
 * contact, as resources show them and as callers give them; and the format of its e-invoices.
 */
import { Schema } from "effect"
import { documented } from "../Documented.ts"
import { EmailAddress, line } from "../text/Text.ts"
import { mod97 } from "./CheckDigits.ts"
import { identifierProblem, isEas, isIso6523 } from "./IdentifierSchemes.ts"

/** The number in a register of companies (BT-30, BT-47), with the register's ISO 6523 code. */
export const Registration = Schema.Struct({
  scheme: Schema.NullOr(Schema.String),
  id: Schema.String
}).annotate({ identifier: "Registration" })
export type Registration = typeof Registration.Type

const Iso6523 = Schema.String.check(
  Schema.makeFilter<string>(
    (scheme) => (isIso6523(scheme) ? undefined : "must be a code of ISO 6523, as 0002"),
    documented({ pattern: "^[0-9]{4}$" })
  )
)

interface Identified {
  readonly scheme?: string | null
  readonly id: string
}

const ofItsScheme = Schema.makeFilter<Identified>(({ scheme, id }) => {
  const issue = scheme == null ? undefined : identifierProblem(scheme, id)
  return issue === undefined ? undefined : { path: ["id"], issue }
})

export const RegistrationInput = Schema.Struct({
  scheme: Schema.optionalKey(Schema.NullOr(Iso6523)).annotateKey({
    description: "The register, by ISO 6523: `0002` is a SIREN. Null where it has no code"
  }),
  id: line(64)
})
  .check(ofItsScheme)
  .annotate({ identifier: "RegistrationInput" })

export const wholeRegistration = ({ scheme, id }: typeof RegistrationInput.Type): Registration => ({
  scheme: scheme ?? null,
  id
})

/** The address for e-invoices (BT-34, BT-49) with its EAS code. */
export const ElectronicAddress = Schema.Struct({
  scheme: Schema.String,
  id: Schema.String
}).annotate({ identifier: "ElectronicAddress" })
export type ElectronicAddress = typeof ElectronicAddress.Type

const Eas = Schema.String.check(
  Schema.makeFilter<string>(
    (scheme) => (isEas(scheme) ? undefined : "must be a code of the EAS list, as 0088, 9930 or EM"),
    documented({ pattern: "^([0-9]{4}|[A-Z]{2})$" })
  )
)

export const ElectronicAddressInput = Schema.Struct({
  scheme: Eas.annotateKey({ description: "EAS code: `0088` is a GLN, `EM` an e-mail address" }),
  id: line(254)
})
  .check(ofItsScheme)
  .annotate({ identifier: "ElectronicAddressInput" })

/** The person to ask about an invoice (BT-41 to BT-43). */
export const Contact = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Contact" })
export type Contact = typeof Contact.Type

// XRechnung's BR-DE-27.
const Phone = line(64).check(
  Schema.makeFilter<string>(
    (text) => (/(\d.*){3}/.test(text) ? undefined : "must have at least 3 digits"),
    documented({ pattern: "([0-9].*){3}" })
  )
)

export const ContactInput = Schema.Struct({
  name: Schema.optionalKey(Schema.NullOr(line(255))),
  phone: Schema.optionalKey(Schema.NullOr(Phone)),
  email: Schema.optionalKey(Schema.NullOr(EmailAddress))
}).annotate({ identifier: "ContactInput" })

export const wholeContact = ({ name, phone, email }: typeof ContactInput.Type): Contact => ({
  name: name ?? null,
  phone: phone ?? null,
  email: email ?? null
})

/**
 * `auto` is Factur-X where the parties have what it needs, otherwise a PDF alone. On a client it
 * leaves the choice to the workspace.
 */
export const EInvoiceChoice = Schema.Literals([
  "auto",
  "none",
  "factur-x",
  "xrechnung",
  "peppol"
]).annotate({ absent: "auto" })
export type EInvoiceChoice = typeof EInvoiceChoice.Type

/** BT-10. Public buyers in Germany want their Leitweg-ID in it. */
export const BuyerReference = line(64)

/** By the format specification 2.0.2 of the KoSIT; its check digits are ISO 7064 mod 97-10. */
const leitwegId = /^\d{2,12}(?:-[A-Z0-9]{1,30})?-\d{2}$/

/**
 * Words about a reference that looks like a Leitweg-ID and has wrong check digits. It is not
 * refused: other buyers use references of the same form.
 */
export const leitwegWarning = (reference: string): string | undefined =>
  leitwegId.test(reference) && mod97(reference.replaceAll("-", "")) !== 1
    ? "looks like a Leitweg-ID, but its check digits are wrong"
    : undefined
