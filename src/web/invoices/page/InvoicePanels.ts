/**
 * The panels of an invoice's page, one at a time by `?do=`: a form with its fields, the button that
 * acts, and a link back. The first field has the focus, or the first one with a problem.
 */
import { balanceDue, hasPaymentLink } from "../../../domain/invoices/Invoice.ts"
import { daysBetween } from "../../../domain/time/CalendarDate.ts"
import {
  type Child,
  div,
  button as element,
  h2,
  li,
  p,
  section,
  ul
} from "../../../html/Elements.ts"
import type { MethodCode, PanelName } from "../../../words/invoices/InvoiceWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { button, field, form, link, note, problems, select } from "../../Parts.ts"
import { correctPanel, creditPanel, reversePanel, voidPanel } from "./CorrectionPanels.ts"
import { notePanel } from "./CreditNoteParts.ts"
import { documentWarningItems, eInvoiceItems } from "./DocumentWarnings.ts"
import { pathOf } from "./InvoiceHead.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"
import {
  focusOf,
  mailFields,
  messageField,
  type Panel,
  type PanelContent,
  valueOf
} from "./PanelParts.ts"

const methods: ReadonlyArray<MethodCode> = [
  "bank_transfer",
  "card",
  "cash",
  "check",
  "direct_debit"
]

const payPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { invoice, credits, reader } = shown
  const { words, formats, numbers, today } = reader
  const rest = balanceDue(invoice)
  const focus = focusOf(panel, "amount")
  const money = (minor: number) => formats.money(minor, invoice.currency)
  const { wrong, overMinor } = panel
  const text = (name: string, label: string, otherwise: string, type: "text" | "date" = "text") =>
    field({
      ...{ name, label, wrong, type, autofocus: name === focus },
      value: valueOf(panel, name, otherwise),
      ...(name === "reference" ? { maxLength: 255 } : { required: true })
    })
  const chosen = valueOf(panel, "method", "bank_transfer")
  const choices = [
    ...methods.map((value) => ({ value, label: words.methods[value] })),
    { value: "", label: words.noMethod }
  ]
  const fromCredit =
    credits.length === 0
      ? null
      : select(
          "credit_id",
          words.fromCredit,
          [
            { value: "", label: words.noCredit },
            ...credits.map(({ id, remainingMinor, invoice: { number } }) => ({
              value: id,
              label: words.creditOf(money(remainingMinor), number)
            }))
          ],
          valueOf(panel, "credit_id", ""),
          { wrong }
        )
  return {
    fields: div(
      { class: "four" },
      text(
        "amount",
        `${words.amount} (${invoice.currency})`,
        numbers.formatAmount(rest, invoice.currency)
      ),
      text("paid_at", words.receivedOn, today, "date"),
      select("method", words.method, choices, chosen, { wrong }),
      text("reference", words.reference, ""),
      fromCredit
    ),
    actions:
      overMinor === undefined
        ? element(
            { type: "submit", "data-sum": words.record(`{} ${invoice.currency}`) },
            words.record(money(rest))
          )
        : element(
            { type: "submit", name: "excess", value: "credit" },
            words.recordExcess(money(rest), money(overMinor))
          ),
    hint: overMinor === undefined ? words.willBePaid : words.excess(money(rest), money(overMinor))
  }
}

/** A text to start from, by how late the invoice is, in the client's language. */
const remindPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { document, invoice, isRemindedToday, reader } = shown
  const { reminderTexts } = wordsIn(document.seller.language).invoice
  const days = daysBetween(invoice.dueDate, reader.today)
  const text = reminderTexts[days <= 0 ? "early" : days <= 30 ? "late" : "veryLate"]
  return {
    fields: [
      isRemindedToday ? note("warn", p(reader.words.remindedToday)) : null,
      messageField(shown, panel, text, true)
    ],
    actions: button(reader.words.buttons.remind),
    hint: document.recipient.email
  }
}

const mailPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { document, invoice, reader } = shown
  const { words } = reader
  const name = panel.name === "again" ? "again" : "send"
  return {
    fields: [
      invoice.delivery?.lastError == null || name === "send"
        ? null
        : note(
            "bad",
            p(words.notDelivered(document.recipient.email), ` ${invoice.delivery.lastError}`)
          ),
      mailFields(shown, panel)
    ],
    actions: button(words.buttons[name]),
    hint: words.previewText
  }
}

const duplicatePanel = ({ reader: { words } }: ShownInvoice): PanelContent => ({
  fields: p(words.duplicateText),
  actions: element({ type: "submit", autofocus: true }, words.buttons.duplicate)
})

const linkPanel = ({ invoice, reader: { words } }: ShownInvoice): PanelContent =>
  hasPaymentLink(invoice.status)
    ? {
        fields: p(words.linkText),
        actions: element({ type: "submit", class: "danger", autofocus: true }, words.buttons.link)
      }
    : { fields: p(words.noLink), actions: null }

const requestPanel = ({ reader: { words } }: ShownInvoice): PanelContent => ({
  fields: p(words.requestText),
  actions: element({ type: "submit", autofocus: true }, words.buttons.ask)
})

const contents: Readonly<Record<PanelName, (shown: ShownInvoice, panel: Panel) => PanelContent>> = {
  pay: payPanel,
  remind: remindPanel,
  send: mailPanel,
  ask: requestPanel,
  again: mailPanel,
  void: voidPanel,
  reverse: reversePanel,
  credit: creditPanel,
  correct: correctPanel,
  note: notePanel,
  link: linkPanel,
  duplicate: duplicatePanel
}

/** Warnings before a draft is sent. */
const warningsOf = (shown: ShownInvoice): Child => {
  const { invoice, reader } = shown
  const { words, today } = reader
  const found = [
    ...(invoice.dueDate < today ? [li(words.duePassed)] : []),
    ...documentWarningItems(shown),
    ...eInvoiceItems(shown)
  ]
  return found.length === 0
    ? null
    : note("warn", p({ class: "strong" }, words.warnings), ul({ class: "ticks" }, found))
}

export const panelOf = (shown: ShownInvoice, panel: Panel): Child => {
  const { words } = shown.reader
  const { fields, actions, hint } = contents[panel.name](shown, panel)
  return section(
    { class: "panel", "aria-label": words.titles[panel.name] },
    h2(words.titles[panel.name]),
    problems(panel.wrong, false),
    panel.name === "send" ? warningsOf(shown) : null,
    form(pathOf(shown, panel.name), shown.page.cookies.csrf, [
      onceField(shown.page, panel.given),
      fields,
      div(
        { class: "do" },
        actions,
        link(pathOf(shown), words.cancel, "button second"),
        hint === undefined ? null : p({ class: "small quiet" }, hint)
      )
    ])
  )
}
