/**
 * The words of a document: invoice, credit note, and their states. Legal terms are those of EU
 * directive 2006/112, article 226, as the tax laws of the language's countries have them. Values
 * come in as formatted texts.
 */
import type { TaxCategory } from "../../domain/money/Money.ts"

/** Tax categories with a default text; the others need none, or a reason of their own. */
type ExemptCategory = "AE" | "K" | "G" | "O"

export interface DocumentWords {
  readonly invoice: string
  readonly creditNote: string
  /** The title of a paid invoice's receipt. */
  readonly receipt: string
  /** The title of the file. */
  readonly named: (title: string, number: string) => string
  /** A label before its value, with the colon that the language has. */
  readonly labelled: (label: string) => string
  /** Below the title of a credit note or a receipt: its invoice. */
  readonly corrects: (number: string, issueDate: string) => string
  /** The use of the amount of a credit note, by the number of the invoice. */
  readonly creditTerms: (number: string) => string
  /** Below the title of an open invoice. */
  readonly dueOn: (amount: string, dueDate: string) => string
  /** Across the page. */
  readonly marks: { readonly draft: string; readonly void: string; readonly credited: string }
  /** In a frame beside the title. */
  readonly states: { readonly paid: string; readonly overdue: string }

  readonly billTo: string
  readonly vatId: string
  readonly taxNumber: string
  readonly registration: string
  readonly phone: string

  readonly issueDate: string
  readonly dueDate: string
  readonly deliveryDate: string
  readonly servicePeriod: string
  readonly purchaseOrder: string
  readonly contract: string
  /** The buyer's reference, such as a Leitweg-ID. */
  readonly buyerReference: string
  /** The buyer's cost centre or account. */
  readonly buyerAccounting: string
  readonly project: string
  readonly currency: string
  readonly reason: string

  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly unitPrice: string
  readonly lineTotal: string
  /** The name of a code of UN/ECE Rec 20, in the number of the quantity. */
  readonly unitName: (code: string, quantity: number) => string
  readonly broughtForward: string
  readonly carriedForward: string

  readonly subtotal: string
  readonly discount: string
  readonly net: string
  readonly tax: string
  /** The row of one rate: `19% VAT on 100.00`. */
  readonly taxOn: (rate: string, base: string) => string
  readonly taxRate: string
  readonly gross: string
  readonly notTaxed: string
  /** The row of an exempt, reversed or outside supply, whose reason stands below. */
  readonly noTax: string
  readonly exempt: string
  readonly exemptions: Readonly<
    Record<ExemptCategory, string> & Partial<Record<TaxCategory, string>>
  >
  readonly total: string
  readonly paid: string
  /** A payment's method is a code, or a text of the agency. */
  readonly paidBy: (method: string) => string
  readonly paidEarlier: string
  readonly creditNotes: string
  readonly balanceDue: string

  readonly notes: string
  readonly terms: string
  readonly payOnline: string
  readonly bankTransfer: string
  readonly accountHolder: string
  readonly iban: string
  readonly bic: string
  readonly paymentReference: string
  readonly page: (number: number, count: number) => string
  /** Alternative texts of pictures. */
  readonly logoOf: (name: string) => string
  readonly payCode: string
  readonly transferCode: string
}
