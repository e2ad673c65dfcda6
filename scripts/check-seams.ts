/**
 * Proves that forgetting one end of a seam does not go unnoticed: each mutation is made in a copy
 * of the checkout, and either the compiler or a unit test has to fail there. Mutations that must
 * fail to compile run together; each is expected in a file of its own. The compiler has one copy
 * and the tests another, so that both run at once. A mutation whose text is no longer found fails
 * too, so this list stays true to the code. The unchanged tree has to pass `npm run check` and
 * `npm test`: a test that fails anyway would notice everything.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { type Mutation, mutations } from "./seams/mutations.ts"

const root = new URL("..", import.meta.url).pathname

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

/** Makes a copy; answers its folder. */
const makeCopy = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "retainer-seams-"))
  for (const entry of copied) {
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !path.includes("node_modules")
    })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** The Node of the project before the system's. */
const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`

interface Verdict {
  readonly failed: boolean
  readonly output: string
}

const run = async (
  copy: string,
  command: string,
  args: ReadonlyArray<string>
): Promise<Verdict> => {
  const child = spawn(join(root, "node_modules/.bin", command), [...args], {
    ...{ cwd: copy, env: { ...process.env, PATH: path }, timeout: 300_000 },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = once(child, "close")
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  if (child.signalCode !== null) throw new Error(`${command} ended with ${child.signalCode}`)
  return { failed: child.exitCode !== 0, output: output.join("") }
}

// Each time but the first only what a mutation touches is looked at again.
const compile = (copy: string): Promise<Verdict> =>
  run(copy, "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", "seams.tsbuildinfo"])
const unitTests = async (
  copy: string,
  { tests = [], only = "" }: Pick<Mutation, "tests" | "only">
): Promise<Verdict> => {
  const verdict = await run(copy, "vitest", [
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
const apply = (copy: string, { edits }: Mutation): ReadonlyArray<() => void> =>
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
const mutated = async (
  copy: string,
  made: ReadonlyArray<Mutation>,
  judge: () => Promise<Verdict>
): Promise<Verdict> => {
  const undo = made.flatMap((mutation) => apply(copy, mutation))
  try {
    return await judge()
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
const compiled = async (copy: string, made: ReadonlyArray<Mutation>) => {
  const { output } = await mutated(copy, made, () => compile(copy))
  return made.map((mutation): Noticed => ({ mutation, by: reason(output, mutation.namedIn) }))
}

const tested = async (copy: string, mutation: Mutation): Promise<Noticed> => {
  const { failed, output } = await mutated(copy, [mutation], () => unitTests(copy, mutation))
  return { mutation, by: failed ? (reason(output) ?? output.slice(0, 200)) : undefined }
}

/** One after another in a copy of their own. */
const inCopy = async <A>(
  items: ReadonlyArray<A>,
  judge: (copy: string, item: A) => Promise<Noticed | ReadonlyArray<Noticed>>
): Promise<ReadonlyArray<Noticed>> => {
  const copy = makeCopy()
  try {
    const noticed: Noticed[][] = []
    for (const item of items) noticed.push([await judge(copy, item)].flat())
    return noticed.flat()
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const named = mutations.filter(({ namedIn }) => namedIn !== undefined)
const together = named.filter(({ alone }) => alone !== true)
const single = named.filter(({ alone }) => alone === true)
const others = mutations.filter(({ namedIn }) => namedIn === undefined)
const results = (
  await Promise.all([
    inCopy([together, ...single.map((one) => [one])], compiled),
    inCopy(others, tested)
  ])
).flat()
for (const { mutation, by } of results) {
  console.log(`${by === undefined ? "UNNOTICED" : "noticed"}  ${mutation.what}`)
  if (by !== undefined) console.log(`           ${by.trim().slice(0, 160)}`)
}
const unnoticed = results.filter(({ by }) => by === undefined).length
console.log(`${results.length} seams, ${unnoticed} unnoticed`)
process.exitCode = unnoticed === 0 ? 0 : 1
