/** The words of a client's form: labels, and what each field takes. */
import type { EInvoiceChoice } from "../../domain/parties/Party.ts"

/** The inputs of the form, by the path of their field in the API. */
export type ClientField =
  | "name"
  | "company"
  | "email"
  | "phone"
  | "address.line1"
  | "address.line2"
  | "address.postal_code"
  | "address.city"
  | "address.state"
  | "address.country"
  | "language"
  | "vat_id"
  | "registration.id"
  | "registration.scheme"
  | "e_invoice"
  | "electronic_address.id"
  | "electronic_address.scheme"
  | "buyer_reference"
  | "notes"
  | "portal_access"

export interface ClientFormWords {
  readonly newClient: string
  readonly edit: (name: string) => string
  readonly sections: Readonly<Record<"contact" | "address" | "documents" | "notes", string>>
  readonly labels: Readonly<Record<ClientField, string>>
  /** A sentence that states what the field accepts. */
  readonly rules: Readonly<Record<ClientField, string>>
  readonly hints: Readonly<Partial<Record<ClientField, string>>>
  readonly asWorkspace: string
  readonly eInvoices: Readonly<Record<typeof EInvoiceChoice.Type, string>>
  readonly noCountry: string
  readonly yes: string
  readonly no: string
  readonly adminOpens: string
  readonly newAddress: string
  readonly create: string
  readonly save: string
  readonly changed: string
}
