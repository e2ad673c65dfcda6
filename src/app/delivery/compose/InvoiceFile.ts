/** A mail that brings an invoice: to whom it was sent, with the document. */
import { Effect } from "effect"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { InvoiceDocument } from "../../ports/invoices/PdfRenderer.ts"
import type { InvoiceMail, MailContent } from "../../ports/mail/MailComposer.ts"
import type { Mail } from "../../ports/mail/Mailer.ts"
import { inlineLogo, mailMaker } from "../MailParts.ts"

export const withInvoiceFile = Effect.map(
  mailMaker,
  (mailOf) =>
    (
      name: string,
      document: InvoiceDocument,
      content: Uint8Array,
      message: string | null,
      compose: (mail: InvoiceMail) => MailContent
    ) => {
      const { workspace, seller, invoice, recipient, logo } = document
      // A draft or a void invoice: there is nothing to send.
      if (invoice.processorPaymentUrl === null) return null
      const file = {
        filename: `${invoice.number}.pdf`,
        contentType: "application/pdf",
        content
      }
      const mail = compose({
        seller,
        hasLogo: logo !== null,
        invoice,
        paymentUrl: invoice.processorPaymentUrl,
        message
      })
      const to = { name: recipient.name, address: recipient.email }
      return mailOf(workspace, seller.name, name, to, mail, [file, ...inlineLogo(logo)])
    }
)

const encoder = new TextEncoder()

/** The mail with an e-invoice beside the document. */
export const withXml = (
  mail: Mail,
  { number }: Pick<InvoiceView, "number">,
  xml: string
): Mail => ({
  ...mail,
  attachments: [
    ...mail.attachments,
    { filename: `${number}.xml`, contentType: "application/xml", content: encoder.encode(xml) }
  ]
})
