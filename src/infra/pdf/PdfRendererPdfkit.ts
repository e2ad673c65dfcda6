/**
 * Renders invoices with pdfkit on a pool of worker threads: drawing takes milliseconds of a core,
 * which requests beside it must not wait for.
 */
import { availableParallelism } from "node:os"
import { Effect, Layer } from "effect"
import { Piscina } from "piscina"
import { PdfRenderer } from "../../app/ports/PdfRenderer.ts"
import { type Answers, makeMissingCharacters } from "./MissingCharacters.ts"
import { toPdfInput } from "./PdfInput.ts"
import type { MissingTask, Rendered, RenderTask } from "./RenderInvoice.ts"

/** Fonts of one's own are searched after the shipped ones. */
export const PdfRendererPdfkit = (fontDirectory: string | null) =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const pool = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Piscina({
              filename: new URL("./RenderInvoice.ts", import.meta.url).href,
              // The first invoice after a quiet time would wait for the fonts: one thread stays.
              minThreads: 1,
              maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
              idleTimeout: 60_000
            })
        ),
        (threads) => Effect.promise(() => threads.destroy())
      )
      const warnings = makeMissingCharacters((characters) =>
        Effect.tryPromise((signal): Promise<Answers> => {
          const task: MissingTask = { characters, fontDirectory }
          return pool.run(task, { signal, name: "findMissing" })
        }).pipe(
          // A warning that fails stops nothing: the characters are asked about again.
          Effect.orElseSucceed((): Answers => new Map())
        )
      )
      return PdfRenderer.of({
        warnings,
        invoice: Effect.fn("PdfRenderer.invoice")(function* (document) {
          const { bytes, missing } = yield* Effect.promise((signal): Promise<Rendered> => {
            const task: RenderTask = { input: toPdfInput(document), fontDirectory }
            return pool.run(task, { signal, name: "renderInvoice" })
          })
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
