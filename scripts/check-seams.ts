/**
 * Proves that forgetting one end of a seam does not go unnoticed: each mutation is made in a copy
 * of the checkout, and either the compiler or a unit test has to fail there. Mutations that must
 * fail to compile run together; each is expected in a file of its own. A mutation whose text is no
 * longer found fails too, so this list stays true to the code. The unchanged tree has to pass
 * `npm run check` and `npm test`: a test that fails anyway would notice everything.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Mutation, mutations } from "./seams/mutations.ts"

const root = new URL("..", import.meta.url).pathname
const copy = mkdtempSync(join(tmpdir(), "retainer-seams-"))

/** The mutated files and their tests; the copy needs no other files. */
const copied = [
  "src",
  "test",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vitest.config.ts"
]

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
const unitTests = ({ tests = [], only = "" }: Pick<Mutation, "tests" | "only">): Verdict => {
  const verdict = run("vitest", [
    ...["run", "--maxWorkers=1", "--config", "scripts/seams/vitest.config.ts"],
    ...(only === "" ? [] : ["--testNamePattern", only]),
    ...tests
  ])
  // A pattern that no name has would let everything pass.
  if (!verdict.failed && !/\bpassed\b/.test(verdict.output)) {
    throw new Error(`No test ran: ${tests} ${only}`)
  }
  return verdict
}

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

/** The first line that says what is wrong, in this file if one is given. */
const reason = (output: string, file = ""): string | undefined =>
  output
    .split("\n")
    .find((line) => line.startsWith(file) && /error TS|AssertionError|FAIL |Error:/.test(line))

/** Runs with the mutations made, and takes them back. */
const mutated = <A>(made: ReadonlyArray<Mutation>, judge: () => A): A => {
  const undo = made.flatMap(apply)
  try {
    return judge()
  } finally {
    // The last edit first: two may be of one file.
    for (const one of undo.toReversed()) one()
  }
}

interface Noticed {
  readonly mutation: Mutation
  /** The check that failed; undefined if none did. */
  readonly by: string | undefined
}

/** Those that the compiler names in one run, each in a file of its own. */
const compiled = (made: ReadonlyArray<Mutation>): ReadonlyArray<Noticed> => {
  const { output } = mutated(made, compile)
  return made.map((mutation) => ({ mutation, by: reason(output, mutation.namedIn) }))
}

const tested = (mutation: Mutation): Noticed => {
  const { failed, output } = mutated([mutation], () => unitTests(mutation))
  return { mutation, by: failed ? (reason(output) ?? output.slice(0, 200)) : undefined }
}

const judge = (): number => {
  const named = mutations.filter(({ namedIn }) => namedIn !== undefined)
  const results = [
    ...compiled(named.filter(({ alone }) => alone !== true)),
    ...named.filter(({ alone }) => alone === true).flatMap((one) => compiled([one])),
    ...mutations.filter(({ namedIn }) => namedIn === undefined).map(tested)
  ]
  for (const { mutation, by } of results) {
    console.log(`${by === undefined ? "UNNOTICED" : "noticed"}  ${mutation.what}`)
    if (by !== undefined) console.log(`           ${by.trim().slice(0, 160)}`)
  }
  const unnoticed = results.filter(({ by }) => by === undefined).length
  console.log(`${results.length} seams, ${unnoticed} unnoticed`)
  return unnoticed === 0 ? 0 : 1
}

try {
  fill()
  process.exitCode = judge()
} finally {
  rmSync(copy, { recursive: true, force: true })
}
