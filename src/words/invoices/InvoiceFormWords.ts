/** The words of the invoice form: labels, what each field takes, and what a choice means. */
import type { NumberProblem } from "../../domain/money/AmountInput.ts"
import type { TaxCategory } from "../../domain/money/Money.ts"
import type { Language } from "../../domain/text/Language.ts"

/** The fields that have a label and a rule. */
export type FormField =
  | "client"
  | "name"
  | "email"
  | "company"
  | "project"
  | "issueDate"
  | "dueDate"
  | "currency"
  | "language"
  | "description"
  | "quantity"
  | "unit"
  | "unitPrice"
  | "discount"
  | "taxRate"
  | "taxCategory"
  | "exemptionReason"
  | "notes"
  | "purchaseOrder"
  | "buyerReference"
  | "deliveryDate"
  | "periodStart"
  | "periodEnd"
  | "milestones"

export interface InvoiceFormWords {
  readonly newInvoice: string
  readonly edit: (number: string) => string
  readonly labels: Readonly<Record<FormField, string>>
  /** A sentence that states what the field accepts. */
  readonly rules: Readonly<Record<FormField, string>>
  readonly numbers: Readonly<Record<NumberProblem, string>>
  /** Before the name of a line's field: `Line 2, quantity`. */
  readonly line: (number: string) => string

  readonly chooseClient: string
  readonly findClient: string
  readonly find: string
  readonly noClientFound: string
  readonly newClient: string
  readonly chooseOne: string
  readonly noProject: string
  readonly languages: Readonly<Record<Language, string>>
  readonly lines: string
  readonly descriptionHint: string
  readonly addLine: string
  readonly remove: string
  readonly moveUp: string
  readonly lineDetails: string
  readonly tooManyLines: string
  readonly noUnit: string
  readonly units: Readonly<Record<"HUR" | "DAY" | "WEE" | "MON" | "C62" | "KMT", string>>
  /** The rate of a line that has none of its own. */
  readonly asInvoice: string
  readonly notTaxed: string
  readonly byRate: string
  readonly categories: Readonly<Record<TaxCategory, string>>
  readonly notBilled: string
  readonly subtotal: string
  readonly tax: string
  readonly total: string
  readonly more: string
  readonly next: string
  readonly numberLater: string
  readonly due: (date: string) => string
  readonly saveAndSend: string
  readonly save: string
  readonly preview: string
  readonly adminSends: string
  readonly problems: string
  readonly conflict: {
    readonly title: string
    readonly text: string
    readonly by: (name: string, time: string) => string
    readonly stored: string
    readonly typed: string
    readonly nothing: string
    readonly saveAnyway: string
  }
  readonly noLongerDraft: string
}
