/** Open connections to a server, on which requests can wait while its process stands still. */
import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body?: object
}

const written = ({ method, path, key, body }: RawRequest, host: string): string => {
  const content = body === undefined ? "" : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    "connection: close",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(content)}`
  ]
  return `${head.join("\r\n")}\r\n\r\n${content}`
}

export interface OpenConnection {
  /**
   * `sent` once the operating system has all of the request; it is the last one of its connection.
   */
  readonly send: (request: RawRequest) => {
    readonly sent: Promise<void>
    readonly answer: Promise<string>
  }
}

/** A connection that the server has accepted, and has answered on. */
export const openConnection = async (url: string): Promise<OpenConnection> => {
  const { host, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await once(socket, "data")
  return {
    send: (request) => ({
      sent: new Promise((resolve) => {
        socket.write(written(request, host), () => resolve())
      }),
      answer: text(socket)
    })
  }
}

export const statusIn = (answer: string): number => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
