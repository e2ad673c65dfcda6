/**
 * The legal and tax data of the workspace's form. The name of an input is the path of its field in
 * the API, so the schema of the API validates them. Only changed fields are validated and saved: an
 * older value that today's rules refuse does not block the others.
 */
import { Result, Schema, SchemaIssue } from "effect"
import { CountryCode, countryCodes, countryName } from "../../../domain/address/Country.ts"
import { TaxCategory } from "../../../domain/money/Money.ts"
import { EInvoiceChoice } from "../../../domain/parties/Party.ts"
import type { Language } from "../../../domain/text/Language.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { WorkspaceResource, WorkspaceUpdate } from "../../../domain/workspaces/WorkspaceResource.ts"
import { type Child, h2, p } from "../../../html/Elements.ts"
import type { WorkspaceGroup } from "../../../words/settings/WorkspaceFormWords.ts"
import { type Words, wordsIn } from "../../../words/Words.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problem, Problems } from "../../forms/Forms.ts"
import { type Choice, field, select } from "../../Parts.ts"

interface Input {
  readonly path: readonly [field: string, part?: string]
  readonly multiline?: true
  readonly choices?: (language: Language) => ReadonlyArray<Choice>
  /** A part of a field that may be empty beside others. */
  readonly optional?: true
}

const knownCountries = new Map<Language, ReadonlyArray<Choice>>()

/** Made at the first use: no start needs the sorted names. */
const countries = (language: Language): ReadonlyArray<Choice> => {
  const known = knownCountries.get(language) ?? [
    { value: "", label: "–" },
    ...countryCodes
      .map((code) => ({ value: code, label: countryName(CountryCode.make(code), language) }))
      .sort((a, b) => a.label.localeCompare(b.label, language))
  ]
  knownCountries.set(language, known)
  return known
}

const categories = (language: Language): ReadonlyArray<Choice> => {
  const { workspaceForm, invoiceForm } = wordsIn(language)
  return [
    { value: "", label: workspaceForm.notTaxed },
    ...TaxCategory.literals.map((value) => ({
      value,
      label: `${value} · ${invoiceForm.categories[value]}`
    }))
  ]
}

const formats = (language: Language): ReadonlyArray<Choice> =>
  EInvoiceChoice.literals.map((value) => ({
    value,
    label: wordsIn(language).workspaceForm.eInvoices[value]
  }))

const yesOrNo = (language: Language): ReadonlyArray<Choice> => {
  const { yes, no } = wordsIn(language).clientForm
  return [
    { value: "false", label: no },
    { value: "true", label: yes }
  ]
}

const groups = {
  seller: [
    { path: ["legal_name"] },
    { path: ["address", "line1"] },
    { path: ["address", "line2"], optional: true },
    { path: ["address", "postal_code"] },
    { path: ["address", "city"] },
    { path: ["address", "state"] },
    { path: ["address", "country"], choices: countries },
    { path: ["email"] },
    { path: ["legal_information"], multiline: true }
  ],
  register: [
    { path: ["vat_id"] },
    { path: ["tax_number"] },
    { path: ["registration", "id"] },
    { path: ["registration", "scheme"], optional: true }
  ],
  bank: [
    { path: ["bank_account", "iban"] },
    { path: ["bank_account", "bic"], optional: true },
    { path: ["bank_account", "holder"], optional: true },
    { path: ["payment_note"], multiline: true }
  ],
  tax: [
    { path: ["default_tax_category"], choices: categories },
    { path: ["default_tax_rate"] },
    { path: ["small_business"], choices: yesOrNo }
  ],
  eInvoices: [
    { path: ["e_invoice"], choices: formats },
    { path: ["electronic_address", "id"] },
    { path: ["electronic_address", "scheme"] },
    { path: ["contact", "name"], optional: true },
    { path: ["contact", "phone"], optional: true },
    { path: ["contact", "email"], optional: true }
  ]
} as const satisfies Partial<Record<WorkspaceGroup, ReadonlyArray<Input>>>

