/**
 * The words of the workspace's own data: labels, hints, and what each field takes. The parts of an
 * address and the like have the labels and rules of a client's form.
 */
import type { EInvoiceChoice } from "../../domain/parties/Party.ts"

/** The inputs that only this form has, by their names. */
type WorkspaceField =
  | "name"
  | "legal_name"
  | "email"
  | "legal_information"
  | "tax_number"
  | "bank_account_iban"
  | "bank_account_bic"
  | "bank_account_holder"
  | "payment_note"
  | "time_zone"
  | "locale"
  | "colour"
  | "logo"
  | "invoice_prefix"
  | "payment_terms"
  | "default_tax_category"
  | "default_tax_rate"
  | "small_business"
  | "e_invoice"
  | "contact_name"
  | "contact_phone"
  | "contact_email"
  | "reminders"

/** Parts of the form with a title and a sentence. */
export type WorkspaceGroup =
  | "seller"
  | "register"
  | "bank"
  | "place"
  | "numbers"
  | "tax"
  | "eInvoices"

export interface WorkspaceFormWords {
  readonly facts: (plan: string, currency: string) => string
  readonly groups: Readonly<Record<WorkspaceGroup, readonly [title: string, about: string]>>
  readonly labels: Readonly<Record<WorkspaceField, string>>
  readonly hints: Readonly<Partial<Record<WorkspaceField | "vat_id" | "registration_id", string>>>
  /** A sentence that states what the field accepts. */
  readonly rules: Readonly<Record<WorkspaceField, string>>
  readonly printedAddress: (address: string) => string
  readonly notTaxed: string
  readonly eInvoices: Readonly<Record<typeof EInvoiceChoice.Type, string>>
  readonly save: string
  readonly colourDefault: string
  readonly currentColour: string
  readonly currentLogo: string
  readonly remove: string
  readonly chosenLogo: string
  readonly useChosen: (size: string) => string
  readonly preview: {
    readonly pages: string
    readonly document: string
    readonly title: string
    readonly sample: string
    readonly mail: string
  }
  readonly reminders: {
    readonly hint: string
    readonly row: (row: string) => string
    readonly when: (row: string) => string
    readonly more: string
    readonly beforeDue: string
    readonly afterDue: string
    readonly none: string
    readonly before: (count: number) => string
    readonly onDue: string
    readonly after: (count: number) => string
  }
  /** Before reminders that a change sends today. */
  readonly today: {
    readonly title: (count: number) => string
    readonly text: (days: string) => string
    readonly more: (count: number) => string
    readonly send: (count: number) => string
    readonly back: string
  }
}
