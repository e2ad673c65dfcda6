/** Texts that are the same in English, by language; all others must differ. */
import type { Language } from "../../src/domain/text/Language.ts"

export const sameInEnglish: Readonly<Partial<Record<Language, ReadonlyArray<string>>>> = {
  de: [
    "App",
    "System",
    "Apps",
    "Webhooks",
    "IBAN",
    "BIC",
    "Name",
    "CSV",
    "Status",
    "Budget",
    "Budget (‹1›)",
    "Format",
    "Logo",
    "XRechnung",
    "Peppol BIS Billing 3"
  ],
  fr: [
    "Service",
    "Exports",
    "E-mail",
    "IBAN",
    "BIC",
    "Total",
    "Menu",
    "CSV",
    "Client",
    "Clients",
    "Budget",
    "Budget (‹1›)",
    "Description",
    "Format",
    "Logo",
    "Webhooks",
    // A count without a number.
    "NaN messages",
    "XRechnung",
    "Peppol BIS Billing 3"
  ],
  es: [
    "Webhooks",
    "Subtotal",
    "Total",
    "IBAN",
    "BIC",
    "CSV",
    "No",
    "no",
    "Personal",
    "Factur-X (ZUGFeRD)",
    "XRechnung",
    "Peppol BIS Billing 3"
  ]
}
