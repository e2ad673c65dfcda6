/**
 * Values by key within a bound of bytes: what was not read for longest goes first, and one value that is
 * large does not drive out many small ones.
 */

const largestPart = 1 / 8

export interface BoundedStore<Value> {
  readonly find: (key: string) => Value | undefined
  readonly keep: (key: string, value: Value) => void
  readonly drop: (key: string) => void
  /** Drops what was neither kept nor read since this was last called. */
  readonly dropUnread: () => void
  /** How many bytes are kept. */
  readonly size: () => number
}

interface Entry<Value> {
  readonly value: Value
  readonly bytes: number
  /** When it was last kept or read, counted by `dropUnread`. */
  round: number
}

export const makeBoundedStore = <Value>(options: {
  readonly mostBytes: number
  readonly bytesOf: (value: Value, key: string) => number
  readonly onKept?: (key: string) => void
  /** Told of each key that goes, whether it was dropped, replaced or driven out. */
  readonly onGone?: (key: string) => void
}): BoundedStore<Value> => {
  const { mostBytes, bytesOf, onKept, onGone } = options
  const kept = new Map<string, Entry<Value>>()
  let size = 0
  let round = 0

  const drop = (key: string): void => {
    const entry = kept.get(key)
    if (entry === undefined) return
    kept.delete(key)
    size -= entry.bytes
    onGone?.(key)
  }

  return {
    size: () => size,
    find: (key) => {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      // A Map keeps the order of insertion: what is read goes to its end.
      kept.delete(key)
      kept.set(key, entry)
      entry.round = round
      return entry.value
    },
    keep: (key, value) => {
      const bytes = bytesOf(value, key)
      if (bytes > mostBytes * largestPart) return
      drop(key)
      kept.set(key, { value, bytes, round })
      size += bytes
      onKept?.(key)
      for (const oldest of kept.keys()) {
        if (size <= mostBytes) return
        drop(oldest)
      }
    },
    drop,
    dropUnread: () => {
      for (const [key, entry] of kept) {
        if (entry.round === round) break
        drop(key)
      }
      round += 1
    }
  }
}
