/** The form of a workspace: its fields, its values, and the resulting change. */
import { Result, Schema } from "effect"
import type { WorkspacePatch } from "../../../app/workspaces/UpdateWorkspace.ts"
import { reminderText } from "../../../domain/invoices/ReminderResource.ts"
import { Locale, line } from "../../../domain/text/Text.ts"
import { defaultColour, type Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  Colour,
  InvoicePrefix,
  TimeZoneName
} from "../../../domain/workspaces/WorkspaceResource.ts"
import {
  div,
  button as formButton,
  h2,
  img,
  table,
  tbody,
  td,
  th,
  tr
} from "../../../html/Elements.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, logoField, orNull, type Problems } from "../../forms/Forms.ts"
import { logoParts } from "../../LogoParts.ts"
import { button, checks, field, form, select } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"
import { localeChoices, localeName, zoneChoices } from "./Choices.ts"
import {
  type LegalValues,
  legalFacts,
  legalParts,
  legalPatch,
  legalValues,
  legalValuesIn
} from "./LegalFields.ts"
import { daysIn, type ReminderRow, reminderRows, reminderRowsOf, rowsIn } from "./ReminderRows.ts"

const names = ["name", "colour", "invoice_prefix", "payment_terms", "time_zone", "locale"] as const
type Texts = Readonly<Record<(typeof names)[number], string>>

interface WorkspaceValues extends Texts {
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

export const valuesIn = (sent: Form): WorkspaceValues => ({
  name: sent.text("name"),
  legal: legalValuesIn(sent),
  colour: sent.text("colour").toLowerCase(),
  invoice_prefix: sent.text("invoice_prefix"),
  payment_terms: sent.text("payment_terms"),
  reminders: rowsIn(sent),
  time_zone: sent.text("time_zone"),
  locale: sent.text("locale")
})

const days = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 365 }, { message: "must be from 0 to 365" })
)

/**
 * Empty means no colour. A colour input cannot be empty: without a colour it shows the product's,
 * and a checkbox removes the current one unless another was chosen as well.
 */
const chosenColour = (colour: string, sent: Form, workspace: Workspace): string => {
  const isRemoved = sent.text("remove_colour") === "yes" && colour === workspace.colour
  return isRemoved || colour === defaultColour ? "" : colour
}

const problemsIn = (part: Result.Result<unknown, Problems>): Problems =>
  Result.isFailure(part) ? part.failure : []

export const patchOf = (
  values: WorkspaceValues,
  sent: Form,
  workspace: Workspace
): Result.Result<WorkspacePatch, Problems> => {
  const fields = allValid({
    name: checked("Name", line(255), values.name),
    colour: orNull("Colour", Colour, chosenColour(values.colour, sent, workspace)),
    logo: logoField(sent),
    // A prefix of earlier versions stays until it is itself changed.
    invoicePrefix:
      values.invoice_prefix === workspace.invoicePrefix
        ? Result.succeed(workspace.invoicePrefix)
        : checked("Invoice prefix", InvoicePrefix, values.invoice_prefix),
    paymentTerms: checked(
      "Payment terms",
      days,
      /^\d{1,4}$/.test(values.payment_terms) ? Number(values.payment_terms) : Number.NaN
    ),
    timeZone: checked("Time zone", TimeZoneName, values.time_zone),
    locale: checked("Language and region", Locale, values.locale)
  })
  const reminderDays = daysIn(values.reminders)
  const legal = legalPatch(values.legal, workspace)
  if (Result.isFailure(fields) || Result.isFailure(reminderDays) || Result.isFailure(legal)) {
    return Result.fail([...problemsIn(fields), ...problemsIn(legal), ...problemsIn(reminderDays)])
  }
  const { logo, paymentTerms, ...given } = fields.success
  return Result.succeed({
    ...given,
    ...legal.success,
    paymentTermsDays: paymentTerms,
    reminderDays: reminderDays.success,
    ...(logo === undefined ? {} : { logo })
  })
}

