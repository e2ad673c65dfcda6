/** Request bodies that count the bytes read of them. */

export interface CountedBody {
  readonly stream: ReadableStream<Uint8Array>
  /** Bytes that were read. */
  readonly read: () => number
}

/** A lazy body of the given length, in chunks of 16 KiB. */
export const countedBody = (bytes: number, byte = 0x61): CountedBody => {
  let read = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= bytes) controller.close()
        else {
          const size = Math.min(16_384, bytes - read)
          read += size
          controller.enqueue(new Uint8Array(size).fill(byte))
        }
      }
    },
    { highWaterMark: 0 }
  )
  return { stream, read: () => read }
}

/** The options that `fetch` needs to stream a body. */
export const streamed = ({ stream }: CountedBody) => ({ body: stream, duplex: "half" as const })
