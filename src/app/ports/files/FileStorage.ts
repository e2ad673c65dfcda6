/**
 * Storage of file contents. Under a key there is all of a file or nothing: what breaks off on its
 * way in is not there. A failure of the storage itself is a defect, after which a retry is
 * possible.
 */
import { Context, type Effect, type Stream } from "effect"
import type { FileKey } from "./FileRepository.ts"

/** Measured while the bytes went by. */
export interface Measured {
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
  /** The first bytes, as many as it takes to see what they are of. */
  readonly head: Uint8Array
}

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export class FileStorage extends Context.Service<
  FileStorage,
  {
    /** The largest file that is taken, in bytes. */
    readonly maxBytes: number
    /** The storage quota of each workspace in bytes; null means that its plan decides. */
    readonly quota: number | null
    /** Stores the bytes while they come, as fast as they can be stored. */
    readonly write: <E, R>(
      key: FileKey,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Effect.Effect<Measured, E, R>
    /** The bytes or a part of them, read as fast as they are taken; null where there are none. */
    readonly read: (
      key: FileKey,
      range?: ByteRange
    ) => Effect.Effect<Stream.Stream<Uint8Array> | null>
    /** Also what is left of bytes that never became whole; fine where there is nothing. */
    readonly remove: (key: FileKey) => Effect.Effect<void>
  }
>()("retainer/app/ports/FileStorage") {}
