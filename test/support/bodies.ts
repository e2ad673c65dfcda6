/** Bodies that tell how much of them was read. */

export interface CountedBody {
  readonly stream: ReadableStream<Uint8Array>
  /** Bytes that were asked for. */
  readonly read: () => number
}

/** As many bytes as asked for, 16 KiB at a time, each made only when it is read. */
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

/** What `fetch` needs to send such a body. */
export const streamed = ({ stream }: CountedBody) => ({ body: stream, duplex: "half" as const })
