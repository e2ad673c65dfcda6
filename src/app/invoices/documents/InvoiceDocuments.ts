/**
 * Cache of rendered documents, keyed by the version of the stored rows that a document shows and by
 * the seller. A small read returns the current version, so no entry has to be invalidated. All else
 * that a document shows (fonts, secret keys, addresses) is constant while the process runs.
 */
import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import type { InvoiceId } from "../../../domain/Ids.ts"
import type { InvoiceNotFound, InvoiceTooLarge } from "../../../domain/invoices/InvoiceErrors.ts"
import { todayIn } from "../../../domain/time/CalendarDate.ts"
import { sellerOf, type Workspace } from "../../../domain/workspaces/Workspace.ts"
import { makeByteCache } from "../../ByteCache.ts"
import { type DocumentState, InvoiceRepository } from "../../ports/invoices/InvoiceRepository.ts"
import {
  type DocumentKind,
  type InvoiceDocument,
  PdfRenderer
} from "../../ports/invoices/PdfRenderer.ts"
import { InvoiceViews } from "../InvoiceViews.ts"
import { renderFailure } from "./RenderFailure.ts"

/** About 1,000 documents of typical size. */
const maxBytes = 16 * 1024 * 1024
const maxRendered = 1000

type Versioned = InvoiceDocument & Pick<DocumentState, "version">

const keyOf = (
  workspace: Workspace,
  id: InvoiceId,
  version: string,
  kind: DocumentKind = "invoice"
): string =>
  // The version of a sent invoice includes its seller; the seller of a draft is the workspace.
  `${workspace.id} ${id} ${version} ${kind} ${JSON.stringify(sellerOf(workspace))}`

export class InvoiceDocuments extends Context.Service<
  InvoiceDocuments,
  {
    /** The owner and the version, by which a reader is refused before the document is rendered. */
    readonly state: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<DocumentState, InvoiceNotFound>
    /** The shared cached bytes; they must not be modified. */
    readonly file: (
      workspace: Workspace,
      state: DocumentState,
      kind?: DocumentKind
    ) => Effect.Effect<Uint8Array, InvoiceTooLarge>
    /**
     * State and file together, for callers that may read every document of the workspace. The first
     * request of an invoice reads all of it at once.
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
      const cache = yield* makeByteCache<InvoiceTooLarge>(maxBytes)

      /** Invoices whose document may be cached. */
      const rendered = new LRUCache<string, true>({ max: maxRendered })
      const nameOf = (workspace: Workspace, id: InvoiceId) => `${workspace.id} ${id}`

      const render = (workspace: Workspace, id: InvoiceId, document: Versioned) =>
        Effect.map(renderer.invoice(document), (bytes) => {
          rendered.set(nameOf(workspace, id), true)
          // The document that was read may be newer than the requested state.
          return { key: keyOf(workspace, id, document.version, document.kind), bytes }
        }).pipe(Effect.catch(renderFailure(document.invoice)))

      const state = (workspace: Workspace, id: InvoiceId) =>
        Effect.flatMap(todayIn(workspace.zone), (today) =>
          invoices.documentState(workspace.id, id, today)
        )

      const file = (
        workspace: Workspace,
        { id, version }: DocumentState,
        kind: DocumentKind = "invoice"
      ) =>
        cache.get(
          keyOf(workspace, id, version, kind),
          Effect.flatMap(Effect.orDie(views.document(workspace, id)), (document) =>
            render(workspace, id, { ...document, kind })
          )
        )

      return InvoiceDocuments.of({
        state,
        file,
        current: Effect.fnUntraced(function* (workspace, id) {
          if (rendered.get(nameOf(workspace, id)) !== undefined) {
            const known = yield* state(workspace, id)
            return { number: known.number, bytes: yield* file(workspace, known) }
          }
          const document = yield* views.document(workspace, id)
          const key = keyOf(workspace, id, document.version)
          const bytes = yield* cache.get(key, render(workspace, id, document))
          return { number: document.invoice.number, bytes }
        })
      })
    })
  )
}
