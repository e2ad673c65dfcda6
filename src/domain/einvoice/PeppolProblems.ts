/**
 * Rules of Peppol BIS Billing 3 that depend on the seller's country, and its list of schemes. The
 * access point refuses a document that breaks one.
 */
import type { FieldProblem } from "../Invalid.ts"
import type { EInvoiceModel, EInvoiceParty, Identifier } from "./EInvoice.ts"

type FormatProblems = ReadonlyArray<FieldProblem>

/** CL008, release 2026.5: codes of participants. An e-mail address (EM) is none. */
const schemes: ReadonlySet<string> = new Set(
  `0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195
   0196 0198 0199 0200 0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244
   0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930
   9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949
   9950 9951 9952 9953 9957 9959`.split(/\s+/)
)

const when = (isBroken: boolean, path: string, message: string): FormatProblems =>
  isBroken ? [{ path, message }] : []

const scheme = (path: string, { electronicAddress }: EInvoiceParty): FormatProblems =>
  when(
    electronicAddress !== null && !schemes.has(electronicAddress.scheme),
    `${path}.electronic_address`,
    `has the scheme ${electronicAddress?.scheme}, which Peppol does not know`
  )

/** The scheme of a registration, if there is one. */
const registered = (
  path: string,
  registration: Identifier | null,
  allowed: ReadonlyArray<string>
): FormatProblems =>
  when(
    registration !== null && !allowed.includes(registration.scheme ?? ""),
    `${path}.registration`,
    `must have the scheme ${allowed.join(" or ")}`
  )

const posted = (path: string, { address }: Pick<EInvoiceParty, "address">): FormatProblems =>
  when(address?.postalCode.trim() === "", `${path}.address.postal_code`, "is missing")

/** NL-R-002 to -005, -008. */
const dutch = ({ seller, buyer, bankAccount, type }: EInvoiceModel): FormatProblems => {
  const isDomestic = buyer.address?.country === "NL"
  return [
    ...posted("workspace", seller),
    ...registered("workspace", seller.registration, ["0106", "0190"]),
    ...(isDomestic
      ? [
          ...posted("client", buyer),
          ...registered("client", buyer.registration, ["0106", "0190"]),
          ...when(bankAccount === null && type === "380", "workspace.bank_account", "is missing")
        ]
      : [])
  ]
}

/** DK-R-002, -014, -017. */
const danish = ({ seller, buyer }: EInvoiceModel): FormatProblems => [
  ...when(seller.registration === null, "workspace.registration", "is missing"),
  ...registered("workspace", seller.registration, ["0184"]),
  ...(buyer.address?.country === "DK" ? registered("client", buyer.registration, ["0184"]) : [])
]

/** SE-R-003 to -006, -013. */
const swedish = ({ seller, taxes }: EInvoiceModel): FormatProblems => [
  ...when(
    seller.registration !== null && !/^\d{10}$/.test(seller.registration.id),
    "workspace.registration",
    "must have 10 digits"
  ),
  ...when(
    seller.registration !== null &&
      seller.taxNumber !== null &&
      seller.taxNumber.toLowerCase() !== "godkänd för f-skatt",
    "workspace.tax_number",
    "must be Godkänd för F-skatt"
  ),
  ...when(
    taxes.some(({ category, rate }) => category === "S" && ![0.06, 0.12, 0.25].includes(rate)),
    "invoice.tax_rate",
    "must be 0.06, 0.12 or 0.25"
  )
]

/** IT-R-001 and -004. */
const italian = ({ seller }: EInvoiceModel): FormatProblems => [
  ...when(
    seller.taxNumber !== null && !/^[A-Z0-9]{11,16}$/.test(seller.taxNumber),
    "workspace.tax_number",
    "must have 11 to 16 capital letters or digits"
  ),
  ...posted("workspace", seller)
]

/** IS-R-002 to -005. */
const icelandic = ({ seller, buyer }: EInvoiceModel): FormatProblems =>
  [
    ["workspace", seller] as const,
    ...(buyer.address?.country === "IS" ? [["client", buyer] as const] : [])
  ].flatMap(([path, party]) => [
    ...when(party.registration === null, `${path}.registration`, "is missing"),
    ...registered(path, party.registration, ["0196"]),
    ...posted(path, party)
  ])

/** NO-R-001. */
const norwegian = ({ seller: { vatId } }: EInvoiceModel): FormatProblems =>
  when(
    vatId !== null && !/^NO\d{9}MVA$/.test(vatId),
    "workspace.vat_id",
    "must be NO, nine digits and MVA"
  )

/** GR-R-001 requires a number of six parts that the tax authority defines. */
const greek = (): FormatProblems => [
  { path: "workspace.address.country", message: "is Greece, whose numbering is not supported" }
]

type Rules = Readonly<Record<string, (invoice: EInvoiceModel) => FormatProblems>>

const byCountry: Rules = { NL: dutch, DK: danish, SE: swedish, IS: icelandic }

/** Rules that apply by the country of the VAT id, which may be registered elsewhere. */
const byTaxCountry: Rules = { IT: italian, NO: norwegian, GR: greek, EL: greek }

export const peppolProblems = (
  invoice: EInvoiceModel,
  /** The one that is written. */
  vatId: string | null
): FormatProblems => {
  const { seller, buyer } = invoice
  const country = seller.address?.country ?? ""
  return [
    ...scheme("workspace", seller),
    ...scheme("client", buyer),
    ...(byCountry[country]?.(invoice) ?? []),
    ...(byTaxCountry[vatId?.slice(0, 2) ?? country]?.(invoice) ?? [])
  ]
}
