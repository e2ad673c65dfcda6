/**
 * A renderer that keeps what it drew last under a hash of all that is drawn, and of whose it is: what an
 * invoice's mail drew is not drawn again for who reads it then, though its row has changed by the delivery.
 * Nothing has to be forgotten, because what shows anything else is another document. Fonts are not part of
 * the hash, because a process uses those with which it started.
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

/** Some hundreds: what is read again and again is kept by `InvoiceDocuments`, the same bytes. */
const mostBytes = 4 * 1024 * 1024

const keyOf = (document: InvoiceDocument): string => {
  const { agency, ...shown } = pdfInputOf(document)
  const { logo, ...named } = agency
  const whose = [document.workspace.id, document.invoice.id]
  const hash = createHash("sha256").update(JSON.stringify([whose, named, shown]))
  // JSON would write a picture number by number.
  return (logo === null ? hash : hash.update(logo)).digest("base64")
}

export const PdfRendererKept = <E, R>(
  drawing: Layer.Layer<PdfRenderer, E, R>,
  most: number = mostBytes
) =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const { invoice, warnings } = yield* PdfRenderer
      const kept = yield* makeByteCache<PdfNotDrawn>(most)
      return PdfRenderer.of({
        warnings,
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
