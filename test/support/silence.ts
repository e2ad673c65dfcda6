/**
 * A proxy that can drop connections silently: no data arrives, and neither side closes them. It can
 * also delay what passes.
 */
import { connect, createServer, type Socket } from "node:net"
import { freePort } from "./redis.ts"

interface Pair {
  readonly near: Socket
  readonly far: Socket
  isLost: boolean
}

export const startSilencer = async (to: URL) => {
  const pairs = new Set<Pair>()
  let delayMillis = 0
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    const pair = { near, far, isLost: false }
    pairs.add(pair)
    const pass = (from: Socket, other: Socket) => {
      // In order, also where the delay ends while bytes wait.
      let earlier = Promise.resolve()
      from.on("data", (chunk) => {
        if (pair.isLost) return
        const { promise, resolve } = Promise.withResolvers<void>()
        setTimeout(resolve, delayMillis)
        earlier = Promise.all([earlier, promise]).then(() => {
          if (!pair.isLost) other.write(chunk)
        })
      })
      from.on("error", () => {})
    }
    pass(near, far)
    pass(far, near)
    near.on("close", () => {
      far.destroy()
      pairs.delete(pair)
    })
    far.on("close", () => {
      if (!pair.isLost) near.destroy()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const url = new URL(to)
  url.host = `127.0.0.1:${port}`
  return {
    url,
    /** Connections that are open now; later ones pass. */
    loseAll: () => {
      for (const pair of pairs) pair.isLost = true
    },
    /** Bytes take so much longer from now on. */
    delay: (millis: number) => {
      delayMillis = millis
    },
    /** Number of dropped connections that the client still has open. */
    lost: () => [...pairs].filter(({ isLost }) => isLost).length,
    stop: () => {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
    }
  }
}
