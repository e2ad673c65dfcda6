/** The panels that correct an invoice: void, reversal of a payment, credit note. */
import { isAllowed } from "../../../domain/invoices/InvoiceTransitions.ts"
import { dateFormat } from "../../../domain/text/LocaleFormats.ts"
import { div, p } from "../../../html/Elements.ts"
import { button, field, link, note, select } from "../../Parts.ts"
import { pathOf } from "./InvoiceHead.ts"
import {
  hasCreditNotes,
  leftToCredit,
  type ShownInvoice,
  standingPayments
} from "./InvoiceReading.ts"
import { type Panel, type PanelContent, reasonField, valueOf } from "./PanelParts.ts"

/** Whether the client got a mail of the invoice, the last one or an earlier one. */
const wasMailed = ({ invoice, mails }: ShownInvoice): boolean =>
  invoice.delivery?.status === "sent" ||
  mails.some(({ kind, status }) => kind === "invoice" && status === "sent")

export const voidPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { invoice, reader } = shown
  const { words } = reader
  if (!isAllowed({ ...invoice, hasCreditNotes: hasCreditNotes(shown) }, "void")) {
    return {
      fields: p(words.voidRefused),
      actions: link(pathOf(shown, "credit"), words.actions.credit, "button")
    }
  }
  const isDraft = invoice.status === "draft"
  const isMailed = wasMailed(shown)
  return {
    fields: [
      isMailed
        ? note("warn", p(words.clientHasIt, " ", link(pathOf(shown, "credit"), words.creditAll)))
        : null,
      p(isDraft ? words.voidDraft : isMailed ? words.voidSent : words.voidUnsent),
      reasonField(shown, panel, false)
    ],
    actions: button(words.buttons.void, "danger")
  }
}

export const reversePanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { invoice, reader, signedIn } = shown
  const { words, formats } = reader
  const days = dateFormat(reader.locale, {
    dateStyle: "medium",
    timeZone: signedIn.workspace.timeZone
  })
  const choices = standingPayments(shown).map(({ id, amountMinor, paidAt, reference }) => ({
    value: id,
    label: [
      formats.money(amountMinor, invoice.currency),
      days.format(paidAt.epochMilliseconds),
      ...(reference === null ? [] : [reference])
    ].join(" · ")
  }))
  return {
    fields: [
      select(
        "payment_id",
        words.payment,
        choices,
        valueOf(panel, "payment_id", choices[0]?.value ?? ""),
        {
          wrong: panel.wrong
        }
      ),
      reasonField(shown, panel, true)
    ],
    actions: button(words.buttons.reverse, "danger")
  }
}

/** Empty lines are not credited, unless all are empty: then all that is left is. */
export const creditPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { invoice, reader } = shown
  const { words, formats } = reader
  const lines = invoice.lineItems.map(({ description, quantity }, index) => {
    const text = (name: string, label: string) =>
      field({
        name: `line.${index}.${name}`,
        label,
        value: valueOf(panel, `line.${index}.${name}`, ""),
        maxLength: 40,
        wrong: panel.wrong
      })
    return div(
      p({ class: "strong" }, description),
      div(
        { class: "two" },
        text("quantity", words.quantityLeft(formats.quantity(quantity))),
        text("amount", words.creditAmount(invoice.currency))
      )
    )
  })
  return {
    fields: [reasonField(shown, panel, true), p({ class: "small quiet" }, words.creditHint), lines],
    actions: button(words.issueCredit)
  }
}

/** The reader is told what goes out before it does: the note is mailed at once. */
export const correctPanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { document, invoice, reader } = shown
  const { words, formats } = reader
  const left = formats.money(leftToCredit(shown), invoice.currency)
  return {
    fields: [p(words.correctText(left, document.recipient.email)), reasonField(shown, panel, true)],
    actions: button(words.buttons.correct)
  }
}
