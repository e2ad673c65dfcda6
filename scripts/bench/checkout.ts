/** Another commit of this repository with its own dependencies, in a temporary directory. */
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const runFile = promisify(execFile)
const root = new URL("../..", import.meta.url).pathname

export interface Checkout {
  readonly name: string
  readonly root: string
  readonly remove: () => Promise<void>
}

export const checkOut = async (commit: string): Promise<Checkout> => {
  const git = async (...args: ReadonlyArray<string>) =>
    (await runFile("git", ["-C", root, ...args])).stdout.trim()
  const name = await git("rev-parse", "--short", `${commit}^{commit}`)
  const directory = await mkdtemp(join(tmpdir(), "retainer-bench-tree-"))
  const tree = join(directory, "tree")
  const remove = async () => {
    await git("worktree", "remove", "--force", tree).catch(() => "")
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await git("worktree", "add", "--detach", tree, name)
    await runFile("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: tree })
    return { name, root: tree, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
