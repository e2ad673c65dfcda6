/**
 * Links and paths in the documents exist, and so do the sections of docs/spec.md that code names.
 * The index has a line for each decision.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = new URL("../../", import.meta.url).pathname
const read = (file: string) => readFileSync(root + file, "utf8")
const below = (folder: string, ending: string) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending) && !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`)

const documents = [
  ...readdirSync(root).filter((file) => file.endsWith(".md")),
  ...below("docs", ".md")
]
const sources = ["src", "test", "scripts"].flatMap((folder) => below(folder, ".ts"))

const proseOf = (file: string) => read(file).replace(/^```[\s\S]*?^```$/gm, "")

/** A heading as a link names it: in small letters, without punctuation, with hyphens for spaces. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading))

const problemOfLink = (from: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? from : posix.join(posix.dirname(from), path)
  if (!existsSync(root + target)) return `${link} leads to no file`
  return anchor === undefined || anchorsOf(target).includes(anchor)
    ? undefined
    : `${link} leads to no heading`
}

const linksOf = (file: string) =>
  [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) =>
    /^[a-z]+:/.test(link) ? [] : [link]
  )

const layers = "domain|api|app|http|web|infra|testing"
/** Paths in backticks, from the repository's root or inside src. */
const pathsOf = (file: string) =>
  [
    ...proseOf(file).matchAll(
      new RegExp(`\`((?:src|test|scripts|docs|${layers})/[\\w./-]+)\``, "g")
    )
  ]
    .map(([, path = ""]) => path)
    .filter((path) => /\.\w+$|\/$/.test(path))

describe.each(documents)("%s", (file) => {
  it("links to what is there", () => {
    assert.deepStrictEqual(
      linksOf(file).flatMap((link) => problemOfLink(file, link) ?? []),
      []
    )
  })

  it("names paths that are there", () => {
    assert.deepStrictEqual(
      pathsOf(file).filter((path) => !existsSync(root + path) && !existsSync(`${root}src/${path}`)),
      []
    )
  })
})

describe("docs/spec.md", () => {
  it("has every section that code names", () => {
    const sections = [...read("docs/spec.md").matchAll(/^#+ ([\d.]*\d)/gm)].map(([, name]) => name)
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/docs\/spec\.md (§[\d.]*\d(?:, §[\d.]*\d)*)/g)].flatMap(
        ([, all = ""]) => all.split(", ").map((one) => ({ file, section: one.slice(1) }))
      )
    )
    assert.isNotEmpty(named)
    assert.deepStrictEqual(
      named.filter(({ section }) => !sections.includes(section)),
      []
    )
  })
})

describe("a comment", () => {
  it("names a section with its document, or its standard", () => {
    const nameless = new RegExp(["SPEC", "DECISIONS"].map((name) => `${name} §`).join("|"))
    assert.deepStrictEqual(
      sources.filter((file) => nameless.test(read(file))),
      []
    )
  })
})

describe("docs/decisions", () => {
  it("has a line in its index for each record", () => {
    const records = readdirSync(`${root}docs/decisions`).filter((file) => /^\d/.test(file))
    assert.sameMembers(
      linksOf("docs/decisions/README.md").filter((link) => /^\d/.test(link)),
      records
    )
  })
})
