/** Bytes sent over a TCP connection of their own, and the HTTP answers that came back. */

import { connect, type Socket } from "node:net"
import { setImmediate } from "node:timers/promises"
import type { Bytes } from "./anyBytes.ts"

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

const write = async (socket: Socket, { bytes, pieces }: Bytes): Promise<void> => {
  for (let start = 0, turn = 0; start < bytes.length && socket.writable; turn++) {
    const size = pieces[Math.min(turn, pieces.length - 1)] || bytes.length
    socket.write(bytes.subarray(start, start + size))
    start += size
    await setImmediate()
  }
}

/** All that the server sends until it closes the connection; the test's own limit bounds it. */
export const exchangeBytes = (url: string, given: Bytes): Promise<Buffer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const received: Array<Buffer> = []
    const socket = connect(Number(port), hostname)
    socket.setNoDelay()
    socket.on("data", (chunk) => received.push(chunk))
    // A server that refuses does not read the rest, so the peer may see a reset.
    socket.on("error", () => {})
    socket.on("close", () => resolve(Buffer.concat(received)))
    void write(socket, given).then(() => {
      if (given.isReset) socket.resetAndDestroy()
      else socket.end()
    })
  })

/** The body and what follows it; a chunked one without its last chunk throws. */
const bodyIn = (headers: Headers, rest: string): readonly [string, string] => {
  const length = headers.get("content-length")
  if (length !== null) {
    if (rest.length < Number(length)) throw new Error(`a body is shorter than ${length}: ${rest}`)
    return [rest.slice(0, Number(length)), rest.slice(Number(length))]
  }
  if (headers.get("transfer-encoding") !== "chunked") return [rest, ""]
  let body = ""
  for (let left = rest; ; ) {
    const head = /^([0-9a-f]+)\r\n/.exec(left)
    if (head === null) throw new Error(`a chunk is broken: ${left.slice(0, 100)}`)
    const size = Number.parseInt(head[1] ?? "", 16)
    const data = left.slice(head[0].length)
    if (size === 0) return [body, data.slice(2)]
    body += data.slice(0, size)
    left = data.slice(size + 2)
  }
}

/** Throws where the bytes are no sequence of whole HTTP/1.1 answers. */
export const answersIn = (bytes: Buffer): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
  for (let left = bytes.toString("latin1"); left !== ""; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(left)
    if (head === null) throw new Error(`no answer of HTTP: ${left.slice(0, 200)}`)
    const lines = (head[2] ?? "").split("\r\n").slice(0, -1)
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      })
    )
    const status = Number(head[1])
    const rest = left.slice(head[0].length)
    const isBare = status < 200 || status === 204 || status === 304
    const [body, after] = isBare ? ["", rest] : bodyIn(headers, rest)
    if (status >= 200) {
      answers.push({ status, headers, body: Buffer.from(body, "latin1").toString() })
    }
    left = after
  }
  return answers
}
