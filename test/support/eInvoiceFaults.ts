/**
 * E-invoices that a format cannot express: the path of the problem, and the official rule that a
 * document would break if it were written anyway.
 */
import { CountryCode } from "../../src/domain/address/Country.ts"
import type { EInvoiceModel, XmlFormat } from "../../src/domain/einvoice/EInvoice.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { buyer, cases, eInvoice, type Line, seller } from "./eInvoices.ts"

interface Fault {
  readonly format: XmlFormat
  readonly invoice: EInvoiceModel
  readonly path: string
  readonly rule: string
}

const standard: Line = { quantity: 1, price: 10_000, category: "S", rate: 0.19 }
const at = (country: string) => ({
  line1: "Street 1",
  line2: null,
  city: "Town",
  state: "",
  postalCode: "1000",
  country: CountryCode.make(country)
})
const of = (given: Partial<EInvoiceModel>, line: Partial<Line> = {}) =>
  eInvoice([{ ...standard, ...line }], given)
const withSeller = (given: Partial<EInvoiceModel["seller"]>, line: Partial<Line> = {}) =>
  of({ seller: { ...seller, ...given } }, line)
const withBuyer = (given: Partial<EInvoiceModel["buyer"]>, line: Partial<Line> = {}) =>
  of({ buyer: { ...buyer, ...given } }, line)
const contact = { name: "Erika", phone: "030 12345", email: "erika@agentur.example" }
const noIds = { vatId: null, taxNumber: null, registration: null }

const rows: ReadonlyArray<readonly [XmlFormat, string, string, EInvoiceModel]> = [
  ["cii", "invoice.currency", "BR-DEC-", of({ currency: CurrencyCode.make("KWD") })],
  ["ubl", "invoice.currency", "BR-CL-04", of({ currency: CurrencyCode.make("BGN") })],
  ["cii", "client.address.country", "BR-CL-14", withBuyer({ address: at("SS") })],
  ["cii", "workspace.vat_id", "BR-S-02", withSeller(noIds)],
  ["ubl", "workspace.vat_id", "BR-CO-09", withSeller({ vatId: "123456788" })],
  ["ubl", "client.vat_id", "BR-CO-09", withBuyer({ vatId: "?123" })],
  ["ubl", "client.vat_id", "BR-AE-02", withBuyer({ vatId: null }, { category: "AE", rate: 0 })],
  ["ubl", "client.vat_id", "BR-IC-02", withBuyer({ vatId: null }, { category: "K", rate: 0 })],
  ["cii", "workspace.vat_id", "BR-G-02", withSeller({ vatId: null }, { category: "G", rate: 0 })],
  ["cii", "workspace.tax_number", "BR-CO-26", withSeller(noIds, { category: "O", rate: 0 })],
  [
    "ubl",
    "invoice.delivery_date",
    "BR-IC-11",
    of({ deliveryDate: null }, { category: "K", rate: 0 })
  ],
  ["cii", "invoice.line_items[0].tax_rate", "BR-CO-17", of({}, { price: 9_000_000, rate: 0.004 })],
  ["xrechnung", "client.buyer_reference", "BR-DE-15", of({ buyerReference: null })],
  [
    "xrechnung",
    "workspace.contact.name",
    "BR-DE-5",
    withSeller({ contact: { ...contact, name: null } })
  ],
  [
    "xrechnung",
    "workspace.contact.phone",
    "BR-DE-6",
    withSeller({ contact: { ...contact, phone: null } })
  ],
  [
    "xrechnung",
    "workspace.contact.email",
    "BR-DE-7",
    withSeller({ contact: { ...contact, email: null } })
  ],
  [
    "xrechnung",
    "workspace.address.postal_code",
    "BR-DE-4",
    withSeller({ address: { ...at("DE"), postalCode: "" } })
  ],
  [
    "xrechnung",
    "client.address.postal_code",
    "BR-DE-9",
    withBuyer({ address: { ...at("DE"), postalCode: " " } })
  ],
  [
    "xrechnung",
    "workspace.electronic_address",
    "PEPPOL-EN16931-R020",
    withSeller({ electronicAddress: null })
  ],
  ["xrechnung", "workspace.payment_note", "BR-DE-18", of({ terms: "#SKONTO#TAGE=14#" })],
  [
    "peppol",
    "client.buyer_reference",
    "DE-R-015",
    of({ buyerReference: null, purchaseOrder: "7" })
  ],
  [
    "peppol",
    "client.buyer_reference",
    "PEPPOL-EN16931-R003",
    of({ buyerReference: null, buyer: { ...buyer, address: at("BE") } })
  ],
  [
    "peppol",
    "client.electronic_address",
    "PEPPOL-EN16931-R010",
    withBuyer({ electronicAddress: null })
  ],
  [
    "peppol",
    "client.electronic_address",
    "PEPPOL-EN16931-CL008",
    withBuyer({ electronicAddress: { scheme: "EM", id: "a@example.com" } })
  ],
  [
    "peppol",
    "workspace.contact.phone",
    "DE-R-006",
    withSeller({ contact: { ...contact, phone: null } })
  ],
  ["peppol", "workspace.registration", "NL-R-003", withSeller({ address: at("NL") })],
  [
    "peppol",
    "workspace.bank_account",
    "NL-R-008",
    of({
      bankAccount: null,
      seller: { ...seller, address: at("NL"), registration: { scheme: "0106", id: "12345678" } },
      buyer: { ...buyer, address: at("NL") }
    })
  ],
  [
    "peppol",
    "workspace.registration",
    "DK-R-002",
    withSeller({ address: at("DK"), registration: null })
  ],
  [
    "peppol",
    "workspace.registration",
    "SE-R-004",
    withSeller({ address: at("SE"), taxNumber: null })
  ],
  [
    "peppol",
    "workspace.tax_number",
    "IT-R-001",
    withSeller({ address: at("IT"), vatId: "IT12345670017" })
  ],
  ["peppol", "workspace.registration", "IS-R-002", withSeller({ address: at("IS") })],
  [
    "peppol",
    "workspace.vat_id",
    "NO-R-001",
    withSeller({ address: at("NO"), vatId: "NO123456789" })
  ],
  [
    "peppol",
    "workspace.address.country",
    "GR-R-001-1",
    withSeller({ address: at("GR"), vatId: "EL123456783" })
  ],
  [
    "ubl",
    "invoice.exemption_reason",
    "BR-E-10",
    {
      ...of({}, { category: "E", rate: 0 }),
      taxes: [{ category: "E", rate: 0, baseMinor: 10_000, taxMinor: 0, exemptionReason: null }]
    }
  ]
]

/** By a name that is unique among them. */
export const faults: ReadonlyMap<string, Fault> = new Map(
  rows.map(([format, path, rule, invoice]) => [
    `${format} ${path} ${rule}`,
    { format, invoice, path, rule }
  ])
)

const untaxed = cases["standard"]
/** Faults of which no document can be written at all. */
export const unwritable: ReadonlyArray<readonly [path: string, invoice: EInvoiceModel]> = [
  ["workspace.address", withSeller({ address: null })],
  ["client.address", withBuyer({ address: null })],
  ...(untaxed === undefined
    ? []
    : [
        [
          "invoice.tax_category",
          {
            ...untaxed,
            taxes: [],
            lines: untaxed.lines.map((line) => ({ ...line, tax: null, hasOwnTax: false }))
          }
        ] as const
      ])
]
