/**
 * Frames over a local socket, both ways: each is text or bytes, of bounded length. What came in waits until
 * it is taken, and while much waits nothing more is read, so that whoever sends is slowed.
 */
import type { Socket } from "node:net"

export type Frame =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }

/** Bytes of one frame; who sends more is cut off. */
export const maxFrameBytes = 1_048_576
/** Frames that wait at most, before reading pauses. */
const maxWaiting = 8
/** The length of what follows, and its kind. */
const headBytes = 5
const bytesKind = 1

export interface Wire {
  /** Ends when the system took it, or when nobody is there any more. */
  readonly send: (frame: Frame) => Promise<void>
  /** Undefined when the other side is gone. */
  readonly next: () => Promise<Frame | undefined>
  /** When the other side is gone. */
  readonly closed: Promise<void>
  /** Sends what is on its way first. */
  readonly end: () => void
}

const encode = (frame: Frame): Buffer => {
  const payload = frame.kind === "text" ? Buffer.from(frame.text) : Buffer.from(frame.bytes)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(payload.length)
  head.writeUInt8(frame.kind === "bytes" ? bytesKind : 0, 4)
  return Buffer.concat([head, payload])
}

/** Takes the frames that are whole from what came so far; null where a frame is too long. */
const decode = (
  held: Buffer
): { readonly frames: ReadonlyArray<Frame>; readonly rest: Buffer } | null => {
  const frames: Frame[] = []
  let rest = held
  while (rest.length >= headBytes) {
    const length = rest.readUInt32BE()
    if (length > maxFrameBytes) return null
    if (rest.length < headBytes + length) break
    const payload = rest.subarray(headBytes, headBytes + length)
    frames.push(
      rest.readUInt8(4) === bytesKind
        ? { kind: "bytes", bytes: Uint8Array.from(payload) }
        : { kind: "text", text: payload.toString("utf8") }
    )
    rest = rest.subarray(headBytes + length)
  }
  return { frames, rest }
}

export const wireOn = (socket: Socket): Wire => {
  const waiting: Frame[] = []
  let taker: ((frame: Frame | undefined) => void) | undefined
  let held: Buffer = Buffer.alloc(0)
  let isClosed = false
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))

  const give = (frame: Frame): void => {
    if (taker === undefined) waiting.push(frame)
    else taker(frame)
    taker = undefined
    if (waiting.length >= maxWaiting) socket.pause()
  }
  socket.on("data", (chunk) => {
    const decoded = decode(Buffer.concat([held, chunk]))
    if (decoded === null) {
      socket.destroy()
      return
    }
    held = decoded.rest
    for (const frame of decoded.frames) give(frame)
  })
  // What it was is of no use: the other side is gone, which "close" tells.
  socket.on("error", () => {})
  socket.once("close", () => {
    isClosed = true
    taker?.(undefined)
  })

  return {
    closed,
    end: () => socket.end(),
    send: (frame) =>
      isClosed
        ? Promise.resolve()
        : new Promise((resolve) => {
            socket.write(encode(frame), () => resolve())
          }),
    next: () => {
      const frame = waiting.shift()
      if (frame !== undefined) {
        socket.resume()
        return Promise.resolve(frame)
      }
      return isClosed
        ? Promise.resolve(undefined)
        : new Promise((resolve) => {
            taker = resolve
          })
    }
  }
}
