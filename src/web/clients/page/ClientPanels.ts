/**
 * The panels of a client's page, one at a time by `?do=`: the portal's invitation and access, and
 * the uses of a credit. The first field has the focus, or the first one with a problem.
 */
import { Option } from "effect"
import { balanceDue } from "../../../domain/invoices/Invoice.ts"
import type { CreditView } from "../../../domain/payments/CreditResource.ts"
import { addDays } from "../../../domain/time/CalendarDate.ts"
import {
  type Child,
  div,
  button as element,
  h2,
  input,
  p,
  section
} from "../../../html/Elements.ts"
import type { ClientPanel } from "../../../words/clients/ClientWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { button, checks, field, form, link, problems, select } from "../../Parts.ts"
import { panelPath, tabPath } from "./ClientHead.ts"
import type { ShownClient } from "./ClientReading.ts"

export interface OpenPanel {
  readonly name: ClientPanel
  /** The refused form; null for a new one. */
  readonly given: Form | null
  readonly wrong: Problems
}

interface PanelContent {
  readonly fields: Child
  readonly actions: Child
  readonly hint?: Child
}

/** The days for which the link of an invitation is valid, if no other day is chosen. */
const validDays = 14

const valueOf = ({ given }: OpenPanel, name: string, otherwise: string): string =>
  given === null ? otherwise : given.text(name)

const focusOf = ({ wrong }: OpenPanel, first: string): string => {
  const problem = wrong.find((one) => typeof one !== "string")
  return typeof problem === "object" ? problem.field : first
}

const submit = (label: string, kind?: "danger"): Child =>
  element({ type: "submit", class: kind, autofocus: true }, label)

/** The projects of the last invitation are chosen, and all of them for the first one. */
const chosenProjects = ({ invitation, lists }: ShownClient, { given }: OpenPanel) => {
  if (given !== null) return given.all("projects")
  if (invitation !== null) return invitation.projectIds
  return Option.match(lists.projects, {
    onNone: () => [],
    onSome: ({ items }) => items.map(({ id }) => id)
  })
}

const invitePanel = (shown: ShownClient, panel: OpenPanel): PanelContent => {
  const { client, lists, reader } = shown
  const { words, today } = reader
  const projects = Option.match(lists.projects, { onNone: () => [], onSome: ({ items }) => items })
  const choices = projects.map(({ id, name }) => ({ value: id, label: name }))
  const { wrong } = panel
  return {
    fields: [
      choices.length === 0
        ? null
        : checks(
            "projects",
            words.projects,
            choices,
            chosenProjects(shown, panel),
            "checkbox",
            wrong
          ),
      p({ class: "small quiet" }, words.projectsHint),
      field({
        name: "message",
        label: words.message,
        value: valueOf(panel, "message", ""),
        multiline: true,
        maxLength: 5000,
        wrong,
        autofocus: focusOf(panel, "message") === "message"
      }),
      field({
        name: "until",
        label: words.until,
        type: "date",
        value: valueOf(panel, "until", addDays(today, validDays)),
        hint: words.untilHint,
        required: true,
        wrong,
        autofocus: focusOf(panel, "message") === "until"
      })
    ],
    actions: button(words.buttons.invite),
    hint: words.willBeMailed(client.email)
  }
}

const openPanel = ({ reader: { words } }: ShownClient): PanelContent => ({
  fields: p(words.openText),
  actions: submit(words.buttons.open)
})

const closePanel = ({ reader: { words } }: ShownClient): PanelContent => ({
  fields: p(words.closeText),
  actions: submit(words.buttons.close, "danger")
})

/** The credit of the address; undefined if it is another client's. */
export const creditOf = ({ lists, client }: ShownClient): CreditView | undefined => {
  const credit = Option.getOrNull(lists.credit)
  return credit?.client.id === client.id ? credit : undefined
}

const usableCredit = (shown: ShownClient): CreditView | undefined => {
  const credit = creditOf(shown)
  return credit !== undefined && credit.remainingMinor > 0 ? credit : undefined
}

