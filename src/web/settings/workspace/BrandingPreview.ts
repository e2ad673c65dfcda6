/**
 * The preview of unsaved branding: the header and the pay page as clients would see them, and the
 * mail. The policy of the page allows the pictures and styles that stand in it, and no script more.
 */
import { Effect } from "effect"
import { type BrandingPreview, BrandingPreviews } from "../../../app/delivery/PreviewBranding.ts"
import type { WorkspacePatch } from "../../../app/workspaces/UpdateWorkspace.ts"
import { type Language, languageTag } from "../../../domain/text/Language.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { h2, iframe, p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import { pdfResponse } from "../../invoices/InvoicePage.ts"
import { invoiceForClient } from "../../invoices/pay/PayView.ts"
import { brandOf, pageResponse } from "../../Layout.ts"
import { note } from "../../Parts.ts"

const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'none'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const brandingPage = Effect.fnUntraced(function* (preview: BrandingPreview, reader: Language) {
  const words = wordsIn(reader).workspaceForm.preview
  const { workspace, invoice, mail, logoUrl } = preview
  const paths = { here: "#", checkout: "#", pdf: "#", receipt: "#" }
  const shown = { ...invoice, payments: [], creditNotes: [], pendingSince: null }
  const { content } = yield* invoiceForClient(shown, paths)
  return pageResponse(
    `${words.title} · ${workspace.displayName}`,
    [
      note("plain", p({ lang: reader }, words.sample)),
      ...content,
      h2({ lang: reader }, words.mail),
      p({ class: "small quiet" }, mail.subject),
      iframe({ class: "mail", sandbox: "", srcdoc: mail.html, title: mail.subject })
    ],
    {
      brand: { ...brandOf(workspace), logoUrl },
      lang: languageTag(invoice.seller),
      sheet: "client",
      headers: { "content-security-policy": policy }
    }
  )
})

/** The answer to the intent of a preview; null for any other. */
export const makeBrandingPreview = Effect.map(
  BrandingPreviews,
  ({ preview, pdf }) =>
    (workspace: Workspace, patch: WorkspacePatch, intent: string, reader: Language) => {
      if (intent === "preview") {
        return Effect.flatMap(preview(workspace, patch), (shown) => brandingPage(shown, reader))
      }
      return intent === "preview-document"
        ? Effect.map(Effect.flatMap(preview(workspace, patch), pdf), (bytes) =>
            pdfResponse({ filename: "preview.pdf", bytes })
          )
        : null
    }
)
