/**
 * A real nginx with the configuration of the example deployment; suites are skipped if it is not
 * installed.
 */
import { spawn, spawnSync } from "node:child_process"
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isListening } from "./listens.ts"
import { freePort } from "./redis.ts"

export const hasNginx = spawnSync("nginx", ["-v"]).status === 0

/** Starts it in front of these servers, each as `host:port`. */
export const startNginx = async (upstreams: ReadonlyArray<string>) => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-nginx-"))
  // The workers of nginx run as another user.
  await chmod(directory, 0o755)
  const port = await freePort()
  const site = await readFile(new URL("../../docker/nginx.conf", import.meta.url), "utf8")
  const servers = upstreams.map((address) => `server ${address};`).join(" ")
  const config = join(directory, "nginx.conf")
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  await writeFile(
    config,
    `daemon off;
    pid ${directory}/nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join("\n")}
      ${site
        .replace(/(?: *server app\d:3000;\n)+/, `${servers}\n`)
        .replace("listen 80;", `listen 127.0.0.1:${port};`)}
    }`
  )
  const checked = spawnSync("nginx", ["-t", "-c", config], { encoding: "utf8" })
  if (checked.status !== 0) throw new Error(checked.stderr)
  const child = spawn("nginx", ["-c", config], { stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      await rm(directory, { recursive: true, force: true })
    }
  }
}
