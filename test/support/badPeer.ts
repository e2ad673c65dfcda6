/**
 * A TCP peer whose behaviour a test changes: it refuses, hangs, answers garbage or a text of the
 * test, or passes everything to a real server.
 */
import { randomBytes } from "node:crypto"
import { connect, createServer, type Socket } from "node:net"

export type Behaviour = "refuse" | "hang" | "garbage" | "pass" | { readonly answer: string }

/** `port` is that of the real server on this machine. */
export const startBadPeer = async (port: number) => {
  let behaviour: Behaviour = "pass"
  let connections = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    connections += 1
    open.add(near)
    near.on("error", () => {})
    near.on("close", () => open.delete(near))
    if (behaviour === "pass") {
      const far = connect(port, "127.0.0.1")
      far.on("error", () => near.destroy())
      near.on("close", () => far.destroy())
      near.pipe(far).pipe(near)
    } else if (behaviour === "refuse") near.resetAndDestroy()
    else if (behaviour === "garbage") near.end(randomBytes(4096))
    else if (behaviour !== "hang") near.end(behaviour.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    port: address.port,
    connections: () => connections,
    /** From the next connection on; those that hang are closed. */
    behave: (next: Behaviour) => {
      behaviour = next
      for (const socket of open) socket.destroy()
    },
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    }
  }
}
