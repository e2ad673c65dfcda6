/** Shows the invoice form: what was typed, its totals, and what is wrong with it. */
import { Effect } from "effect"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { DraftInvoice } from "../../../domain/invoices/Invoice.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import { may } from "../../../domain/people/Permissions.ts"
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import type { InvoiceFormWords } from "../../../words/invoices/InvoiceFormWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import type { Form } from "../../forms/FormReader.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { clientName } from "../../PageFormats.ts"
import { makeEditorReads, readerOf, type Work } from "./EditorReads.ts"
import { noClient, type RefusedField, readInvoiceForm } from "./FormInput.ts"
import { intentOf } from "./FormIntents.ts"
import type { FormValues } from "./FormValues.ts"
import { type FormView, invoiceForm, labelOf, type Wrong } from "./FormViews.ts"

export const newPath = "/invoices/new"

export interface Editing {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  /** The draft that is edited; null for a new one. */
  readonly draft: InvoiceView | null
}

interface Shown {
  readonly status?: number
  readonly refused?: ReadonlyArray<RefusedField>
  readonly note?: FormView["note"]
  /** The form that was sent, if one was. */
  readonly form?: Form
  /** The projects and milestones of the values, where they were read for them. */
  readonly work?: Work
}

/** Why a field cannot be read, or what it takes. */
const wrongOf = (words: InvoiceFormWords, { field, why }: RefusedField): Wrong => {
  const [, line, name] = /^line\.(\d+)\.(\w+)$/.exec(field) ?? []
  const label = labelOf[name ?? field] ?? "client"
  const rule = why === "chooseOne" ? words.chooseOne : why === null ? null : words.numbers[why]
  const title = words.labels[label]
  const message = rule ?? words.rules[label]
  const place = line === undefined ? "" : `${words.line(String(Number(line) + 1))}, `
  return { field, message, named: `${place}${title}: ${message}` }
}

/** The form shows each field's problem once, the first one. */
const messagesOf = (words: InvoiceFormWords, refused: ReadonlyArray<RefusedField>) => {
  const fields = new Map<string, Wrong>()
  for (const one of refused) {
    if (!fields.has(one.field)) fields.set(one.field, wrongOf(words, one))
  }
  return [...fields.values()].slice(0, 20)
}

/** Totals do not wait for a client: any id reads alike. */
const forTotals = (values: FormValues): FormValues => ({
  ...values,
  fields: {
    ...values.fields,
    client_id: noClient,
    "new_client.name": "",
    "new_client.email": "",
    "new_client.company": ""
  }
})

const lineTotalsOf = (
  values: FormValues,
  places: ReadonlyArray<number>,
  estimate: Omit<DraftInvoice, "number"> | null,
  amount: (minor: number, currency: CurrencyCode) => string
): ReadonlyArray<string> =>
  values.lines.map((_, at) => {
    const item = estimate?.lineItems[places.indexOf(at)]
    return item === undefined || estimate === null ? "" : amount(item.totalMinor, estimate.currency)
  })

/** After a new line was added, it is written next. */
const focusAfter = (form: Form | undefined, { lines }: FormValues): string | undefined =>
  form !== undefined && intentOf(form).kind === "add-line"
    ? `line.${lines.length - 1}.description`
    : undefined

export const makeShow = Effect.gen(function* () {
  const { choicesOf, estimateOf } = yield* makeEditorReads

  return Effect.fnUntraced(function* (
    { signedIn, page, draft }: Editing,
    values: FormValues,
    { status = 200, refused = [], note: said = null, form, work }: Shown = {}
  ) {
    const { workspace, user } = signedIn
    const { words, formats, numbers } = readerOf(workspace, page)
    const choices = yield* choicesOf(workspace, values, work)
    const { clients, projects, milestones, chosen } = choices
    const reading = readInvoiceForm(forTotals(values), numbers, workspace.currency)
    const estimate = yield* estimateOf(workspace, reading)
    const wrong = messagesOf(words, refused)
    const { defaultTaxRate } = workspace
    const usual = [...(defaultTaxRate === null ? [] : [defaultTaxRate]), ...choices.rates].map(
      numbers.formatPercent
    )
    const title = draft === null ? words.newInvoice : words.edit(draft.number)
    const offer = ({ id, name, amountMinor }: MilestoneView) => ({
      id,
      label: `${name}, ${formats.amount(amountMinor ?? 0, workspace.currency)}`
    })
    const view: FormView = {
      words,
      documentWords: wordsIn(page.language).document,
      listTitle: wordsIn(page.language).invoiceList.title,
      title,
      action: draft === null ? newPath : `/invoices/${draft.id}/edit`,
      csrf: page.cookies.csrf,
      once: onceField(page, form ?? null),
      values,
      clients: clients.map((client) => ({ id: client.id, label: clientName(client) })),
      searchesClients: choices.searchesClients,
      projects: projects.map(({ id, name }) => ({ id, label: name })),
      milestones: milestones.filter(({ id }) => !values.milestones.includes(id)).map(offer),
      estimate,
      lineTotals: lineTotalsOf(values, reading.places, estimate, formats.amount),
      formats,
      clientLanguage: chosen === null ? null : (chosen.language ?? workspace.language),
      rates: [...new Set([values.fields.tax_rate, ...usual])].filter((rate) => rate !== ""),
      wrong,
      focus: focusAfter(form, values),
      maySend: may(user.role, "send"),
      isNew: draft === null,
      note: said
    }
    return framedPage(signedIn, page, {
      title,
      place: "invoices",
      isOpen: true,
      status,
      script: "/assets/retainer.js",
      sheet: "editor",
      children: invoiceForm(view)
    })
  })
})
