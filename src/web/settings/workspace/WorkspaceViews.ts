/** Views of the workspace's own data: the form of each part, and what members read of it. */
import type { Language } from "../../../domain/text/Language.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  type Child,
  div,
  button as formButton,
  h2,
  img,
  p,
  table,
  tbody,
  td,
  th,
  tr
} from "../../../html/Elements.ts"
import type {
  WorkspaceFormWords,
  WorkspaceGroup
} from "../../../words/settings/WorkspaceFormWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { logoParts } from "../../LogoParts.ts"
import { button, checks, field, form, select } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"
import { localeChoices, localeName, zoneChoices } from "./Choices.ts"
import { legalFacts, legalLabel, legalParts } from "./LegalFields.ts"
import { reminderRows, reminderText } from "./ReminderRows.ts"
import {
  formParts,
  legalGroups,
  type WorkspacePart,
  type WorkspaceValues
} from "./WorkspaceForm.ts"

export interface WorkspaceLook {
  readonly workspace: Workspace
  readonly language: Language
  readonly words: WorkspaceFormWords
  readonly values: WorkspaceValues
  /** The refused form. */
  readonly sent: Form | null
  readonly wrong: Problems
}

/** Shows what was typed, unsaved, beside the form. */
const previewButton = (value: string, label: string) =>
  formButton(
    { type: "submit", class: "second", name: "intent", value, formtarget: "_blank" },
    label
  )

const heading = ({ groups }: WorkspaceFormWords, group: WorkspaceGroup): ReadonlyArray<Child> => [
  h2(groups[group][0]),
  p({ class: "quiet small" }, groups[group][1])
]

const branding = ({ workspace, words, values, sent, wrong, language }: WorkspaceLook) => [
  field({
    name: "colour",
    label: words.labels.colour,
    type: "color",
    value: values.colour,
    ...(workspace.colour === null ? { hint: words.colourDefault } : {}),
    wrong
  }),
  workspace.colour === null
    ? null
    : checks(
        "remove_colour",
        words.currentColour,
        [{ value: "yes", label: words.remove }],
        sent?.all("remove_colour") ?? []
      ),
  workspace.logoHash === null
    ? null
    : div(
        { class: "pair" },
        img({ class: "logo", src: `/assets/logos/${workspace.id}`, alt: words.currentLogo })
      ),
  ...logoParts({
    hasLogo: workspace.logoHash !== null,
    hint: words.hints.logo ?? "",
    language,
    sent,
    wrong
  }),
  div(
    { class: "row" },
    previewButton("preview", words.preview.pages),
    previewButton("preview-document", words.preview.document)
  )
]

const legal = (look: WorkspaceLook, part: WorkspacePart): ReadonlyArray<Child> =>
  legalGroups[part].map((group) =>
    legalParts(group, look.values.legal, look.workspace, look.language, look.wrong)
  )

const company = (look: WorkspaceLook) => {
  const { words, values, wrong } = look
  const { labels, hints } = words
  return [
    field({
      name: "name",
      label: labels.name,
      value: values.name,
      required: true,
      maxLength: 255,
      wrong
    }),
    ...legal(look, "workspace"),
    ...heading(words, "place"),
    select("locale", labels.locale, localeChoices(values.locale), values.locale, { wrong }),
    select("time_zone", labels.time_zone, zoneChoices(values.time_zone), values.time_zone, {
      hint: hints.time_zone ?? "",
      wrong
    })
  ]
}

const invoicing = (look: WorkspaceLook) => {
  const { words, values, wrong } = look
  const { labels, hints } = words
  return [
    ...heading(words, "numbers"),
    field({
      name: "invoice_prefix",
      label: labels.invoice_prefix,
      value: values.invoice_prefix,
      hint: hints.invoice_prefix ?? "",
      required: true,
      maxLength: 16,
      wrong
    }),
    field({
      name: "payment_terms",
      label: labels.payment_terms,
      type: "number",
      min: 0,
      max: 365,
      value: values.payment_terms,
      required: true,
      wrong
    }),
    reminderRows(values.reminders, words, wrong),
    ...legal(look, "invoicing")
  ]
}

const forms = { workspace: company, branding, invoicing } as const satisfies Record<
  WorkspacePart,
  (look: WorkspaceLook) => ReadonlyArray<Child>
>

export const editForm = (look: WorkspaceLook, part: WorkspacePart, csrf: string) =>
  form(
    sections[part].path,
    csrf,
    [
      // Enter in a field saves, and shows no preview.
      formButton(
        { type: "submit", class: "vh", tabindex: -1, "aria-hidden": "true" },
        look.words.save
      ),
      ...formParts(part, look.sent).map((one) => forms[one](look)),
      button(look.words.save)
    ],
    { upload: true }
  )

/** Each problem with the label of its field, above the form. */
export const fieldProblems = ({ words, wrong, language }: WorkspaceLook): Problems =>
  wrong.map((problem) => {
    if (typeof problem === "string") return problem
    const labels: Readonly<Record<string, string>> = words.labels
    const label = /^reminder_/.test(problem.field)
      ? words.labels.reminders
      : (labels[problem.field] ?? legalLabel(problem.field, language) ?? problem.field)
    return { field: problem.field, message: `${label}: ${problem.message}` }
  })

type Facts = ReadonlyArray<readonly [string, string]>

const ownFacts = ({ workspace, words, language }: WorkspaceLook, part: WorkspacePart): Facts => {
  const { labels } = words
  if (part === "branding") return [[labels.colour, workspace.colour ?? ""]]
  return part === "workspace"
    ? [
        [labels.name, workspace.name],
        [labels.locale, localeName(workspace.locale)],
        [labels.time_zone, workspace.timeZone]
      ]
    : [
        [labels.invoice_prefix, workspace.invoicePrefix],
        [labels.payment_terms, String(workspace.paymentTermsDays)],
        [labels.reminders, reminderText(workspace.reminderDays, language)]
      ]
}

/** Read-only view for members. */
export const workspaceFacts = (look: WorkspaceLook, part: WorkspacePart) => {
  const facts = [
    ...ownFacts(look, part),
    ...legalGroups[part].flatMap((group) => legalFacts(group, look.workspace, look.language))
  ]
  const rows = facts.map(([label, value]) =>
    tr(th({ scope: "row" }, label), td({ class: "notes" }, value || "–"))
  )
  return table({ class: "stack" }, tbody(rows))
}
