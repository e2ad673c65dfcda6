/**
 * Renders invoices with pdfkit on a pool of worker threads: drawing takes milliseconds of a core,
 * which requests beside it must not wait for.
 */
import { availableParallelism } from "node:os"
import { Effect, Layer } from "effect"
import { Piscina } from "piscina"
import { PdfRenderer } from "../../app/ports/PdfRenderer.ts"
import { toPdfInput } from "./PdfInput.ts"
import type { Rendered, RenderTask } from "./RenderInvoice.ts"

/** Fonts of one's own are searched after the shipped ones. */
export const PdfRendererPdfkit = (fontDirectory: string | null) =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const pool = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Piscina<RenderTask, Rendered>({
              filename: new URL("./RenderInvoice.ts", import.meta.url).href,
              name: "renderInvoice",
              // The first invoice after a quiet time would wait for the fonts: one thread stays.
              minThreads: 1,
              maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
              idleTimeout: 60_000
            })
        ),
        (threads) => Effect.promise(() => threads.destroy())
      )
      return PdfRenderer.of({
        invoice: Effect.fn("PdfRenderer.invoice")(function* (document) {
          const { bytes, missing } = yield* Effect.promise((signal) =>
            pool.run({ input: toPdfInput(document), fontDirectory }, { signal })
          )
          if (missing.length > 0) {
            yield* Effect.logWarning("No font has these characters", {
              invoice: document.invoice.id,
              characters: missing.slice(0, 50).join("")
            })
          }
          return bytes
        })
      })
    })
  )