type LegalGroup = keyof typeof groups

const inputs: ReadonlyArray<Input> = Object.values(groups).flat()
const nameOf = ({ path }: Pick<Input, "path">): string => path.join("_")

/** The names of a group's inputs. */
export const legalNames = (group: LegalGroup): ReadonlyArray<string> => groups[group].map(nameOf)

type Texts = Readonly<Record<string, string | undefined>>

/** Label, hint and rule of an input: its own, or those of the same field of a client. */
const textsOf = ({ workspaceForm: own, clientForm: client }: Words, input: Pick<Input, "path">) => {
  const name = nameOf(input)
  const find = (mine: Texts, theirs: Texts) =>
    mine[name] ?? (name in own.labels ? undefined : theirs[input.path.join(".")])
  return {
    label: find(own.labels, client.labels) ?? name,
    hint: find(own.hints, client.hints),
    rule: find(own.rules, client.rules) ?? name
  }
}

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

/** A problem of a field of the API, as the rule of its input, or of the first part of it. */
export const legalProblem = (path: ReadonlyArray<unknown>, language: Language): Problem => {
  const [first, ...rest] = path.map(String)
  const input =
    inputs.find((one) => nameOf(one) === [first, ...rest].join("_")) ??
    inputs.find((one) => one.path[0] === first)
  return input === undefined
    ? [first, ...rest].join(".")
    : { field: nameOf(input), message: textsOf(wordsIn(language), input).rule }
}

/** The label of an input; undefined for those of the rest of the form. */
export const legalLabel = (name: string, language: Language): string | undefined => {
  const input = inputs.find((one) => nameOf(one) === name)
  return input === undefined ? undefined : textsOf(wordsIn(language), input).label
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

export const legalPatch = (
  values: LegalValues,
  workspace: Workspace,
  language: Language
): Result.Result<WorkspaceUpdate, Problems> =>
  Result.mapError(
    Schema.decodeUnknownResult(WorkspaceUpdate, { errors: "all" })(
      bodyOf(values, legalValues(workspace))
    ),
    ({ issue }) => format(issue).issues.map(({ path = [] }) => legalProblem(path, language))
  )

const drawn = (input: Input, values: LegalValues, language: Language, wrong: Problems) => {
  const name = nameOf(input)
  const { label, hint } = textsOf(wordsIn(language), input)
  const { choices, multiline } = input
  const value = values[name] ?? ""
  const shown = { ...(hint === undefined ? {} : { hint }), wrong }
  return choices === undefined
    ? field({ name, label, value, ...(multiline ? { multiline } : {}), ...shown })
    : select(name, label, choices(language), value, shown)
}

export const legalParts = (
  group: LegalGroup,
  values: LegalValues,
  workspace: Workspace,
  language: Language,
  wrong: Problems
): ReadonlyArray<Child> => {
  const { workspaceForm: words } = wordsIn(language)
  const [title, about] = words.groups[group]
  const own: ReadonlyArray<Input> = groups[group]
  return [
    h2(title),
    p({ class: "quiet small" }, about),
    group === "seller" && workspace.addressText !== null
      ? p({ class: "quiet small" }, words.printedAddress(workspace.addressText))
      : null,
    ...own.map((input) => drawn(input, values, language, wrong))
  ]
}

/** Label and value of each, for members. */
export const legalFacts = (
  group: LegalGroup,
  workspace: Workspace,
  language: Language
): ReadonlyArray<readonly [string, string]> => {
  const values = legalValues(workspace)
  const own: ReadonlyArray<Input> = groups[group]
  return own.map((input) => {
    const value = values[nameOf(input)] ?? ""
    const chosen = input.choices?.(language).find((choice) => choice.value === value)
    return [textsOf(wordsIn(language), input).label, chosen?.label ?? value]
  })
}
