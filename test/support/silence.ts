/** A way to a server that can fall silent: what is sent arrives nowhere, and nobody closes anything. */
import { connect, createServer, type Socket } from "node:net"
import { freePort } from "./redis.ts"

export const startSilencer = async (to: URL) => {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(one)
      one.on("data", (chunk) => {
        if (!isSilent) other.write(chunk)
      })
      one.on("error", () => {})
      one.on("close", () => other.destroy())
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const url = new URL(to)
  url.host = `127.0.0.1:${port}`
  return {
    url,
    fallSilent: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}
