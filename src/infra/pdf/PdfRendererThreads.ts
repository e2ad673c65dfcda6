/**
 * Renders documents on worker threads: drawing takes a millisecond of a core or more, which must
 * not delay requests. A document that cannot be drawn is a failure of its own; a logo that cannot
 * be drawn is left out, because the invoice is worth more than it.
 */
import { availableParallelism } from "node:os"
import { Duration, Effect, Layer } from "effect"
import { PdfNotDrawn, PdfRenderer } from "../../app/ports/invoices/PdfRenderer.ts"
import { makeThreads, moduleBeside, type ThreadsOptions } from "../threads/Threads.ts"
import type { Rendered } from "./invoice/DrawDocument.ts"
import { pdfInputOf } from "./invoice/PdfInput.ts"
import type { RenderWorks } from "./invoice/RenderInvoice.ts"
import { statementInputOf } from "./statement/StatementInput.ts"
import { type Answers, makeMissingCharacters } from "./text/MissingCharacters.ts"

/** At least two: a thread that is busy for long must not be the only one. */
const mostThreads = Math.max(2, Math.min(4, availableParallelism() - 1))

const options: ThreadsOptions = {
  entry: moduleBeside(import.meta.url, "invoice/RenderInvoice"),
  // A document after a quiet time would wait for the fonts: the first thread stays.
  minThreads: 1,
  most: mostThreads,
  limit: Duration.seconds(20),
  heapMegabytes: 256,
  perOwner: 32,
  depth: 6
}

/** Fonts of the directory are searched after the shipped ones. */
export const PdfRendererThreads = (
  fontDirectory: string | null,
  change: Partial<ThreadsOptions> = {}
) =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const threads = yield* makeThreads<RenderWorks>({ ...options, ...change })
      const warnings = makeMissingCharacters((characters) =>
        // In a lane of their own: reads of an invoice must not wait behind its workspace's
        // drawings.
        threads.run("warnings", "findMissing", { characters, fontDirectory }).pipe(
          // A failed search for warnings stops nothing: the next document repeats it.
          Effect.orElseSucceed((): Answers => new Map())
        )
      )
      const notDrawn = (about: Readonly<Record<string, string>>) =>
        Effect.fnUntraced(function* (
          rendering: Effect.Effect<Rendered, Effect.Error<ReturnType<typeof threads.run>>>
        ) {
          return yield* rendering.pipe(
            Effect.tapError((error) =>
              Effect.logError("A document could not be drawn", { ...about, error })
            ),
            Effect.mapError(
              (error) =>
                new PdfNotDrawn(
                  error._tag === "TaskThrew"
                    ? { because: "fault", reason: "its drawing failed" }
                    : { because: error.because, reason: error.reason }
                )
            )
          )
        })
      return PdfRenderer.of({
        warnings,
        statement: Effect.fn("PdfRenderer.statement")(function* (document) {
          const workspace = document.workspace.id
          const client = document.statement.client.id
          const task = { input: statementInputOf(document), fontDirectory }
          const rendering = threads.run(workspace, "renderStatement", task)
          return (yield* notDrawn({ client, workspace })(rendering)).bytes
        }),
        invoice: Effect.fn("PdfRenderer.invoice")(function* (document) {
          const { id: invoice } = document.invoice
          const { id: workspace } = document.workspace
          const task = { input: pdfInputOf(document), fontDirectory }
          const rendering = threads.run(workspace, "renderInvoice", task)
          const rendered = yield* notDrawn({ invoice })(rendering)
          if (rendered.missing.length > 0) {
            yield* Effect.logWarning("No font has these characters", {
              invoice,
              characters: rendered.missing.slice(0, 50).join("")
            })
          }
          if (rendered.isWithoutLogo) {
            yield* Effect.logWarning("An invoice was drawn without the logo: upload it again", {
              invoice,
              workspace
            })
          }
          return rendered.bytes
        })
      })
    })
  )
