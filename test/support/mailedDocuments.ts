/**
 * Invoices and credit notes as a real server mails them: in each language and format, with the
 * files of the mail and the XML that the API serves.
 */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import PostalMime from "postal-mime"
import { eventually } from "./process.ts"

const address = {
  line1: "Hauptstraße 1",
  city: "Berlin",
  state: "",
  postal_code: "10115",
  country: "DE"
}

const agency = {
  locale: "de-DE",
  legal_name: "Beispiel & Söhne GmbH",
  address,
  vat_id: "DE123456788",
  tax_number: "29/123/45678",
  contact: { name: "Erika", phone: "+49 30 1234567", email: "erika@agentur.example" },
  electronic_address: { scheme: "9930", id: "DE123456788" },
  bank_account: { iban: "DE75512108001245126199", bic: null, holder: null },
  payment_note: "Ohne Abzug zahlbar."
}

const belgian = {
  ...address,
  line1: "Meir 1",
  city: "Antwerpen",
  postal_code: "2000",
  country: "BE"
}
const design = { description: "Design", quantity: 8.5, unit: "HUR", unit_price: 9500 }
const large = { description: "Relaunch", quantity: 1, unit: "LS", unit_price: 1_234_567 }
const mixed = [
  design,
  large,
  { description: "Book\nwith sources", quantity: 3, unit_price: 7327, tax_rate: 0.07 },
  { description: "Agreed deduction", quantity: 1, unit_price: -15_095 },
  {
    description: "Course",
    quantity: 1,
    unit_price: 50_000,
    tax_category: "E",
    exemption_reason: "Steuerfrei nach § 4 Nr. 21 UStG"
  }
]

interface Case {
  readonly format: "factur-x" | "xrechnung" | "peppol"
  readonly locale: string
  readonly client: object
  readonly invoice: object
  /** The lines that are credited; null is all. */
  readonly credited: ReadonlyArray<object> | null
}

const buyer = { scheme: "9930", id: "DE136695976" }
const taxed = { tax_rate: 0.19, delivery_date: "2026-10-31" }

export const mailedCases: Readonly<Record<string, Case>> = {
  "several rates and a discount": {
    format: "factur-x",
    locale: "de-DE",
    client: { language: "de" },
    invoice: { ...taxed, line_items: mixed, discount: 10_000 },
    credited: [{ line: 0, quantity: 1.5 }, { line: 1, amount: 333_333 }, { line: 3 }]
  },
  dollars: {
    format: "factur-x",
    locale: "en-GB",
    client: { language: "en" },
    invoice: { ...taxed, line_items: [design, large], currency: "USD" },
    credited: null
  },
  "reverse charge": {
    format: "factur-x",
    locale: "fr-FR",
    client: { language: "fr", vat_id: "BE0123456749", address: belgian },
    invoice: { ...taxed, line_items: [design, large], tax_rate: null, tax_category: "AE" },
    credited: [{ line: 1, amount: 234_567 }]
  },
  "a service period": {
    format: "factur-x",
    locale: "es-ES",
    client: { language: "es", address: belgian },
    invoice: {
      tax_rate: 0.21,
      line_items: mixed.slice(0, 4),
      discount: 777,
      service_period: { start: "2026-10-01", end: "2026-10-31" }
    },
    credited: [{ line: 2, quantity: 1 }]
  },
  "to an authority": {
    format: "xrechnung",
    locale: "de-DE",
    client: { e_invoice: "xrechnung", buyer_reference: "04011000-1234512345-06" },
    invoice: { ...taxed, line_items: mixed, discount: 10_000 },
    credited: [{ line: 0, quantity: 8.5 }]
  },
  "over Peppol": {
    format: "peppol",
    locale: "de-DE",
    client: { e_invoice: "peppol", buyer_reference: "PO 7", electronic_address: buyer },
    invoice: { ...taxed, line_items: mixed },
    credited: null
  }
}

export interface Mailed {
  readonly number: string
  readonly pdf: Uint8Array
  /** The file beside it. */
  readonly xml: string | null
  /** As the API serves it. */
  readonly cii: string
}

interface Server {
  readonly url: string
  readonly key: string
  /** Its DATA_DIR. */
  readonly path: string
}

const caller =
  ({ url, key }: Server) =>
  async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers, ...sent })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }

/** The files of the mail that brings the document. */
const filesOf = ({ path }: Server, number: string) =>
  eventually(async () => {
    const folder = join(path, "mail")
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith(".eml")) continue
      const { attachments } = await PostalMime.parse(await readFile(join(folder, name)))
      const files = new Map(
        attachments.flatMap(({ filename, content }) =>
          filename === null || typeof content === "string"
            ? []
            : [[filename, new Uint8Array(content)] as const]
        )
      )
      if (files.has(`${number}.pdf`)) return files
    }
    return undefined
  })

/** Sends an invoice of each case, and credits it. */
export const mailedDocuments = async (server: Server): Promise<ReadonlyMap<string, Mailed>> => {
  const call = caller(server)
  const json = async (...request: Parameters<typeof call>) => JSON.parse(await call(...request))
  const mailed = new Map<string, Mailed>()
  const add = async (name: string, path: string, number: string) => {
    const cii = await call("GET", `${path}/xml?format=cii`)
    const files = await filesOf(server, number)
    const xml = files.get(`${number}.xml`)
    const pdf = files.get(`${number}.pdf`) ?? new Uint8Array()
    mailed.set(name, {
      number,
      cii,
      pdf,
      xml: xml === undefined ? null : new TextDecoder().decode(xml)
    })
  }
  await call("PATCH", "/v1/workspace", agency)
  for (const [name, { client, invoice, credited }] of Object.entries(mailedCases)) {
    const email = "max@kunde.example"
    const person = { name: "Max Kunde", company: "Kunde SE", email, address, ...client }
    const { id: client_id } = await json("POST", "/v1/clients", person)
    const draft = { client_id, currency: "EUR", ...invoice }
    const { id, number } = await json("POST", "/v1/invoices", draft)
    await call("POST", `/v1/invoices/${id}/send`, {})
    await add(name, `/v1/invoices/${id}`, number)
    const path = `/v1/invoices/${id}/credit_notes`
    const note = await json("POST", path, { reason: "Wrong hours", lines: credited })
    await add(`${name}, credited`, `/v1/credit_notes/${note.id}`, note.number)
  }
  return mailed
}
