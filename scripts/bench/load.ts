/**
 * Load on a server, by `wrk` where it is installed, because it takes a tenth of what a sender in
 * Node takes.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Job, Sent } from "./sender.ts"

export const isInstalled = (command: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${command}`]).status === 0

const hasWrk = isInstalled("wrk")

/** Cycles through the lines; what it prints at the end is `Sent`. */
const script = `
local lines, at, key = {}, 0, ""
function init(args)
  key = args[2]
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^([^\\t]*)\\t([^\\t]*)\\t(.*)$")
    local headers = { authorization = "Bearer " .. key }
    if body ~= "" then headers["content-type"] = "application/json" end
    lines[#lines + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  at = tonumber(args[3])
end
function request() at = at % #lines + 1; return lines[at] end
function done(summary, latency)
  local e = summary.errors
  print(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"bad":%d}', summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, e.status + e.connect + e.read + e.write + e.timeout))
end
`

const resultOf = (printed: string): Sent => {
  const line = printed.split("\n").find((one) => one.startsWith("{"))
  if (line === undefined) throw new Error(`no load was made: ${printed}`)
  return JSON.parse(line)
}

const run = async (command: string, args: ReadonlyArray<string>, input = ""): Promise<Sent> => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(input)
  return resultOf(await text(child.stdout))
}

const byWrk = async ({ url, key, lines, connections, seconds }: Job): Promise<Sent> => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-bench-wrk-"))
  try {
    const [file, program] = [join(directory, "lines"), join(directory, "cycle.lua")]
    const told = lines.map(([method, path, body]) =>
      [method, path, body === undefined ? "" : JSON.stringify(body)].join("\t")
    )
    await writeFile(file, `${told.join("\n")}\n`)
    await writeFile(program, script)
    const from = Math.floor(Math.random() * lines.length)
    const flags = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "20s", "-s", program]
    return await run("wrk", [...flags, url, "--", file, key, String(from)])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export const load = (job: Job): Promise<Sent> =>
  hasWrk && !job.once && Number.isInteger(job.seconds)
    ? byWrk(job)
    : run(process.execPath, [new URL("./sender.ts", import.meta.url).pathname], JSON.stringify(job))
