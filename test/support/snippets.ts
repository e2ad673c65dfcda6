/**
 * The TypeScript of README.md and docs/, as it stands there: every block that is fenced as `ts`. A
 * block is written into the root of the repository for as long as it is needed, with the package's
 * entries as they lie in the sources: nothing is built for it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

export const root = fileURLToPath(new URL("../../", import.meta.url))

export interface Snippet {
  /** Where it begins, such as "docs/tester.md:12". */
  readonly place: string
  /** What becomes of it: vitest runs a test, a receiver listens, a program runs to its end. */
  readonly kind: "test" | "receiver" | "program"
  readonly code: string
}

const kindOf = (code: string): Snippet["kind"] => {
  if (/from "(?:@effect\/)?vitest"/.test(code)) return "test"
  return code.includes(".listen(") ? "receiver" : "program"
}

const snippetsOf = (document: string): ReadonlyArray<Snippet> => {
  const text = readFileSync(`${root}${document}`, "utf8")
  return [...text.matchAll(/^```(?:ts|typescript)\b[^\n]*\n(.*?)^```$/gms)].map((found) => ({
    place: `${document}:${text.slice(0, found.index).split("\n").length}`,
    kind: kindOf(found[1] ?? ""),
    code: found[1] ?? ""
  }))
}

export const snippets: ReadonlyArray<Snippet> = [
  "README.md",
  ...readdirSync(`${root}docs`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`)
    .sort()
].flatMap(snippetsOf)

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
