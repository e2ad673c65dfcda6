/**
 * A real Redis (or Valkey) of this machine; suites that need one are skipped where there is none.
 */
import { spawn, spawnSync } from "node:child_process"
import { connect, createServer } from "node:net"

const binary = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"]).status === 0
)
export const hasRedis = binary !== undefined

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

export const startRedis = async (port: number) => {
  const child = spawn(binary ?? "redis-server", [
    ...["--port", String(port), "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
  ])
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  return {
    stop: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
