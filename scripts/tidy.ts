/**
 * Measures how tidy the sources are: for each rule the number, its limit and the worst places. It
 * fails above a limit. With paths as arguments it lists every place below them.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { filesExecuted } from "./bench/files.ts"
import { fileCircles } from "./importRules.ts"
import { mutations } from "./seams/mutations.ts"
import { executedFiles, type Offence, type Rule, sourceRules, treeRules } from "./tidy/rules.ts"
import { missingMutations, missingRecipes, poorSubjects, subjectsSince } from "./tidy/texts.ts"
import { parseTree, type SourceFile, type Sources } from "./tidy/tree.ts"

const root = new URL("../", import.meta.url).pathname

const read = (folder: string): Sources =>
  Object.fromEntries(
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|js)$/.test(file) && !file.includes("node_modules"))
      .map((file) => `${folder}/${file}`)
      .sort()
      .map((file) => [file, readFileSync(join(root, file), "utf8")])
  )

const prefixes = process.argv.slice(2)
const src = parseTree(read("src"))
const tree = [...src, ...parseTree({ ...read("test"), ...read("scripts") })]

const worst = (offences: ReadonlyArray<Offence>): ReadonlyArray<Offence> => {
  if (prefixes.length > 0) {
    return offences.filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))
  }
  return offences.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0)).slice(0, 3)
}

const check = ({ name, limit, find }: Rule, files: ReadonlyArray<SourceFile>): boolean => {
  const offences = find(files)
  const fails = offences.length > limit
  console.log(`${fails ? "ABOVE" : "  ok "} ${offences.length} of ${limit}  ${name}`)
  const isTotal = name.startsWith("source ")
  if (!isTotal && (fails || prefixes.length > 0)) {
    for (const { path, what } of worst(offences)) console.log(`         ${path} ${what}`)
  }
  return fails
}

const circles: Rule = {
  name: "import circles between files",
  limit: 0,
  find: () =>
    fileCircles(read("src")).map((files) => ({ path: files[0] ?? "", what: files.join(", ") }))
}

const subjects = execFileSync("git", ["log", `--since=${subjectsSince}T00:00Z`, "--format=%s"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((subject) => subject !== "")

const beside: ReadonlyArray<Rule> = [
  {
    name: "commit subjects that are long or not `area: imperative summary`",
    limit: 0,
    find: () => poorSubjects(subjects)
  },
  {
    name: "recipes that CONTRIBUTING.md lacks",
    limit: 0,
    find: () => missingRecipes(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"))
  },
  {
    name: "misuses of the engine and the cache that check:seams does not try",
    limit: 0,
    find: () => missingMutations(mutations.map(({ what }) => what))
  },
  executedFiles(filesExecuted)
]

const failing = [
  check(circles, src),
  ...sourceRules.map((rule) => check(rule, src)),
  ...treeRules.map((rule) => check(rule, tree)),
  ...beside.map((rule) => check(rule, src))
].filter(Boolean)
process.exitCode = failing.length === 0 ? 0 : 1
