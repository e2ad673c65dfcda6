/**
 * Authenticity check of a PDF: the fingerprint of a file is compared with those of sent invoices.
 * Only the holder of the exact file learns anything about the invoice.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { SentDocuments } from "../../app/invoices/documents/SentDocuments.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { type Child, h1, p, strong } from "../../html/Elements.ts"
import { pageResponse } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { button, field, form, note, problems } from "../Parts.ts"

const path = "/check"
const title = "Is this the file that was sent?"

const statusTexts = {
  draft: "",
  sent: "It is not paid yet.",
  overdue: "It is overdue.",
  paid: "It is paid.",
  void: "It has been voided since: no payment is due."
}

const genuine = ({ invoice, seller }: AddressedInvoice): Child => {
  const formats = formatsOf(seller.locale)
  return note(
    invoice.status === "void" ? "plain" : "good",
    p(strong("Yes, this file was sent from here, and nothing in it was changed.")),
    p(
      `It is invoice ${invoice.number} of ${seller.name} over ` +
        `${formats.money(invoice.totalMinor, invoice.currency)}, issued on ${formats.date(invoice.issueDate)}. `,
      statusTexts[invoice.status]
    )
  )
}

const unknown = note(
  "bad",
  p(strong("No, this is not a file that was sent with an invoice from here.")),
  p(
    "It may have been changed or saved again. A copy downloaded later from the invoice's page differs too, because it shows how the invoice " +
      "stands now. Before you pay, contact the sender in a way that you know."
  )
)

const checkPage = (csrf: string, answer: Child, wrong: ReadonlyArray<string> = []) =>
  pageResponse(
    title,
    [
      h1(title),
      answer,
      problems(wrong),
      p(
        "Choose the PDF that came with an invoice's mail, or drop it on the field. Its fingerprint is compared with those of the files that were " +
          "sent; the file itself is not kept."
      ),
      form(
        path,
        csrf,
        [
          field({
            name: "file",
            label: "PDF of an invoice",
            type: "file",
            accept: "application/pdf",
            required: true
          }),
          button("Check the file")
        ],
        { upload: true }
      )
    ],
    { narrow: true, isOpen: true, status: wrong.length === 0 ? 200 : 422 }
  )

export const layerCheckPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const documents = yield* SentDocuments

    yield* get(path, ({ cookies }) => Effect.succeed(checkPage(cookies.csrf, null)))

    yield* post(
      path,
      Effect.fnUntraced(function* (page) {
        yield* limited(page, "document")
        const file = page.form.file("file")
        if (file === null) return checkPage(page.cookies.csrf, null, ["Choose a file first."])
        const found = yield* documents.identify(file)
        return checkPage(page.cookies.csrf, found === null ? unknown : genuine(found))
      }),
      "document"
    )
  })
)