const presentation = (
  values: WorkspaceValues,
  workspace: Workspace,
  sent: Form | null,
  wrong: Problems
) => [
  h2("On documents, mails and pages"),
  field({
    name: "colour",
    label: "Colour",
    type: "color",
    value: values.colour,
    ...(workspace.colour === null ? { hint: "The default, until you choose another." } : {}),
    wrong
  }),
  workspace.colour === null
    ? null
    : checks(
        "remove_colour",
        "Current colour",
        [{ value: "yes", label: "Remove" }],
        sent?.all("remove_colour") ?? []
      ),
  workspace.logoHash === null
    ? null
    : div(
        { class: "pair" },
        img({ class: "logo", src: `/assets/logos/${workspace.id}`, alt: "Current logo" })
      ),
  ...logoParts({
    hasLogo: workspace.logoHash !== null,
    hint: "PNG or JPEG, at most 256 kB and 2000 × 2000 pixels.",
    sent,
    wrong
  }),
  div(
    { class: "row" },
    previewButton("preview", "Preview pages and mail"),
    previewButton("preview-document", "Preview document")
  )
]

/** Shows what was typed, unsaved, beside the form. */
const previewButton = (value: string, label: string) =>
  formButton(
    { type: "submit", class: "second", name: "intent", value, formtarget: "_blank" },
    label
  )

const invoicing = (values: WorkspaceValues, wrong: Problems) => [
  h2("Invoices"),
  field({
    name: "invoice_prefix",
    label: "Invoice prefix",
    value: values.invoice_prefix,
    hint: "Before the number of new invoices, as in INV-0001.",
    required: true,
    maxLength: 16,
    wrong
  }),
  field({
    name: "payment_terms",
    label: "Payment terms in days",
    type: "number",
    min: 0,
    max: 365,
    value: values.payment_terms,
    required: true,
    wrong
  }),
  reminderRows(values.reminders, wrong),
  select("time_zone", "Time zone", zoneChoices(values.time_zone), values.time_zone, {
    hint: "Invoices become overdue when a day begins in this zone.",
    wrong
  }),
  select(
    "locale",
    "Language and region of numbers and dates",
    localeChoices(values.locale),
    values.locale,
    { wrong }
  )
]

export const editForm = (
  values: WorkspaceValues,
  workspace: Workspace,
  csrf: string,
  sent: Form | null,
  wrong: Problems
) =>
  form(
    sections.workspace.path,
    csrf,
    [
      // Enter in a field saves, and shows no preview.
      formButton({ type: "submit", class: "vh", tabindex: -1, "aria-hidden": "true" }, "Save"),
      field({
        name: "name",
        label: "Name",
        value: values.name,
        required: true,
        maxLength: 255,
        wrong
      }),
      ...presentation(values, workspace, sent, wrong),
      ...legalParts(values.legal, workspace, wrong),
      ...invoicing(values, wrong),
      button("Save")
    ],
    { upload: true }
  )

const labels: Readonly<Record<(typeof names)[number] | "reminders", string>> = {
  name: "Name",
  colour: "Colour",
  invoice_prefix: "Invoice prefix",
  payment_terms: "Payment terms in days",
  reminders: "Reminders",
  time_zone: "Time zone",
  locale: "Language and region"
}

/** Read-only view for members. */
export const workspaceFacts = (workspace: Workspace) => {
  const shown: Readonly<Record<string, string>> = {
    name: workspace.name,
    invoice_prefix: workspace.invoicePrefix,
    payment_terms: String(workspace.paymentTermsDays),
    time_zone: workspace.timeZone,
    colour: workspace.colour ?? "",
    reminders: reminderText(workspace.reminderDays),
    locale: localeName(workspace.locale)
  }
  const facts = Object.entries(labels).map(([name, label]) => [label, shown[name]] as const)
  const rows = [...facts, ...legalFacts(workspace)].map(([label, value]) =>
    tr(th({ scope: "row" }, label), td({ class: "notes" }, value || "–"))
  )
  return table({ class: "stack" }, tbody(rows))
}