/** The open invoices that the credit can pay, the oldest due day first. */
const payableInvoices = ({ lists }: ShownClient, credit: CreditView) =>
  Option.match(lists.payable, { onNone: () => [], onSome: ({ items }) => items })
    .filter((invoice) => invoice.currency === credit.currency && balanceDue(invoice) > 0)
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1))

const amountField = (shown: ShownClient, panel: OpenPanel, credit: CreditView, minor: number) => {
  const { words, numbers, formats } = shown.reader
  const { currency, remainingMinor } = credit
  return field({
    name: "amount",
    label: `${words.amount} (${currency})`,
    value: valueOf(panel, "amount", numbers.formatAmount(minor, currency)),
    hint: words.left(formats.money(remainingMinor, currency)),
    required: true,
    maxLength: 40,
    wrong: panel.wrong,
    autofocus: focusOf(panel, "amount") === "amount"
  })
}

const applyPanel = (shown: ShownClient, panel: OpenPanel): PanelContent => {
  const { words, formats } = shown.reader
  const credit = usableCredit(shown)
  if (credit === undefined) return { fields: p(words.creditUsed), actions: null }
  const invoices = payableInvoices(shown, credit)
  const [first] = invoices
  if (first === undefined) return { fields: p(words.nothingToPay), actions: null }
  const choices = invoices.map((invoice) => ({
    value: invoice.id,
    label: `${invoice.number} · ${formats.money(balanceDue(invoice), invoice.currency)}`
  }))
  const most = Math.min(credit.remainingMinor, balanceDue(first))
  return {
    fields: div(
      { class: "two" },
      select("invoice_id", words.invoice, choices, valueOf(panel, "invoice_id", first.id), {
        wrong: panel.wrong
      }),
      amountField(shown, panel, credit, most)
    ),
    actions: button(words.buttons.apply)
  }
}

const refundPanel = (shown: ShownClient, panel: OpenPanel): PanelContent => {
  const { words, today } = shown.reader
  const credit = usableCredit(shown)
  if (credit === undefined) return { fields: p(words.creditUsed), actions: null }
  return {
    fields: [
      p(words.refundText),
      div(
        { class: "four" },
        amountField(shown, panel, credit, credit.remainingMinor),
        field({
          name: "refunded_at",
          label: words.refundedOn,
          type: "date",
          value: valueOf(panel, "refunded_at", today),
          required: true,
          wrong: panel.wrong
        }),
        field({
          name: "reference",
          label: words.reference,
          value: valueOf(panel, "reference", ""),
          maxLength: 255,
          wrong: panel.wrong
        })
      ),
      // The balance that the page showed.
      input({ type: "hidden", name: "seen", value: String(credit.remainingMinor) })
    ],
    actions: button(words.buttons.refund, "danger")
  }
}

const contents: Readonly<
  Record<ClientPanel, (shown: ShownClient, panel: OpenPanel) => PanelContent>
> = {
  invite: invitePanel,
  open: openPanel,
  close: closePanel,
  apply: applyPanel,
  refund: refundPanel
}

export const clientPanel = (shown: ShownClient, panel: OpenPanel): Child => {
  const { reader, page, lists } = shown
  const { words, invoiceWords } = reader
  const { fields, actions, hint } = contents[panel.name](shown, panel)
  const credit = Option.getOrNull(lists.credit)
  const more: Readonly<Record<string, string>> = credit === null ? {} : { credit: credit.id }
  return section(
    { class: "panel", "aria-label": words.titles[panel.name] },
    h2(words.titles[panel.name]),
    problems(panel.wrong, false),
    form(panelPath(shown, panel.name, more), page.cookies.csrf, [
      onceField(page, panel.given),
      fields,
      div(
        { class: "do" },
        actions,
        link(tabPath(shown, shown.tab), invoiceWords.cancel, "button second"),
        hint === undefined ? null : p({ class: "small quiet" }, hint)
      )
    ])
  )
}
