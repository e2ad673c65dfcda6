/**
 * The official validators of e-invoices and PDFs (`test/judges/einvoice/judge.sh`). Their start
 * costs 14 s of CPU, so a suite writes all its documents and judges them in one process.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { text } from "node:stream/consumers"
import { describe } from "vitest"

const script = new URL("../judges/einvoice/judge.sh", import.meta.url).pathname

interface Finding {
  readonly id: string
  readonly place: string
  readonly text: string
}

export interface Verdict {
  readonly judge: string
  readonly pass: boolean
  readonly errors: ReadonlyArray<Finding>
  readonly warnings: ReadonlyArray<Finding>
}

export type Judge =
  | "en16931"
  | "xrechnung"
  | "peppol"
  | "facturx"
  | "facturx-pdf"
  | "pdfa"
  | "pdfua"

interface FileVerdicts {
  readonly file: string
  readonly verdicts: ReadonlyArray<Verdict>
}

/**
 * The verdicts of each document by its name, from one process. It fails if nothing could be judged,
 * also on a machine without Java: `describeJudged` decides whether that is a failure.
 */
export const judge = async (
  documents: Readonly<Record<string, string | Uint8Array>>
): Promise<ReadonlyMap<string, ReadonlyArray<Verdict>>> => {
  const folder = await mkdtemp(join(tmpdir(), "retainer-judges-"))
  try {
    for (const [name, content] of Object.entries(documents)) {
      await writeFile(join(folder, name), content)
    }
    const child = spawn(script, ["--json", "-"], { stdio: ["pipe", "pipe", "pipe"] })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    child.stdin.end(
      Object.keys(documents)
        .map((name) => `${join(folder, name)}\n`)
        .join("")
    )
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve))
    const [verdicts, problems] = await output
    if (code !== 0 && code !== 1) throw new Error(`judge.sh ended with ${code}: ${problems}`)
    const files: ReadonlyArray<FileVerdicts> = verdicts
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
    return new Map(files.map(({ file, verdicts }) => [basename(file), verdicts]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One text to compare, such as `en16931 pass, xrechnung BR-DE-15`: no judge can be absent unnoticed. */
export const summary = (verdicts: ReadonlyArray<Verdict> | undefined): string =>
  (verdicts ?? [])
    .map(({ judge, errors, pass }) => {
      const ids = [...new Set(errors.map(({ id }) => id))].sort()
      return `${judge} ${pass ? "pass" : ids.join(" ")}`
    })
    .join(", ")

/** Both judges that every document of a kind has to satisfy, as `summary` writes them. */
export const passes = (...judges: ReadonlyArray<Judge>): string =>
  judges.map((name) => `${name} pass`).join(", ")

/** Prints what the judges said, as a table for people. */
export const printVerdicts = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): void => {
  const lines = [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`)
  console.log(lines.join("\n"))
}

/** A suite that needs the judges: without them it is skipped with the reason, and fails in CI. */
export const describeJudged = (title: string, suite: () => void): void => {
  const prepared = spawnSync(script, ["--help"], { encoding: "utf8" })
  if (prepared.status === 0 || process.env["CI"] === "true") describe(title, suite)
  else describe.skip(`${title} (skipped: ${prepared.stderr.trim().split("\n").at(-1)})`, suite)
}
