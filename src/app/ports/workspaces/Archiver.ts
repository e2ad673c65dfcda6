/** Packs files into one archive, as a stream: each file is read after the one before it. */
import { Context, type Stream } from "effect"

export interface ArchivedFile {
  /** Its path in the archive, such as `invoices.json` or `documents/INV-0001.pdf`. */
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array>
}

export class Archiver extends Context.Service<
  Archiver,
  {
    /** The bytes of a ZIP. */
    readonly pack: (files: Stream.Stream<ArchivedFile>) => Stream.Stream<Uint8Array>
  }
>()("retainer/app/ports/Archiver") {}
