/** The words of the workspace's own data in French. */
import { counted } from "../work/FrameWords.ts"
import type { WorkspaceFormWords } from "./WorkspaceFormWords.ts"

const short = "255 caractères au plus, sur une ligne."

export const workspaceFormFr: WorkspaceFormWords = {
  facts: (plan, currency) => `Offre ${plan}, devise ${currency}`,
  groups: {
    seller: ["Vendeur", "Le nom et l’adresse que la loi exige sur chaque facture."],
    register: ["Registre et numéros fiscaux", "Imprimés à la fin des documents."],
    bank: ["Virement", "Imprimé sur les factures et affiché en premier sur la page de paiement."],
    place: [
      "Langue et heure",
      "Des documents et des e-mails, sauf si un client a une autre langue."
    ],
    numbers: [
      "Nouvelles factures",
      "Le point de départ d’une facture\u00a0; chacune peut différer."
    ],
    tax: ["TVA", "Pour les factures qui n’en indiquent pas elles-mêmes."],
    eInvoices: [
      "Factures électroniques",
      "Le format des clients qui n’en ont pas, et les données que les formats exigent."
    ]
  },
  labels: {
    name: "Nom",
    legal_name: "Raison sociale",
    email: "E-mail",
    legal_information: "Mentions légales",
    tax_number: "Numéro fiscal",
    bank_account_iban: "IBAN",
    bank_account_bic: "BIC",
    bank_account_holder: "Titulaire du compte",
    payment_note: "Note de paiement",
    time_zone: "Fuseau horaire",
    locale: "Langue et région des nombres et des dates",
    colour: "Couleur",
    logo: "Logo",
    invoice_prefix: "Préfixe des factures",
    payment_terms: "Délai de paiement en jours",
    default_tax_category: "Catégorie de TVA",
    default_tax_rate: "Taux de TVA en pour cent",
    small_business: "Franchise en base de TVA",
    e_invoice: "Format",
    contact_name: "Nom du contact",
    contact_phone: "Téléphone du contact",
    contact_email: "E-mail du contact",
    reminders: "Relances"
  },
  hints: {
    email: "Les réponses des clients arrivent ici.",
    legal_information: "À la fin des documents\u00a0: greffe, dirigeants, capital.",
    vat_id: "Avec le préfixe du pays, par exemple FR12345678901.",
    registration_id: "Par exemple RCS Paris 123 456 789.",
    bank_account_holder: "Si ce n’est pas la raison sociale.",
    payment_note: "Sous le total.",
    time_zone: "Une facture passe en retard quand un jour commence dans ce fuseau.",
    logo: "PNG ou JPEG, 256 ko et 2000 × 2000 pixels au plus.",
    invoice_prefix: "Devant le numéro des nouvelles factures, comme dans INV-0001.",
    small_business:
      "Art. 293 B du CGI, § 19 UStG (Allemagne), § 6 UStG (Autriche)\u00a0: les documents citent l’exonération."
  },
  rules: {
    name: "Saisissez un nom de 255 caractères au plus.",
    legal_name: short,
    email: "Saisissez une adresse e-mail, par exemple bonjour@example.com.",
    legal_information: "1 000 caractères au plus.",
    tax_number: "64 caractères au plus, sur une ligne.",
    bank_account_iban: "Saisissez un IBAN dont la clé de contrôle est juste.",
    bank_account_bic: "Saisissez un BIC de 8 ou 11 caractères.",
    bank_account_holder: "70 caractères au plus, sur une ligne.",
    payment_note: "1 000 caractères au plus.",
    time_zone: "Choisissez un fuseau horaire.",
    locale: "Choisissez une langue.",
    colour: "Saisissez une couleur, par exemple #1d4ed8.",
    logo: "Choisissez un PNG ou JPEG de 256 ko et 2000 × 2000 pixels au plus.",
    invoice_prefix:
      "Saisissez de 1 à 16 majuscules, chiffres et tirets, sans tiret au début\u00a0; CN est le préfixe des avoirs.",
    payment_terms: "Saisissez un nombre de jours de 0 à 365.",
    default_tax_category:
      "Choisissez une catégorie conforme au taux\u00a0; en franchise de TVA, c’est l’exonération (E).",
    default_tax_rate:
      "Saisissez un taux de 0 à 100 conforme à la catégorie\u00a0: au-dessus de 0 pour S seulement, aucun en franchise de TVA.",
    small_business:
      "Choisissez oui ou non\u00a0; hors d’Allemagne, d’Autriche et de France, il faut un motif.",
    e_invoice: "Choisissez un format.",
    contact_name: short,
    contact_phone: "Saisissez un numéro de téléphone d’au moins trois chiffres.",
    contact_email: "Saisissez une adresse e-mail, par exemple bonjour@example.com.",
    reminders: "Les relances partent jusqu’à 60 jours avant et 365 jours après l’échéance."
  },
  printedAddress: (address) => `Imprimée tant que l’adresse n’est pas remplie\u00a0: ${address}`,
  notTaxed: "Sans TVA",
  eInvoices: {
    auto: "Factur-X si les données suffisent, sinon un PDF seul",
    none: "Aucune\u00a0: un PDF seul",
    "factur-x": "Factur-X",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  save: "Enregistrer",
  colourDefault: "Celle du produit, tant que vous n’en choisissez pas d’autre.",
  currentColour: "Couleur actuelle",
  currentLogo: "Logo actuel",
  remove: "Supprimer",
  chosenLogo: "Logo choisi",
  useChosen: (size) => `Utiliser l’image choisie (${size})`,
  preview: {
    pages: "Aperçu des pages et de l’e-mail",
    document: "Aperçu du document",
    title: "Aperçu",
    sample: "Un aperçu avec une facture d’exemple. Rien n’est enregistré.",
    mail: "Message"
  },
  reminders: {
    hint: "Les clients dont une facture est ouverte reçoivent un e-mail ces jours-là. 0 est le jour d’échéance\u00a0; une ligne vide n’envoie rien.",
    row: (row) => `Relance ${row}`,
    when: (row) => `Quand part la relance ${row}`,
    more: "Autres relances",
    beforeDue: "jours avant l’échéance",
    afterDue: "jours après l’échéance",
    none: "Aucune relance",
    before: counted("fr", {
      one: (n) => `${n} jour avant l’échéance`,
      other: (n) => `${n} jours avant l’échéance`
    }),
    onDue: "le jour de l’échéance",
    after: counted("fr", {
      one: (n) => `${n} jour après l’échéance`,
      other: (n) => `${n} jours après l’échéance`
    })
  },
  today: {
    title: counted("fr", {
      one: (n) => `Envoyer ${n} relance aujourd’hui\u00a0?`,
      other: (n) => `Envoyer ${n} relances aujourd’hui\u00a0?`
    }),
    text: (days) =>
      `Rien n’est encore enregistré. Avec des relances ${days}, une relance est due aujourd’hui pour ces factures ouvertes et partira dans quelques minutes\u00a0:`,
    more: counted("fr", { one: (n) => `et ${n} autre`, other: (n) => `et ${n} autres` }),
    send: counted("fr", {
      one: () => "Enregistrer et envoyer",
      other: (n) => `Enregistrer et en envoyer ${n}`
    }),
    back: "Retour au formulaire"
  }
}
