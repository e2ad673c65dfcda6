/**
 * The workspace's own data in three forms: the company, its branding, its invoicing. Each is read
 * by the fields that it has, so that a form of another page, or of all fields, works too.
 */
import { Result, Schema } from "effect"
import type { WorkspacePatch } from "../../../app/workspaces/UpdateWorkspace.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { Locale, line } from "../../../domain/text/Text.ts"
import { defaultColour, type Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  Colour,
  InvoicePrefix,
  TimeZoneName
} from "../../../domain/workspaces/WorkspaceResource.ts"
import type { WorkspaceFormWords } from "../../../words/settings/WorkspaceFormWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, chosenLogoName, logoField, type Problems } from "../../forms/Forms.ts"
import {
  type LegalValues,
  legalNames,
  legalPatch,
  legalValues,
  legalValuesIn
} from "./LegalFields.ts"
import {
  daysIn,
  isReminderField,
  type ReminderRow,
  reminderRowsOf,
  rowsIn
} from "./ReminderRows.ts"

const workspaceParts = ["workspace", "branding", "invoicing"] as const
/** A part is a page of the settings. */
export type WorkspacePart = (typeof workspaceParts)[number]

/** The groups of legal data that a part has. */
export const legalGroups = {
  workspace: ["seller", "register", "bank"],
  branding: [],
  invoicing: ["tax", "eInvoices"]
} as const

const names = ["name", "colour", "invoice_prefix", "payment_terms", "time_zone", "locale"] as const
type Name = (typeof names)[number]
type Texts = Readonly<Record<Name, string>>

const ownNames = {
  workspace: ["name", "time_zone", "locale"],
  branding: ["colour", "remove_colour", "logo", "remove_logo", chosenLogoName],
  invoicing: ["invoice_prefix", "payment_terms"]
} as const satisfies Record<WorkspacePart, ReadonlyArray<string>>

/** Whether a form has fields of the part. */
const hasPart = (sent: Form, part: WorkspacePart): boolean => {
  const known: ReadonlyArray<string> = [
    ...ownNames[part],
    ...legalGroups[part].flatMap((group) => legalNames(group))
  ]
  return (
    (part === "branding" && sent.file("logo") !== null) ||
    sent.entries.some(
      ([name]) => known.includes(name) || (part === "invoicing" && isReminderField(name))
    )
  )
}

/** A refused form comes back with all that it had. */
export const formParts = (own: WorkspacePart, sent: Form | null): ReadonlyArray<WorkspacePart> =>
  workspaceParts.filter((part) => part === own || (sent !== null && hasPart(sent, part)))

export interface WorkspaceValues extends Texts {
  readonly reminders: ReadonlyArray<ReminderRow>
  readonly legal: LegalValues
}

export const workspaceValues = (workspace: Workspace): WorkspaceValues => ({
  name: workspace.name,
  legal: legalValues(workspace),
  colour: workspace.colour ?? defaultColour,
  invoice_prefix: workspace.invoicePrefix,
  payment_terms: String(workspace.paymentTermsDays),
  reminders: reminderRowsOf(workspace.reminderDays),
  time_zone: workspace.timeZone,
  locale: workspace.locale
})

/** The typed values, beside the stored values of fields that the form lacks. */
export const valuesIn = (sent: Form, workspace: Workspace): WorkspaceValues => {
  const stored = workspaceValues(workspace)
  const given = new Set(sent.entries.map(([name]) => name))
  const text = (name: Name) => (given.has(name) ? sent.text(name) : stored[name])
  return {
    name: text("name"),
    legal: { ...stored.legal, ...legalValuesIn(sent) },
    colour: text("colour").toLowerCase(),
    invoice_prefix: text("invoice_prefix"),
    payment_terms: text("payment_terms"),
    reminders: [...given].some(isReminderField) ? rowsIn(sent) : stored.reminders,
    time_zone: text("time_zone"),
    locale: text("locale")
  }
}

const Days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 }))

/**
 * Empty means no colour. A colour input cannot be empty: without a colour it shows the product's,
 * and a checkbox removes the current one unless another was chosen as well.
 */
const chosenColour = (colour: string, sent: Form, workspace: Workspace): string | null => {
  const isRemoved = sent.text("remove_colour") === "yes" && colour === workspace.colour
  return isRemoved || colour === defaultColour || colour === "" ? null : colour
}

/** A prefix of earlier versions stays until it is itself changed. */
const prefixSchema = (prefix: string, workspace: Workspace): Schema.Codec<string> =>
  prefix === workspace.invoicePrefix ? Schema.String : InvoicePrefix

const daysOf = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)

/** The fields that the form has; each problem is the rule of its field. */
const ownFields = (
  values: WorkspaceValues,
  sent: Form,
  workspace: Workspace,
  { rules }: WorkspaceFormWords
) => {
  const given = new Set(sent.entries.map(([name]) => name))
  const own = <T, S>(
    name: Name,
    schema: Schema.Codec<T, S>,
    value: unknown
  ): Result.Result<T | undefined, string> =>
    given.has(name)
      ? Result.mapError(Schema.decodeUnknownResult(schema)(value), () => rules[name])
      : Result.succeed(undefined)
  const colour = chosenColour(values.colour, sent, workspace)
  return allValid({
    name: own("name", line(255), values.name),
    colour: own("colour", Schema.NullOr(Colour), colour),
    logo: logoField(sent, rules.logo),
    invoicePrefix: own(
      "invoice_prefix",
      prefixSchema(values.invoice_prefix, workspace),
      values.invoice_prefix
    ),
    paymentTerms: own("payment_terms", Days, daysOf(values.payment_terms)),
    timeZone: own("time_zone", TimeZoneName, values.time_zone),
    locale: own("locale", Locale, values.locale)
  })
}

const problemsIn = (part: Result.Result<unknown, Problems>): Problems =>
  Result.isFailure(part) ? part.failure : []

/** The change of what the form has; nothing else of the workspace is overwritten. */
export const patchOf = (
  values: WorkspaceValues,
  sent: Form,
  workspace: Workspace,
  language: Language
): Result.Result<WorkspacePatch, Problems> => {
  const words = wordsIn(language).workspaceForm
  const fields = ownFields(values, sent, workspace, words)
  const hasReminders = sent.entries.some(([name]) => isReminderField(name))
  const reminderDays = daysIn(hasReminders ? values.reminders : [], words)
  const legal = legalPatch(legalValuesIn(sent), workspace, language)
  if (Result.isFailure(fields) || Result.isFailure(reminderDays) || Result.isFailure(legal)) {
    return Result.fail([...problemsIn(fields), ...problemsIn(legal), ...problemsIn(reminderDays)])
  }
  const { name, colour, logo, invoicePrefix, paymentTerms, timeZone, locale } = fields.success
  return Result.succeed({
    ...legal.success,
    ...(name === undefined ? {} : { name }),
    ...(colour === undefined ? {} : { colour }),
    ...(logo === undefined ? {} : { logo }),
    ...(invoicePrefix === undefined ? {} : { invoicePrefix }),
    ...(paymentTerms === undefined ? {} : { paymentTermsDays: paymentTerms }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(locale === undefined ? {} : { locale }),
    ...(hasReminders ? { reminderDays: reminderDays.success } : {})
  })
}
