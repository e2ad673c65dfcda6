/**
 * What clients would see with settings that are not saved: the document, its mail and the pay page
 * of a sample invoice. It writes nothing.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Base64 from "effect/encoding/Base64"
import { make as makeClient } from "../../domain/clients/Client.ts"
import { ClientId } from "../../domain/Ids.ts"
import type { Invalid } from "../../domain/Invalid.ts"
import { recipientOf } from "../../domain/invoices/Invoice.ts"
import { EmailAddress } from "../../domain/text/Text.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import { reviseWorkspace } from "../../domain/workspaces/ReviseWorkspace.ts"
import type { Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import { newDraft } from "../invoices/CreateInvoice.ts"
import { InvoiceViews, storedViewOf } from "../invoices/InvoiceViews.ts"
import type { AddressedInvoice, InvoiceDocument } from "../ports/invoices/PdfRenderer.ts"
import { PdfRenderer } from "../ports/invoices/PdfRenderer.ts"
import { logoContentId, MailComposer, type MailContent } from "../ports/mail/MailComposer.ts"
import { LogoDecoder, type LogoRefused } from "../ports/workspaces/LogoDecoder.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import type { WorkspacePatch } from "../workspaces/UpdateWorkspace.ts"

export interface BrandingPreview {
  /** With the new values. */
  readonly workspace: Workspace
  readonly invoice: AddressedInvoice
  /** Its logo stands in it as data. */
  readonly mail: MailContent
  /** As the source of a picture; null without a logo. */
  readonly logoUrl: string | null
  readonly document: InvoiceDocument
}

const sampleNumber = "0001"
const sampleRate = 0.19

const dataUrl = ({ type, bytes }: Logo): string => `data:${type};base64,${Base64.encode(bytes)}`

export class BrandingPreviews extends Context.Service<
  BrandingPreviews,
  {
    readonly preview: (
      workspace: Workspace,
      patch: WorkspacePatch
    ) => Effect.Effect<BrandingPreview, Invalid | LogoRefused>
    readonly pdf: (preview: BrandingPreview) => Effect.Effect<Uint8Array>
  }
>()("retainer/app/BrandingPreviews") {
  static readonly layer = Layer.effect(
    BrandingPreviews,
    Effect.gen(function* () {
      const decoder = yield* LogoDecoder
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews
      const renderer = yield* PdfRenderer
      const composer = yield* MailComposer
      const draftOf = yield* newDraft
      const random = yield* SecureRandom.SecureRandom

      const sample = Effect.fnUntraced(function* (workspace: Workspace) {
        const id = yield* ClientId.next(random)
        const draft = yield* draftOf(workspace, {
          clientId: id,
          taxCategory: "S",
          taxRate: sampleRate,
          lineItems: [{ description: "Design", quantity: 1, unitPriceMinor: 120_000 }]
        })
        const client = makeClient(
          id,
          workspace.id,
          {
            name: "Ada Byron",
            company: "Analytical Engines Ltd",
            email: EmailAddress.make("ada@client.example")
          },
          draft.createdAt
        )
        const number = `${workspace.invoicePrefix}-${sampleNumber}`
        const references = { recipient: recipientOf(client), project: null, document: null }
        const today = yield* todayIn(workspace.zone)
        const stored = storedViewOf({ ...draft, number }, references, today)
        const shown = yield* views.present(workspace, stored)
        // It is shown as it is sent.
        return { ...shown, invoice: { ...shown.invoice, status: "sent" as const } }
      })

      return BrandingPreviews.of({
        preview: useCase("BrandingPreviews.preview")(function* (present, { logo, ...change }) {
          const now = yield* DateTime.now
          const workspace = yield* Effect.fromResult(reviseWorkspace(present, change, now))
          const shown = yield* sample(workspace)
          const picture =
            logo === undefined
              ? yield* workspaces.logo(workspace.id)
              : logo === null
                ? null
                : yield* decoder.decode(workspace.id, logo)
          const { invoice, seller } = shown
          const logoUrl = picture === null ? null : dataUrl(picture)
          const branded = { seller, hasLogo: picture !== null, invoice }
          const mail = composer.invoice({ ...branded, paymentUrl: "#", message: null })
          const html = mail.html.replaceAll(`cid:${logoContentId}`, logoUrl ?? "")
          return {
            workspace,
            invoice: shown,
            mail: { ...mail, html },
            logoUrl,
            document: { ...shown, logo: picture, payments: [], corrects: null }
          }
        }),
        pdf: ({ document }) => Effect.orDie(renderer.invoice(document))
      })
    })
  )
}
