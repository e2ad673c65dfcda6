/** The words of the workspace's own data in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { WorkspaceFormWords } from "./WorkspaceFormWords.ts"

const short = "Como máximo 255 caracteres en una línea."

export const workspaceFormEs: WorkspaceFormWords = {
  facts: (plan, currency) => `Plan ${plan}, moneda ${currency}`,
  groups: {
    seller: ["Vendedor", "El nombre y la dirección que la ley exige en cada factura."],
    register: ["Registro y números fiscales", "Se imprimen al final de los documentos."],
    bank: ["Transferencia", "Se imprime en las facturas y aparece primero en la página de pago."],
    place: [
      "Idioma y hora",
      "De los documentos y correos, salvo que un cliente tenga otro idioma."
    ],
    numbers: ["Facturas nuevas", "Con lo que empieza una factura; cada una puede ser distinta."],
    tax: ["Impuestos", "Para las facturas que no indican los suyos."],
    eInvoices: [
      "Facturas electrónicas",
      "El formato de los clientes que no tienen uno propio, y los datos que exigen los formatos."
    ]
  },
  labels: {
    name: "Nombre",
    legal_name: "Razón social",
    email: "Correo electrónico",
    legal_information: "Información legal",
    tax_number: "Número fiscal",
    bank_account_iban: "IBAN",
    bank_account_bic: "BIC",
    bank_account_holder: "Titular de la cuenta",
    payment_note: "Nota de pago",
    time_zone: "Zona horaria",
    locale: "Idioma y región de números y fechas",
    colour: "Color",
    logo: "Logotipo",
    invoice_prefix: "Prefijo de las facturas",
    payment_terms: "Plazo de pago en días",
    default_tax_category: "Categoría del impuesto",
    default_tax_rate: "Tipo impositivo en porcentaje",
    small_business: "Pequeña empresa exenta de IVA",
    e_invoice: "Formato",
    contact_name: "Nombre del contacto",
    contact_phone: "Teléfono del contacto",
    contact_email: "Correo del contacto",
    reminders: "Recordatorios"
  },
  hints: {
    email: "Las respuestas de los clientes llegan aquí.",
    legal_information: "Al final de los documentos: registro mercantil, administradores, capital.",
    vat_id: "Con el prefijo del país, por ejemplo ESB12345674.",
    registration_id: "Por ejemplo, hoja M-123456.",
    bank_account_holder: "Si no es la razón social.",
    payment_note: "Debajo del total.",
    time_zone: "Una factura vence cuando empieza un día en esta zona.",
    logo: "PNG o JPEG, como máximo 256 kB y 2000 × 2000 píxeles.",
    invoice_prefix: "Delante del número de las facturas nuevas, como en INV-0001.",
    small_business:
      "§ 19 UStG (Alemania), § 6 UStG (Austria), art. 293 B del CGI (Francia): los documentos citan la exención."
  },
  rules: {
    name: "Escriba un nombre de 255 caracteres como máximo.",
    legal_name: short,
    email: "Escriba una dirección de correo, por ejemplo hola@example.com.",
    legal_information: "Como máximo 1000 caracteres.",
    tax_number: "Como máximo 64 caracteres en una línea.",
    bank_account_iban: "Escriba un IBAN con dígitos de control correctos.",
    bank_account_bic: "Escriba un BIC de 8 u 11 caracteres.",
    bank_account_holder: "Como máximo 70 caracteres en una línea.",
    payment_note: "Como máximo 1000 caracteres.",
    time_zone: "Elija una zona horaria.",
    locale: "Elija un idioma.",
    colour: "Escriba un color, por ejemplo #1d4ed8.",
    logo: "Elija un PNG o JPEG de 256 kB y 2000 × 2000 píxeles como máximo.",
    invoice_prefix:
      "Escriba de 1 a 16 mayúsculas, cifras y guiones, sin guion al principio; CN es el prefijo de las facturas rectificativas.",
    payment_terms: "Escriba un número de días de 0 a 365.",
    default_tax_category:
      "Elija una categoría que corresponda al tipo; una pequeña empresa está exenta (E).",
    default_tax_rate:
      "Escriba un tipo de 0 a 100 que corresponda a la categoría: superior a 0 solo con S, y ninguno para una pequeña empresa.",
    small_business: "Elija sí o no; fuera de Alemania, Austria y Francia hace falta un motivo.",
    e_invoice: "Elija un formato.",
    contact_name: short,
    contact_phone: "Escriba un teléfono con al menos tres cifras.",
    contact_email: "Escriba una dirección de correo, por ejemplo hola@example.com.",
    reminders:
      "Los recordatorios se envían hasta 60 días antes y hasta 365 días después del vencimiento."
  },
  printedAddress: (address) => `Se imprime hasta que rellene la dirección: ${address}`,
  notTaxed: "Sin impuesto",
  eInvoices: {
    auto: "Factur-X si los datos bastan; si no, solo un PDF",
    none: "Ninguna: solo un PDF",
    "factur-x": "Factur-X (ZUGFeRD)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  save: "Guardar",
  colourDefault: "El del producto, hasta que elija otro.",
  currentColour: "Color actual",
  currentLogo: "Logotipo actual",
  remove: "Quitar",
  chosenLogo: "Logotipo elegido",
  useChosen: (size) => `Usar la imagen elegida (${size})`,
  preview: {
    pages: "Vista previa de páginas y correo",
    document: "Vista previa del documento",
    title: "Vista previa",
    sample: "Una vista previa con una factura de ejemplo. No se guarda nada.",
    mail: "Correo"
  },
  reminders: {
    hint: "Los clientes con una factura abierta reciben un correo estos días. 0 es el día de vencimiento; una fila vacía no envía ninguno.",
    row: (row) => `Recordatorio ${row}`,
    when: (row) => `Cuándo se envía el recordatorio ${row}`,
    more: "Más recordatorios",
    beforeDue: "días antes del vencimiento",
    afterDue: "días después del vencimiento",
    none: "Sin recordatorios",
    before: counted("es", {
      one: (n) => `${n} día antes del vencimiento`,
      other: (n) => `${n} días antes del vencimiento`
    }),
    onDue: "el día del vencimiento",
    after: counted("es", {
      one: (n) => `${n} día después del vencimiento`,
      other: (n) => `${n} días después del vencimiento`
    })
  },
  today: {
    title: counted("es", {
      one: (n) => `¿Enviar ${n} recordatorio hoy?`,
      other: (n) => `¿Enviar ${n} recordatorios hoy?`
    }),
    text: (days) =>
      `Todavía no se ha guardado nada. Con recordatorios ${days}, hoy toca un recordatorio de estas facturas abiertas y se enviará en unos minutos:`,
    more: counted("es", { one: (n) => `y ${n} más`, other: (n) => `y ${n} más` }),
    send: counted("es", {
      one: () => "Guardar y enviar",
      other: (n) => `Guardar y enviar ${n}`
    }),
    back: "Volver al formulario"
  }
}
