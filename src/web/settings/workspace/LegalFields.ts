/**
 * The legal and tax data of the workspace's form. The name of an input is the path of its field in
 * the API, so the schema of the API validates them. Only changed fields are validated and saved: an
 * older value that today's rules refuse does not block the others.
 */
import { Result, Schema, SchemaIssue } from "effect"
import { CountryCode, countryCodes, countryName } from "../../../domain/address/Country.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { WorkspaceResource, WorkspaceUpdate } from "../../../domain/workspaces/WorkspaceResource.ts"
import { h2, p } from "../../../html/Elements.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { type Choice, field, select } from "../../Parts.ts"

interface Input {
  readonly path: readonly [field: string, part?: string]
  readonly label: string
  readonly hint?: string
  readonly multiline?: true
  readonly choices?: () => ReadonlyArray<Choice>
  /** A part of a field that may be empty beside others. */
  readonly optional?: true
}

let knownCountries: ReadonlyArray<Choice> | undefined

/** Made at the first use: no start needs the sorted names. */
const countries = (): ReadonlyArray<Choice> => {
  knownCountries ??= [
    { value: "", label: "–" },
    ...countryCodes
      .map((code) => ({ value: code, label: countryName(CountryCode.make(code), "en") }))
      .sort((a, b) => a.label.localeCompare(b.label, "en"))
  ]
  return knownCountries
}

const categories: ReadonlyArray<Choice> = [
  { value: "", label: "Not taxed" },
  { value: "S", label: "S · standard or reduced rate" },
  { value: "Z", label: "Z · zero rate" },
  { value: "E", label: "E · exempt" },
  { value: "AE", label: "AE · reverse charge" },
  { value: "K", label: "K · intra-Community supply of goods" },
  { value: "G", label: "G · export of goods" },
  { value: "O", label: "O · outside the scope of VAT" }
]

const formats: ReadonlyArray<Choice> = [
  { value: "auto", label: "Factur-X where the data suffice, otherwise a PDF alone" },
  { value: "none", label: "None: a PDF alone" },
  { value: "factur-x", label: "Factur-X (ZUGFeRD)" },
  { value: "xrechnung", label: "XRechnung" },
  { value: "peppol", label: "Peppol BIS Billing 3" }
]

const yesOrNo: ReadonlyArray<Choice> = [
  { value: "false", label: "No" },
  { value: "true", label: "Yes" }
]

interface Group {
  readonly title: string
  readonly about: string
  readonly inputs: ReadonlyArray<Input>
}

const groups: ReadonlyArray<Group> = [
  {
    title: "Seller",
    about: "Name and address that the law wants on each invoice.",
    inputs: [
      { path: ["legal_name"], label: "Legal name" },
      { path: ["address", "line1"], label: "Street and number" },
      { path: ["address", "line2"], label: "Second line", optional: true },
      { path: ["address", "postal_code"], label: "Postal code" },
      { path: ["address", "city"], label: "City" },
      { path: ["address", "state"], label: "State or region" },
      { path: ["address", "country"], label: "Country", choices: countries },
      { path: ["email"], label: "E-mail", hint: "Replies from clients go here." },
      {
        path: ["legal_information"],
        label: "Legal information",
        hint: "At the end of documents: register court, managers, capital.",
        multiline: true
      }
    ]
  },
  {
    title: "Tax",
    about: "Invoices that name no tax of their own have this one.",
    inputs: [
      { path: ["vat_id"], label: "VAT id", hint: "With the country's prefix, as DE123456789." },
      { path: ["tax_number"], label: "Tax number" },
      { path: ["registration", "id"], label: "Register number", hint: "As HRB 12345 B." },
      {
        path: ["registration", "scheme"],
        label: "Register code",
        hint: "Four digits of ISO 6523, if the register has one: 0002 is a SIREN.",
        optional: true
      },
      { path: ["default_tax_category"], label: "Tax category", choices: () => categories },
      { path: ["default_tax_rate"], label: "Tax rate in percent" },
      {
        path: ["small_business"],
        label: "Small business without VAT",
        hint: "§ 19 UStG, § 6 Abs. 1 Z 27 UStG, art. 293 B du CGI: documents state the exemption.",
        choices: () => yesOrNo
      }
    ]
  },
  {
    title: "Bank transfer",
    about: "Printed on invoices.",
    inputs: [
      { path: ["bank_account", "iban"], label: "IBAN" },
      { path: ["bank_account", "bic"], label: "BIC", optional: true },
      {
        path: ["bank_account", "holder"],
        label: "Account holder",
        hint: "If it is not the legal name.",
        optional: true
      },
      { path: ["payment_note"], label: "Payment note", hint: "Under the total.", multiline: true }
    ]
  },
  {
    title: "E-invoices",
    about: "The format for clients that have none of their own, and the data that formats demand.",
    inputs: [
      { path: ["e_invoice"], label: "Format", choices: () => formats },
      { path: ["electronic_address", "id"], label: "Electronic address" },
      {
        path: ["electronic_address", "scheme"],
        label: "Scheme of the electronic address",
        hint: "EAS code: 0088 is a GLN, 9930 a German VAT id, EM an e-mail address."
      },
      { path: ["contact", "name"], label: "Contact's name", optional: true },
      { path: ["contact", "phone"], label: "Contact's phone", optional: true },
      { path: ["contact", "email"], label: "Contact's e-mail", optional: true }
    ]
  }
]

