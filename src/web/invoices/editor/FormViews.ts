/** The invoice form: client, dates, lines, taxes, totals, and buttons that say what is meant. */
import type { DraftInvoice } from "../../../domain/invoices/Invoice.ts"
import { currencyCodes } from "../../../domain/money/Currency.ts"
import type { Formats } from "../../../domain/money/Formats.ts"
import { Language } from "../../../domain/text/Language.ts"
import {
  aside,
  button,
  type Child,
  datalist,
  details,
  div,
  form,
  h1,
  h2,
  input,
  label,
  option,
  output,
  p,
  section,
  select,
  span,
  summary,
  textarea
} from "../../../html/Elements.ts"
import type { DocumentWords } from "../../../words/document/DocumentWords.ts"
import type { FormField, InvoiceFormWords } from "../../../words/invoices/InvoiceFormWords.ts"
import { clientSearchField, searchName } from "../../forms/ClientChoice.ts"
import { csrfName, link, problems } from "../../Parts.ts"
import type { FormValues } from "./FormValues.ts"
import { categoryOptions, linesTable } from "./LineViews.ts"

interface Named {
  readonly id: string
  readonly label: string
}

/** A problem of a field: its text at the field, and with the field's name above the form. */
export interface Wrong {
  readonly field: string
  readonly message: string
  readonly named: string
}

export interface FormView {
  readonly words: InvoiceFormWords
  readonly documentWords: DocumentWords
  readonly listTitle: string
  readonly title: string
  readonly action: string
  readonly csrf: string
  /** The key by which the form counts once. */
  readonly once: Child
  readonly values: FormValues
  readonly clients: ReadonlyArray<Named>
  /** There are more clients than are offered, or some were searched for. */
  readonly searchesClients: boolean
  readonly projects: ReadonlyArray<Named>
  /** Milestones of the project that are done and that nothing bills. */
  readonly milestones: ReadonlyArray<Named>
  /** The amounts; null where what was typed gives none. */
  readonly estimate: Omit<DraftInvoice, "number"> | null
  readonly lineTotals: ReadonlyArray<string>
  readonly formats: Formats
  /** The language of the client's documents; null for a new client, who chooses. */
  readonly clientLanguage: Language | null
  readonly rates: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<Wrong>
  readonly focus: string | undefined
  readonly maySend: boolean
  readonly isNew: boolean
  readonly note: Child
}

/** The names of the form's fields, and the words for them. */
export const labelOf: Readonly<Record<string, FormField>> = {
  client_id: "client",
  "new_client.name": "name",
  "new_client.email": "email",
  "new_client.company": "company",
  "new_client.language": "language",
  project_id: "project",
  issue_date: "issueDate",
  due_date: "dueDate",
  currency: "currency",
  language: "language",
  discount: "discount",
  tax_rate: "taxRate",
  tax_category: "taxCategory",
  exemption_reason: "exemptionReason",
  notes: "notes",
  purchase_order: "purchaseOrder",
  buyer_reference: "buyerReference",
  delivery_date: "deliveryDate",
  "service_period.start": "periodStart",
  "service_period.end": "periodEnd",
  description: "description",
  quantity: "quantity",
  unit: "unit",
  unit_price: "unitPrice",
  milestones: "milestones"
}

type Name = keyof FormValues["fields"]

const idOf = (name: string): string => name.replaceAll(/[._]/g, "-")

const messageOf = ({ wrong }: FormView, name: string): string | undefined =>
  wrong.find(({ field }) => field === name)?.message

const attributesOf = (view: FormView, name: Name) => {
  const message = messageOf(view, name)
  return {
    id: idOf(name),
    name,
    "aria-invalid": message === undefined ? undefined : ("true" as const),
    "aria-describedby": message === undefined ? undefined : `${idOf(name)}-problem`,
    autofocus: view.focus === name ? true : undefined
  }
}

const labelled = (view: FormView, name: Name, control: Child): Child => {
  const message = messageOf(view, name)
  return div(
    { class: "field" },
    label({ for: idOf(name) }, view.words.labels[labelOf[name] ?? "client"]),
    control,
    message === undefined ? null : p({ class: "problem", id: `${idOf(name)}-problem` }, message)
  )
}

