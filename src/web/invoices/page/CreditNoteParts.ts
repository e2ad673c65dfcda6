/** The credit notes of an invoice on its page: their files, and the state of their mails. */
import { may } from "../../../domain/people/Permissions.ts"
import { type Child, h2, input, li, p, section, strong, ul } from "../../../html/Elements.ts"
import { queryOf } from "../../PageUrls.ts"
import { button, link, note } from "../../Parts.ts"
import { creditNotePath } from "./CreditNoteFiles.ts"
import { pathOf } from "./InvoiceHead.ts"
import type { ShownInvoice } from "./InvoiceReading.ts"
import { mailFields, type Panel, type PanelContent, valueOf } from "./PanelParts.ts"

type Note = ShownInvoice["creditNotes"][number]

const resendPath = (shown: ShownInvoice, { id }: Note): string =>
  `${pathOf(shown, "note")}&note=${id}`

const fileLinks = ({ id, number, xmlFormat }: Note): Child => [
  link(`${creditNotePath}/${id}/pdf`, `${number}.pdf`),
  xmlFormat === null
    ? null
    : [" · ", link(`${creditNotePath}/${id}/xml?format=${xmlFormat}`, "XML")]
]

export const creditNotesOf = (shown: ShownInvoice): Child => {
  const { creditNotes, invoice, reader, signedIn } = shown
  const { words, formats } = reader
  if (creditNotes.length === 0) return null
  const maySend = may(signedIn.user.role, "send")
  return section(
    h2(words.figures.credited),
    ul(
      { class: "files" },
      creditNotes.map((one) =>
        li(
          p(
            strong(one.number),
            ` · ${formats.date(one.issueDate)} · ${formats.money(one.totalMinor, invoice.currency)}`
          ),
          p({ class: "small" }, fileLinks(one)),
          p(
            { class: "small quiet" },
            words.activity.mails[one.deliveryStatus],
            one.deliveryError === null ? null : `: ${one.deliveryError}`,
            maySend ? [" · ", link(resendPath(shown, one), words.actions.note)] : null
          )
        )
      )
    )
  )
}

/** A warning for each credit note whose mail did not arrive. */
export const undeliveredNotes = (shown: ShownInvoice): Child => {
  const { creditNotes, document, reader, signedIn } = shown
  const { words } = reader
  const maySend = may(signedIn.user.role, "send")
  return creditNotes
    .filter(({ deliveryStatus }) => deliveryStatus === "failed")
    .map((one) =>
      note(
        "warn",
        p(
          words.noteNotDelivered(one.number, document.recipient.email),
          one.deliveryError === null ? null : ` ${one.deliveryError}`,
          maySend ? [" ", link(resendPath(shown, one), words.correctAndSend)] : null
        )
      )
    )
}

/** Sends the document of one credit note again; the newest without a choice. */
export const notePanel = (shown: ShownInvoice, panel: Panel): PanelContent => {
  const { creditNotes, page, reader } = shown
  const { words } = reader
  const chosen = valueOf(panel, "credit_note", queryOf(page.request, "note") ?? "")
  const one = creditNotes.find(({ id }) => id === chosen) ?? creditNotes[0]
  if (one === undefined) return { fields: p(words.noNote), actions: null }
  return {
    fields: [
      p(strong(one.number)),
      one.deliveryError === null ? null : note("bad", p(one.deliveryError)),
      input({ type: "hidden", name: "credit_note", value: one.id }),
      mailFields(shown, panel)
    ],
    actions: button(words.buttons.note)
  }
}