const inputs = groups.flatMap((group) => group.inputs)
const nameOf = ({ path }: Pick<Input, "path">): string => path.join("_")

export type LegalValues = Readonly<Record<string, string>>

const textOf = (value: unknown): string => (value == null ? "" : String(value))
const partOf = (value: unknown, part: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, part) : null

export const legalValues = (workspace: Workspace): LegalValues => {
  const wire: Readonly<Record<string, unknown>> = {
    ...WorkspaceResource.toWire(workspace),
    default_tax_rate:
      workspace.defaultTaxRate === null ? null : Number((workspace.defaultTaxRate * 100).toFixed(4))
  }
  return Object.fromEntries(
    inputs.map((input) => {
      const [name, part] = input.path
      return [nameOf(input), textOf(part === undefined ? wire[name] : partOf(wire[name], part))]
    })
  )
}

/** The inputs that the form has. */
export const legalValuesIn = (sent: Form): LegalValues => {
  const names = new Set(sent.entries.map(([name]) => name))
  return Object.fromEntries(
    inputs.map(nameOf).flatMap((name) => (names.has(name) ? [[name, sent.text(name)]] : []))
  )
}

/** The value of a text in the body of the API. */
const sentOf = (name: string, text: string): unknown => {
  if (text === "") return null
  if (name === "small_business") return text === "true"
  if (name !== "default_tax_rate") return text
  const percent = Number(text.replace(",", "."))
  return Number.isFinite(percent) ? Number((percent / 100).toFixed(8)) : text
}

/** A field with parts is whole: null if all of them are empty. */
const wholeOf = (own: ReadonlyArray<Input>, values: LegalValues): unknown => {
  const parts = own.map(({ path, optional }) => {
    const text = values[nameOf({ path })] ?? ""
    return [path[1] ?? "", optional && text === "" ? null : text] as const
  })
  return parts.every(([, text]) => !text) ? null : Object.fromEntries(parts)
}

/** The changed fields in the body of the API. */
const bodyOf = (values: LegalValues, present: LegalValues): Record<string, unknown> => {
  const isChanged = ({ path }: Input) => {
    const text = values[nameOf({ path })]
    return text !== undefined && text !== present[nameOf({ path })]
  }
  const changed = [...new Set(inputs.filter(isChanged).map(({ path }) => path[0]))]
  return Object.fromEntries(
    changed.map((name) => {
      const own = inputs.filter(({ path }) => path[0] === name)
      const isWhole = own.some(({ path }) => path[1] !== undefined)
      return [name, isWhole ? wholeOf(own, values) : sentOf(name, values[name] ?? "")]
    })
  )
}

/** A problem of a field of the API, in the words of the form. */
export const legalProblem = (path: ReadonlyArray<unknown>, message: string) => {
  const name = path.map(String).join("_")
  const label = inputs.find((input) => nameOf(input) === name)?.label ?? name
  const words = message
    .replace(/^Expected /, "must be ")
    .replace(/\bnull\b/, "empty")
    .replace("tax_category", "Tax category")
  return { field: name, message: `${label} ${words}` }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

export const legalPatch = (
  values: LegalValues,
  workspace: Workspace
): Result.Result<WorkspaceUpdate, Problems> =>
  Result.mapError(
    Schema.decodeUnknownResult(WorkspaceUpdate, { errors: "all" })(
      bodyOf(values, legalValues(workspace))
    ),
    ({ issue }) => format(issue).issues.map(({ path = [], message }) => legalProblem(path, message))
  )

const drawn = (input: Input, values: LegalValues, wrong: Problems) => {
  const name = nameOf(input)
  const { label, hint, choices, multiline } = input
  const value = values[name] ?? ""
  const shown = { ...(hint === undefined ? {} : { hint }), wrong }
  return choices === undefined
    ? field({ name, label, value, ...(multiline ? { multiline } : {}), ...shown })
    : select(name, label, choices(), value, shown)
}

export const legalParts = (values: LegalValues, workspace: Workspace, wrong: Problems) =>
  groups.flatMap(({ title, about, inputs: own }) => [
    h2(title),
    p({ class: "hint" }, about),
    title === "Seller" && workspace.addressText !== null
      ? p({ class: "hint" }, `Printed until you fill in the address: ${workspace.addressText}`)
      : null,
    ...own.map((input) => drawn(input, values, wrong))
  ])

/** Label and value of each, for members. */
export const legalFacts = (workspace: Workspace): ReadonlyArray<readonly [string, string]> => {
  const values = legalValues(workspace)
  return inputs.map((input) => {
    const value = values[nameOf(input)] ?? ""
    const chosen = input.choices?.().find((choice) => choice.value === value)
    return [input.label, chosen?.label ?? value]
  })
}