const textField = (
  view: FormView,
  name: Name,
  options: {
    readonly type?: "text" | "email" | "date"
    readonly maxLength?: number
    readonly inputMode?: "decimal"
    readonly list?: string
    readonly placeholder?: string
  } = {}
): Child =>
  labelled(
    view,
    name,
    input({
      type: "text",
      autocomplete: "off",
      ...options,
      ...attributesOf(view, name),
      value: view.values.fields[name]
    })
  )

/** With the script, another choice of these shows the form anew at once. */
const refreshing: ReadonlyArray<Name> = ["client_id", "project_id"]

const selectField = (view: FormView, name: Name, options: ReadonlyArray<Child>): Child =>
  labelled(
    view,
    name,
    select(
      {
        ...attributesOf(view, name),
        "data-refresh": refreshing.includes(name) ? "" : undefined
      },
      options
    )
  )

const choices = (
  named: ReadonlyArray<Named>,
  chosen: string,
  none: string
): ReadonlyArray<Child> => [
  option({ value: "", selected: chosen === "" }, none),
  ...named.map(({ id, label: text }) => option({ value: id, selected: id === chosen }, text))
]

const languageField = (view: FormView): Child => {
  const { words, values, clientLanguage } = view
  const offered = clientLanguage === null ? Language.literals : [clientLanguage]
  return selectField(
    view,
    "language",
    offered.map((language) =>
      option(
        { value: language, selected: language === values.fields.language },
        words.languages[language]
      )
    )
  )
}

const newClientFields = (view: FormView): Child => {
  const { fields } = view.values
  const isOpen =
    fields.client_id === "" ||
    ["name", "email", "company"].some(
      (name) => messageOf(view, `new_client.${name}`) !== undefined
    ) ||
    [fields["new_client.name"], fields["new_client.email"]].some((text) => text !== "")
  return details(
    { class: "inset-fold", open: isOpen ? true : undefined },
    summary(view.words.newClient),
    div(
      { class: "three" },
      textField(view, "new_client.name", { maxLength: 255 }),
      textField(view, "new_client.email", { type: "email", maxLength: 254 }),
      textField(view, "new_client.company", { maxLength: 255 })
    )
  )
}

const intentButton = (value: string, text: string, kind?: string, opensTab = false): Child =>
  button(
    {
      type: "submit",
      name: "intent",
      value,
      class: kind,
      formTarget: opensTab ? "_blank" : undefined
    },
    text
  )

const head = (view: FormView): Child => {
  const { words, values, clients, projects } = view
  const { fields } = values
  return [
    view.searchesClients
      ? clientSearchField({
          ...{ words, q: fields.client_q, found: clients.length },
          hasFocus: view.focus === searchName
        })
      : null,
    div(
      { class: "two" },
      selectField(view, "client_id", choices(clients, fields.client_id, words.chooseClient)),
      selectField(view, "project_id", choices(projects, fields.project_id, words.noProject))
    ),
    view.isNew ? newClientFields(view) : null,
    div(
      { class: "four" },
      textField(view, "issue_date", { type: "date" }),
      textField(view, "due_date", { type: "date" }),
      selectField(
        view,
        "currency",
        currencyCodes.map((code) =>
          option({ value: code, selected: code === fields.currency }, code)
        )
      ),
      languageField(view)
    )
  ]
}

const lines = (view: FormView): Child => {
  const { words, values, milestones } = view
  return section(
    div(
      { class: "head-row" },
      h2(words.lines),
      milestones.length === 0
        ? null
        : div(
            { class: "do small quiet" },
            words.notBilled,
            milestones.map(({ id, label: text }) =>
              intentButton(`add-milestone:${id}`, text, "link")
            )
          )
    ),
    linesTable({
      words,
      lines: values.lines,
      totals: view.lineTotals,
      messageOf: (name) => messageOf(view, name),
      focus: view.focus
    }),
    values.milestones.map((id) => input({ type: "hidden", name: "milestone", value: id })),
    intentButton("add-line", words.addLine, "second tiny")
  )
}

const sum = (id: string, text: Child, value: Child, kind?: string): Child =>
  div({ class: kind }, span(text), output({ id, "data-live": "" }, value))

/** One row for each rate and each reason without tax. */
const taxRows = ({ estimate, formats, documentWords: words }: FormView): Child => {
  if (estimate === null) return null
  const amount = (minor: number) => formats.amount(minor, estimate.currency)
  return estimate.taxes.map(({ category, rate, baseMinor, taxMinor, exemptionReason }) => {
    const name =
      exemptionReason ??
      words.exemptions[category] ??
      words.taxOn(formats.percent(rate), amount(baseMinor))
    return div(span({ class: "quiet" }, name), span(amount(taxMinor)))
  })
}

