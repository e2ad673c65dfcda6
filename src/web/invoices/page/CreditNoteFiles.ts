/** The files of a credit note: its PDF as it was mailed, and its e-invoice. */
import { Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { CreditNotes } from "../../../app/creditnotes/CreditNotes.ts"
import { xmlFormats } from "../../../domain/einvoice/EInvoice.ts"
import { idOf } from "../../BrowserRequests.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { documentTooLarge, pdfResponse } from "../InvoicePage.ts"

export const creditNotePath = "/credit-notes"

const formatIn = Schema.decodeUnknownOption(Schema.Literals(xmlFormats))

export const layerCreditNoteFiles = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const notes = yield* CreditNotes

    yield* settingsGet(`${creditNotePath}/:id/pdf`, ({ workspace }, page) =>
      notes.pdf(workspace, idOf(page)).pipe(
        Effect.map(pdfResponse),
        Effect.mapError(({ _tag }) =>
          _tag === "InvoiceTooLarge" ? documentTooLarge(page) : pageNotFound
        )
      )
    )

    yield* settingsGet(`${creditNotePath}/:id/xml`, ({ workspace }, page) => {
      const format = formatIn(queryOf(page.request, "format"))
      if (Option.isNone(format)) return Effect.fail(pageNotFound)
      return notes.xml(workspace, idOf(page), format.value).pipe(
        Effect.map(({ filename, text }) =>
          HttpServerResponse.text(text, {
            contentType: "application/xml; charset=utf-8",
            headers: {
              "cache-control": "no-store",
              "content-disposition": `attachment; filename="${filename}"`
            }
          })
        ),
        Effect.catchTags({
          CreditNoteNotFound: () => Effect.fail(pageNotFound),
          Invalid: ({ message }) =>
            Effect.fail(new PageRefused({ status: 422, title: "XML", message }))
        })
      )
    })
  })
)
