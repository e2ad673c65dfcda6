/** The words of a client's form in French. */
import type { ClientFormWords } from "./ClientFormWords.ts"

const line = "255 caractères au plus, sur une ligne."
const addressLine =
  "Une adresse comporte une rue, une ville et un pays\u00a0; 255 caractères au plus."

export const clientFormFr: ClientFormWords = {
  newClient: "Nouveau client",
  edit: (name) => `Modifier ${name}`,
  sections: {
    contact: "Coordonnées",
    address: "Adresse",
    documents: "Pour les documents",
    notes: "Usage interne"
  },
  labels: {
    name: "Nom",
    company: "Société",
    email: "E-mail",
    phone: "Téléphone",
    "address.line1": "Rue et numéro",
    "address.line2": "Deuxième ligne",
    "address.postal_code": "Code postal",
    "address.city": "Ville",
    "address.state": "État ou région",
    "address.country": "Pays",
    language: "Langue",
    vat_id: "N° de TVA",
    "registration.id": "Numéro au registre",
    "registration.scheme": "Code du registre",
    e_invoice: "Facture électronique",
    "electronic_address.id": "Adresse électronique",
    "electronic_address.scheme": "Schéma de l’adresse électronique",
    buyer_reference: "Référence de l’acheteur",
    notes: "Remarques",
    portal_access: "Accès au portail"
  },
  rules: {
    name: "Saisissez le nom d’une personne, 255 caractères au plus.",
    company: line,
    email: "Saisissez une adresse e-mail, par exemple ada@example.com.",
    phone: line,
    "address.line1": addressLine,
    "address.line2": line,
    "address.postal_code": line,
    "address.city": addressLine,
    "address.state": line,
    "address.country": "Une adresse comporte un pays.",
    language: "Choisissez une langue.",
    vat_id: "Saisissez le n° de TVA avec le préfixe du pays, par exemple FR12345678901.",
    "registration.id": "Saisissez un numéro conforme au code du registre, 64 caractères au plus.",
    "registration.scheme": "Saisissez quatre chiffres d’ISO 6523, par exemple 0002.",
    e_invoice: "Choisissez un format.",
    "electronic_address.id": "Saisissez une adresse conforme à son schéma.",
    "electronic_address.scheme": "Saisissez un code de la liste EAS, par exemple 0088, 9930 ou EM.",
    buyer_reference: "64 caractères au plus, sur une ligne.",
    notes: "10 000 caractères au plus.",
    portal_access: "Choisissez oui ou non."
  },
  hints: {
    email: "Les factures et les relances sont envoyées ici.",
    "registration.scheme": "Si le registre en a un\u00a0: 0002 est un SIREN.",
    "electronic_address.scheme":
      "0088 est un GLN, 9930 un n° de TVA allemand, EM une adresse e-mail.",
    buyer_reference:
      "Imprimée sur les factures\u00a0; la Leitweg-ID des acheteurs publics en Allemagne.",
    notes: "Le client ne les voit pas."
  },
  asWorkspace: "Comme l’espace de travail",
  eInvoices: {
    auto: "Comme l’espace de travail",
    none: "Aucune\u00a0: un PDF seul",
    "factur-x": "Factur-X",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  noCountry: "Choisir…",
  yes: "Oui",
  no: "Non",
  adminOpens: "Un administrateur ouvre et ferme le portail.",
  newAddress:
    "Une nouvelle adresse e-mail met fin aux visites du client sur le portail et annule ses liens.",
  create: "Créer le client",
  save: "Enregistrer le client",
  changed: "Quelqu’un d’autre a modifié ce client"
}
