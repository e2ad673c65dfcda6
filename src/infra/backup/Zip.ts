/** ZIP archives, written as a stream: one file is read at a time, in bounded memory. */
import { PassThrough, type Readable } from "node:stream"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Cause, DateTime, Effect, Layer, Stream } from "effect"
import { ZipFile } from "yazl"
import { type ArchivedFile, Archiver } from "../../app/ports/workspaces/Archiver.ts"

/** PDFs are compressed already. */
const isCompressed = (path: string): boolean => path.endsWith(".pdf")

/** Resolves when the archive has read all of the file. */
const add = (zip: ZipFile, { path, bytes }: ArchivedFile, mtime: Date): Effect.Effect<void> =>
  Effect.flatMap(NodeStream.toReadable(bytes), (readable: Readable) =>
    Effect.callback<void>((resume) => {
      readable.once("close", () => resume(Effect.void))
      readable.once("error", (error) => resume(Effect.die(error)))
      zip.addReadStream(readable, path, { mtime, mode: 0o100600, compress: !isCompressed(path) })
      return Effect.sync(() => readable.destroy())
    })
  )

/** The archive of the files, in their order. */
export const zipOf = (files: Stream.Stream<ArchivedFile>): Stream.Stream<Uint8Array> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const mtime = DateTime.toDateUtc(yield* DateTime.now)
      const zip = new ZipFile()
      const output = new PassThrough()
      zip.outputStream.pipe(output)
      zip.on("error", (error) => output.destroy(error))
      yield* Stream.runForEach(files, (file) => add(zip, file, mtime)).pipe(
        Effect.matchCause({
          onSuccess: () => zip.end(),
          onFailure: (cause) => void output.destroy(new Error(Cause.pretty(cause)))
        }),
        Effect.forkScoped
      )
      return Stream.orDie(NodeStream.fromReadable<Uint8Array>({ evaluate: () => output }))
    })
  )

export const ArchiverYazl = Layer.succeed(Archiver, { pack: zipOf })
