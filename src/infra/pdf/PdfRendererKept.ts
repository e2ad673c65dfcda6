/**
 * A renderer whose documents are kept in the process's memory, so that one which is read again is not
 * drawn again. They are kept under a hash of all that is drawn, and of whose it is: what shows anything
 * else is another document, so nothing has to be forgotten when something changes. Fonts are not part of
 * it, because a process uses those with which it started.
 */
import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import {
  type InvoiceDocument,
  type PdfNotDrawn,
  PdfRenderer
} from "../../app/ports/invoices/PdfRenderer.ts"
import { makeByteCache } from "./ByteCache.ts"
import { toPdfInput } from "./PdfInput.ts"

/** A thousand documents of the usual size. */
const mostBytes = 16 * 1024 * 1024

const keyOf = (document: InvoiceDocument): string => {
  const { agency, ...shown } = toPdfInput(document)
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
        invoice: (document) => Effect.suspend(() => kept.get(keyOf(document), invoice(document)))
      })
    })
  ).pipe(Layer.provide(drawing))
