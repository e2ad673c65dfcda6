/**
 * A receiver of webhooks: an HTTP server that records the events, by the path of their endpoint.
 */
import { createServer } from "node:http"
import { afterAll, beforeAll } from "vitest"
import type { Json } from "./pair.ts"

/** For a suite. */
export const useReceiver = () => {
  const received = new Map<string, Array<Json>>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { url = "/" } = request
      const deliveries = received.get(url) ?? []
      deliveries.push(JSON.parse(Buffer.concat(chunks).toString()))
      received.set(url, deliveries)
      response.end()
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: (path: string): string => {
      const address = server.address()
      if (address === null || typeof address === "string") throw new Error("no receiver")
      return `http://127.0.0.1:${address.port}${path}`
    },
    /** The events that came to the path. */
    at: (path: string): ReadonlyArray<Json> => received.get(path) ?? []
  }
}
