/**
 * An invoice's document as the invoice stands now. It is drawn once for as long as it shows the same and is read each
 * minute or two: one small read tells the version of what storage gives it, and what was drawn of that version is in the
 * process's memory.
 * What a document shows beside that is the workspace that the caller brings, and what no process changes
 * while it runs: fonts, secret keys and addresses. So nothing has to be forgotten when something changes.
 */
import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import type { InvoiceId } from "../../../domain/Ids.ts"
import type { InvoiceNotFound, InvoiceTooLarge } from "../../../domain/invoices/InvoiceErrors.ts"
import { sellerOf } from "../../../domain/invoices/Seller.ts"
import { todayIn } from "../../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { makeByteCache } from "../../ByteCache.ts"
import { type DocumentState, InvoiceRepository } from "../../ports/invoices/InvoiceRepository.ts"
import { type InvoiceDocument, PdfRenderer } from "../../ports/invoices/PdfRenderer.ts"
import { InvoiceViews } from "../InvoiceViews.ts"
import { renderFailure } from "./RenderFailure.ts"

/** A thousand documents of the usual size. */
const mostBytes = 16 * 1024 * 1024
const maxDrawn = 1000

type Versioned = InvoiceDocument & Pick<DocumentState, "version">

const keyOf = (workspace: Workspace, id: InvoiceId, version: string): string =>
  // Of an invoice that was sent the seller is in the version; of another one it is the workspace.
  `${workspace.id} ${id} ${version} ${JSON.stringify(sellerOf(workspace))}`

export class InvoiceDocuments extends Context.Service<
  InvoiceDocuments,
  {
    /** Whose document it is and of which version: what may refuse a reader before anything is drawn. */
    readonly state: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<DocumentState, InvoiceNotFound>
    /** The same bytes, which nobody may change, for as long as nothing that they show does. */
    readonly file: (
      workspace: Workspace,
      state: DocumentState
    ) => Effect.Effect<Uint8Array, InvoiceTooLarge>
    /**
     * Both at once, for whoever may read every document of the workspace: of an invoice that was not drawn here yet
     * everything is read at once.
     */
    readonly current: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<
      { readonly number: string; readonly bytes: Uint8Array },
      InvoiceNotFound | InvoiceTooLarge
    >
  }
>()("retainer/app/InvoiceDocuments") {
  static readonly layer = Layer.effect(
    InvoiceDocuments,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const views = yield* InvoiceViews
      const renderer = yield* PdfRenderer
      const kept = yield* makeByteCache<InvoiceTooLarge>(mostBytes)

      /** Invoices whose document may be kept. */
      const drawn = new LRUCache<string, true>({ max: maxDrawn })
      const nameOf = (workspace: Workspace, id: InvoiceId) => `${workspace.id} ${id}`

      const draw = (workspace: Workspace, id: InvoiceId, document: Versioned) =>
        Effect.map(renderer.invoice(document), (bytes) => {
          drawn.set(nameOf(workspace, id), true)
          // What was read to be drawn may be newer than the state that was asked about.
          return { key: keyOf(workspace, id, document.version), bytes }
        }).pipe(Effect.catch(renderFailure(document.invoice)))

      const state = (workspace: Workspace, id: InvoiceId) =>
        Effect.flatMap(todayIn(workspace.zone), (today) =>
          invoices.documentState(workspace.id, id, today)
        )

      const file = (workspace: Workspace, { id, version }: DocumentState) =>
        kept.get(
          keyOf(workspace, id, version),
          Effect.flatMap(Effect.orDie(views.document(workspace, id)), (document) =>
            draw(workspace, id, document)
          )
        )

      return InvoiceDocuments.of({
        state,
        file,
        current: Effect.fnUntraced(function* (workspace, id) {
          if (drawn.get(nameOf(workspace, id)) !== undefined) {
            const known = yield* state(workspace, id)
            return { number: known.number, bytes: yield* file(workspace, known) }
          }
          const document = yield* views.document(workspace, id)
          const key = keyOf(workspace, id, document.version)
          const bytes = yield* kept.get(key, draw(workspace, id, document))
          return { number: document.invoice.number, bytes }
        })
      })
    })
  )
}
