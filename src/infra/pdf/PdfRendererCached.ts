/**
 * Document cache: an LRU cache of rendered documents, keyed by a hash of everything that is drawn
 * and of the invoice's identity. A delivery changes the invoice's row but not its document, so a
 * read after the mail draws nothing. No invalidation is needed, because other content has another
 * key. Fonts are not part of the hash, because a process uses the fonts it started with.
 */
import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { makeByteCache } from "../../app/ByteCache.ts"
import {
  type InvoiceDocument,
  type PdfNotDrawn,
  PdfRenderer
} from "../../app/ports/invoices/PdfRenderer.ts"
import { pdfInputOf } from "./invoice/PdfInput.ts"

/**
 * Some hundreds of documents. `InvoiceDocuments` caches the bytes of documents that are read often.
 */
const mostBytes = 4 * 1024 * 1024

const keyOf = (document: InvoiceDocument): string => {
  const { agency, attachment, ...shown } = pdfInputOf(document)
  const { logo, ...named } = agency
  const whose = [document.workspace.id, document.invoice.id]
  const hash = createHash("sha256").update(JSON.stringify([whose, named, shown]))
  // JSON would write bytes number by number. Their lengths keep the two files apart.
  const files = [logo, attachment?.bytes ?? null]
  hash.update(files.map((file) => file?.length ?? "none").join())
  for (const file of files) if (file !== null) hash.update(file)
  return hash.digest("base64")
}

export const PdfRendererCached = <E, R>(
  drawing: Layer.Layer<PdfRenderer, E, R>,
  most: number = mostBytes
) =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const { invoice, warnings, statement } = yield* PdfRenderer
      const kept = yield* makeByteCache<PdfNotDrawn>(most)
      return PdfRenderer.of({
        warnings,
        // It changes with every payment and is seldom read twice.
        statement,
        invoice: (document) =>
          Effect.suspend(() => {
            const key = keyOf(document)
            return kept.get(
              key,
              Effect.map(invoice(document), (bytes) => ({ key, bytes }))
            )
          })
      })
    })
  ).pipe(Layer.provide(drawing))
