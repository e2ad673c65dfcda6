/** Knows two formats by their first bytes. */
import { Effect, Layer } from "effect"
import { FileSniffer } from "../../app/ports/files/FileSniffer.ts"

const signs = { "image/png": "\u0089PNG", "application/pdf": "%PDF-" }

export const FileSnifferMemory = Layer.succeed(FileSniffer, {
  detect: (head) =>
    Effect.sync(() => {
      const begin = Buffer.from(head).toString("latin1")
      return Object.entries(signs).find(([, sign]) => begin.startsWith(sign))?.[0] ?? null
    }),
  known: Effect.succeed(new Set(Object.keys(signs)))
})
