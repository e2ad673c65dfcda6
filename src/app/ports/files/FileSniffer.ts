/** Detects the type of a file by its first bytes. */
import { Context, type Effect } from "effect"

export class FileSniffer extends Context.Service<
  FileSniffer,
  {
    /** The type that these first bytes are a sign of; null where they are none of a known one. */
    readonly detect: (head: Uint8Array) => Effect.Effect<string | null>
    /** The types that it would see. */
    readonly known: Effect.Effect<ReadonlySet<string>>
  }
>()("retainer/app/ports/FileSniffer") {}