const totals = (view: FormView): Child => {
  const { words, estimate, formats, rates, values } = view
  const amount = (pick: (draft: Omit<DraftInvoice, "number">) => number): string =>
    estimate === null ? "–" : formats.amount(pick(estimate), estimate.currency)
  const decimal = { inputMode: "decimal", maxLength: 40 } as const
  return div(
    { class: "tot num" },
    sum(
      "subtotal",
      words.subtotal,
      amount(({ subtotalMinor }) => subtotalMinor)
    ),
    textField(view, "discount", decimal),
    textField(view, "tax_rate", { ...decimal, list: "rates", placeholder: words.notTaxed }),
    selectField(
      view,
      "tax_category",
      categoryOptions(words, values.fields.tax_category, words.byRate)
    ),
    datalist(
      { id: "rates" },
      rates.map((rate) => option({ value: rate }))
    ),
    div({ id: "taxes", "data-live": "" }, taxRows(view)),
    sum(
      "total",
      words.total,
      estimate === null ? "–" : formats.money(estimate.totalMinor, estimate.currency),
      "all"
    )
  )
}

const moreFields = (view: FormView): Child => {
  return details(
    { class: "fold", open: true },
    summary(view.words.more),
    div(
      div(
        { class: "three" },
        textField(view, "delivery_date", { type: "date" }),
        textField(view, "service_period.start", { type: "date" }),
        textField(view, "service_period.end", { type: "date" })
      ),
      div(
        { class: "two" },
        textField(view, "purchase_order", { maxLength: 64 }),
        textField(view, "buyer_reference", { maxLength: 64 })
      ),
      textField(view, "exemption_reason", { maxLength: 1000 })
    )
  )
}

const notes = (view: FormView): Child =>
  labelled(
    view,
    "notes",
    textarea(
      { ...attributesOf(view, "notes"), rows: 2, maxLength: 10_000 },
      view.values.fields.notes
    )
  )

/** On a phone these two stand at the foot of the window. */
const actions = ({ words, maySend }: FormView): Child => [
  div(
    { class: "stack actions" },
    maySend ? intentButton("send", words.saveAndSend) : null,
    intentButton("save", words.save, maySend ? "second" : undefined)
  ),
  div({ class: "stack" }, intentButton("preview", words.preview, "second", true)),
  maySend ? null : p({ class: "small quiet" }, words.adminSends)
]

const side = (view: FormView): Child => {
  const { words, estimate, formats, isNew } = view
  return aside(
    { class: "card", "aria-label": words.next },
    span({ class: "lab" }, words.total),
    output(
      { class: "big", id: "total-beside", "data-live": "", "aria-live": "polite" },
      estimate === null
        ? "–"
        : [
            formats.amount(estimate.totalMinor, estimate.currency),
            " ",
            span({ class: "small" }, estimate.currency)
          ]
    ),
    p(
      { class: "small quiet", id: "due-beside", "data-live": "" },
      estimate === null ? null : words.due(formats.longDate(estimate.dueDate))
    ),
    isNew ? p({ class: "small quiet" }, words.numberLater) : null,
    actions(view)
  )
}

export const invoiceForm = (view: FormView): ReadonlyArray<Child> => {
  const { words, values, wrong, csrf, once, action } = view
  const { due_default: usual, etag } = values.fields
  const hidden = { [csrfName]: csrf, due_default: usual, etag }
  return [
    p({ class: "crumb" }, link("/invoices", view.listTitle), " / ", view.title),
    h1(view.title),
    view.note,
    wrong.length === 0 ? null : p({ class: "strong" }, words.problems),
    problems(wrong.map(({ field, named }) => ({ field: idOf(field), message: named }))),
    form(
      { method: "post", action, class: "editor", "data-editor": "" },
      Object.entries(hidden).map(([name, value]) => input({ type: "hidden", name, value })),
      once,
      // Enter in a field presses the first button of a form: it must never send.
      button(
        {
          type: "submit",
          name: "intent",
          value: "refresh",
          class: "vh",
          tabIndex: -1,
          "aria-hidden": "true"
        },
        words.total
      ),
      div(head(view), lines(view), totals(view), notes(view), moreFields(view)),
      side(view)
    )
  ]
}
