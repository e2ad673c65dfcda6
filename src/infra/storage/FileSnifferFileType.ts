/** File type by the first bytes, with the package file-type, which is loaded at the first use. */
import { Effect, Layer } from "effect"
import { FileSniffer } from "../../app/ports/files/FileSniffer.ts"

const load = () => import("file-type")

export const FileSnifferFileType = Layer.succeed(FileSniffer, {
  detect: (head) =>
    Effect.promise(async () => {
      const { fileTypeFromBuffer } = await load()
      // It throws on bytes that begin like a format and break its rules.
      return (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? null
    }),
  known: Effect.promise(async (): Promise<ReadonlySet<string>> => (await load()).supportedMimeTypes)
})
