/**
 * The blocks of README.md, CONTRIBUTING.md and docs/, as they stand there: what is fenced as `ts`
 * or `sh`, and what is said not to run, with the reason. A block of TypeScript is written into the
 * root of the repository for as long as it is needed, with the package's entries as they lie in the
 * sources: nothing is built for it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

export const root = fileURLToPath(new URL("../../", import.meta.url))

export interface Snippet {
  /** Its first line, such as "docs/tester.md:12". */
  readonly place: string
  /** Its use: vitest runs a test, a receiver listens, a program runs to its end. */
  readonly kind: "test" | "receiver" | "program" | "tutorial"
  readonly code: string
}

/** A block as it is fenced: its first word, and what follows that. */
export interface Block {
  readonly place: string
  readonly document: string
  readonly language: string
  readonly remark: string
  readonly code: string
}

const documents: ReadonlyArray<string> = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`)
    .sort()
]

const blocksOf = (document: string): ReadonlyArray<Block> => {
  const text = readFileSync(`${root}${document}`, "utf8")
  return [...text.matchAll(/^```(\w*)[^\S\n]*([^\n]*)\n(.*?)^```$/gms)].map((found) => ({
    place: `${document}:${text.slice(0, found.index).split("\n").length}`,
    document,
    language: found[1] ?? "",
    remark: found[2] ?? "",
    code: found[3] ?? ""
  }))
}

export const blocks: ReadonlyArray<Block> = documents.flatMap(blocksOf)

const kindOf = ({ code, document }: Block): Snippet["kind"] => {
  if (document === "docs/tutorial.md") return "tutorial"
  if (/from "(?:@effect\/)?vitest"/.test(code)) return "test"
  return code.includes(".listen(") ? "receiver" : "program"
}

export const snippets: ReadonlyArray<Snippet> = blocks
  .filter(({ language }) => language === "ts")
  .map((block) => ({ place: block.place, kind: kindOf(block), code: block.code }))

/** The shell blocks of each document that run, in their order: they are of one shell. */
export const shells: ReadonlyMap<string, ReadonlyArray<Block>> = Map.groupBy(
  blocks.filter(({ language, remark }) => language === "sh" && remark === ""),
  ({ document }) => document
)

/** The sources of the package's entries: `./src/client.ts` for `retainer/client`. */
const sources = new Map(
  Object.entries(manifest.exports).flatMap(([entry, found]) =>
    typeof found === "string"
      ? []
      : [
          [
            entry.replace(/^\./, manifest.name),
            found.default.replace("/dist/", "/src/").replace(/\.js$/, ".ts")
          ]
        ]
  )
)

const onSources = (code: string): string =>
  code.replaceAll(
    /(\bfrom )"([^"]+)"/g,
    (_, from: string, name: string) => `${from}"${sources.get(name) ?? name}"`
  )

/** Writes the block, uses the file's name, and removes it again. */
export const withFile = async <A>(
  { place, code }: Snippet,
  use: (file: string) => Promise<A>
): Promise<A> => {
  const name = `.snippet-${process.pid}-${place.replace(/\W+/g, "-")}.ts`
  writeFileSync(`${root}${name}`, onSources(code))
  try {
    return await use(name)
  } finally {
    rmSync(`${root}${name}`, { force: true })
  }
}
