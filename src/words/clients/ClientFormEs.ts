/** The words of a client's form in Spanish. */
import type { ClientFormWords } from "./ClientFormWords.ts"

const line = "Como máximo 255 caracteres en una línea."
const addressLine = "Una dirección tiene calle, ciudad y país; como máximo 255 caracteres."

export const clientFormEs: ClientFormWords = {
  newClient: "Nuevo cliente",
  edit: (name) => `Editar ${name}`,
  sections: {
    contact: "Contacto",
    address: "Dirección",
    documents: "Documentos",
    notes: "Uso interno"
  },
  labels: {
    name: "Nombre",
    company: "Empresa",
    email: "Correo electrónico",
    phone: "Teléfono",
    "address.line1": "Calle y número",
    "address.line2": "Segunda línea",
    "address.postal_code": "Código postal",
    "address.city": "Ciudad",
    "address.state": "Provincia o región",
    "address.country": "País",
    language: "Idioma",
    vat_id: "NIF-IVA",
    "registration.id": "Número de registro",
    "registration.scheme": "Código del registro",
    e_invoice: "Factura electrónica",
    "electronic_address.id": "Dirección electrónica",
    "electronic_address.scheme": "Esquema de la dirección electrónica",
    buyer_reference: "Referencia del comprador",
    notes: "Notas",
    portal_access: "Acceso al portal"
  },
  rules: {
    name: "Escriba el nombre de una persona, como máximo 255 caracteres.",
    company: line,
    email: "Escriba una dirección de correo, por ejemplo ada@example.com.",
    phone: line,
    "address.line1": addressLine,
    "address.line2": line,
    "address.postal_code": line,
    "address.city": addressLine,
    "address.state": line,
    "address.country": "Una dirección tiene un país.",
    language: "Elija un idioma.",
    vat_id: "Escriba el NIF-IVA con el prefijo del país, por ejemplo ESB12345674.",
    "registration.id":
      "Escriba un número que corresponda al código del registro, como máximo 64 caracteres.",
    "registration.scheme": "Escriba cuatro cifras de ISO 6523, por ejemplo 0002.",
    e_invoice: "Elija un formato.",
    "electronic_address.id": "Escriba una dirección que corresponda a su esquema.",
    "electronic_address.scheme": "Escriba un código de la lista EAS, por ejemplo 0088, 9930 o EM.",
    buyer_reference: "Como máximo 64 caracteres en una línea.",
    notes: "Como máximo 10.000 caracteres.",
    portal_access: "Elija sí o no."
  },
  hints: {
    email: "Las facturas y los recordatorios van a esta dirección.",
    "registration.scheme": "Si el registro tiene uno: 0002 es un SIREN.",
    "electronic_address.scheme":
      "0088 es un GLN, 9930 un NIF-IVA alemán, EM una dirección de correo.",
    buyer_reference:
      "Se imprime en las facturas; la Leitweg-ID de los compradores públicos en Alemania.",
    notes: "El cliente no las ve."
  },
  asWorkspace: "Como el espacio de trabajo",
  eInvoices: {
    auto: "Como el espacio de trabajo",
    none: "Ninguna: solo un PDF",
    "factur-x": "Factur-X (ZUGFeRD)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  noCountry: "Elegir…",
  yes: "Sí",
  no: "No",
  adminOpens: "Un administrador abre y cierra el portal.",
  newAddress:
    "Una nueva dirección de correo termina las visitas del cliente al portal y anula sus enlaces.",
  create: "Crear el cliente",
  save: "Guardar el cliente",
  changed: "Otra persona cambió este cliente"
}
