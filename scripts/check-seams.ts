/**
 * Proves that forgetting one end of a seam does not go unnoticed: each mutation is made in a copy of the
 * checkout, and either the compiler or a unit test has to fail there. A mutation whose text is no longer
 * found fails too, so this list stays true to the code. The unchanged copy must pass first.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Mutation, mutations } from "./seams/mutations.ts"

const root = new URL("..", import.meta.url).pathname
const copy = mkdtempSync(join(tmpdir(), "retainer-seams-"))

/** What is changed and what judges it; the rest of the checkout is not needed for either. */
const copied = ["src", "test", "scripts", "package.json", "tsconfig.json", "vitest.config.ts"]

const fill = (): void => {
  for (const entry of copied) {
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !path.includes("node_modules")
    })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
}

/** The Node of the project before the system's. */
const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`

interface Verdict {
  readonly failed: boolean
  readonly output: string
}

const run = (command: string, args: ReadonlyArray<string>): Verdict => {
  const { status, stdout, stderr, error } = spawnSync(
    join(root, "node_modules/.bin", command),
    [...args],
    { cwd: copy, encoding: "utf8", env: { ...process.env, PATH: path }, timeout: 300_000 }
  )
  if (error !== undefined) throw error
  return { failed: status !== 0, output: `${stdout}${stderr}` }
}

// Each time but the first only what a mutation touches is looked at again.
const compile = (): Verdict =>
  run("tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", "seams.tsbuildinfo"])
const unitTests = (files: ReadonlyArray<string>): Verdict =>
  run("vitest", ["run", "--maxWorkers=1", "--config", "scripts/seams/vitest.config.ts", ...files])

/** Makes the edits; answers how to take them back. */
const apply = ({ edits }: Mutation): ReadonlyArray<() => void> =>
  edits.map(({ file, find, replace }) => {
    const path = join(copy, file)
    if (find === undefined) {
      writeFileSync(path, replace, { flag: "wx" })
      return () => rmSync(path)
    }
    const before = readFileSync(path, "utf8")
    if (before.split(find).length !== 2) {
      throw new Error(`${file} does not hold exactly once: ${find}`)
    }
    const after = before.split(find).join(replace)
    writeFileSync(path, after)
    return () => writeFileSync(path, before)
  })

/** The first line that says what is wrong. */
const reason = (output: string): string =>
  output.split("\n").find((line) => /error TS|AssertionError|FAIL |Error:/.test(line)) ??
  output.slice(0, 200)

/** What noticed the mutation, or null. */
const noticedBy = (mutation: Mutation): string | null => {
  const undo = apply(mutation)
  try {
    const compiled = compile()
    if (compiled.failed) return `tsc: ${reason(compiled.output)}`
    if (mutation.tests === undefined) return null
    const tested = unitTests(mutation.tests)
    return tested.failed ? `test: ${reason(tested.output)}` : null
  } finally {
    // The last edit first: two may be of one file.
    for (const one of undo.toReversed()) one()
  }
}

const judge = (): number => {
  const untouched = compile()
  const files = [...new Set(mutations.flatMap(({ tests }) => tests ?? []))]
  const passing = files.length === 0 ? untouched : unitTests(files)
  if (untouched.failed || passing.failed) {
    console.error("The unchanged copy fails:", reason(untouched.output + passing.output))
    return 1
  }
  const unnoticed = mutations.filter((mutation) => {
    const notice = noticedBy(mutation)
    console.log(`${notice === null ? "UNNOTICED" : "noticed"}  ${mutation.what}`)
    if (notice !== null) console.log(`           ${notice.trim().slice(0, 160)}`)
    return notice === null
  })
  console.log(`${mutations.length} seams, ${unnoticed.length} unnoticed`)
  return unnoticed.length === 0 ? 0 : 1
}

try {
  fill()
  process.exitCode = judge()
} finally {
  rmSync(copy, { recursive: true, force: true })
}
