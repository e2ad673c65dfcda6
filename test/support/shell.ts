/**
 * Blocks of the documents in one shell, which stops at what fails: a command, a pipe, an answer
 * that is an error.
 */
import { spawn } from "node:child_process"
import { delimiter } from "node:path"
import type { Finished } from "./process.ts"
import { type Block, root } from "./snippets.ts"

const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'

/** Runs them to the end, and whatever they started ends with them. */
export const runShell = (
  blocks: ReadonlyArray<Pick<Block, "code">>,
  env: Readonly<Record<string, string>>,
  cwd: string = root
): Promise<Finished> => {
  const script = strict + blocks.map(({ code }) => code).join("\n")
  const shell = spawn("bash", ["-c", script], {
    cwd,
    detached: true,
    env: {
      PATH: `${root}node_modules/.bin${delimiter}${process.env["PATH"] ?? ""}`,
      HOME: process.env["HOME"],
      ...env
    }
  })
  const output = { stdout: "", stderr: "" }
  shell.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString()
  })
  shell.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString()
  })
  return new Promise((resolve) =>
    shell.on("close", (code) => {
      // Its own group: what it left behind is in there.
      if (shell.pid !== undefined && code !== 0) {
        try {
          process.kill(-shell.pid)
        } catch {
          // All of it has ended.
        }
      }
      resolve({ code, ...output })
    })
  )
}
