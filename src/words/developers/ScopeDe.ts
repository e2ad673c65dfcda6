/** Sentences about each permission, in German. */
import type { ScopeWords } from "./ScopeWords.ts"

export const scopesDe: ScopeWords = {
  texts: {
    "projects:read": "Projekte und Meilensteine ansehen",
    "projects:write": "Projekte und Meilensteine anlegen, ändern und archivieren",
    "tasks:read": "Aufgaben von Projekten ansehen",
    "tasks:write": "Aufgaben anlegen, ändern und löschen",
    "clients:read": "Kunden und ihre Kontaktdaten ansehen",
    "clients:write":
      "Kunden anlegen und ändern sowie ihr Kundenportal für jede E-Mail-Adresse öffnen",
    "invoices:read": "Rechnungen, Zahlungen und ihre PDFs ansehen",
    "invoices:write": "Rechnungen anlegen, senden und stornieren sowie Zahlungen erfassen",
    "files:read": "Dateien ansehen und herunterladen",
    "analytics:read": "Zahlen zu Umsatz, offenen Posten und Projekten ansehen"
  },
  forMembers: {
    "clients:write": "Kunden anlegen und ändern",
    "invoices:write": "Rechnungsentwürfe anlegen und ändern"
  },
  everything: "Alles"
}
