/** Fails where an import of src breaks the rules of importRules.ts. */
import { readdirSync, readFileSync } from "node:fs"
import { importProblems } from "./importRules.ts"

const src = new URL("../src/", import.meta.url)

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts")
)
const problems = importProblems(
  Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, src), "utf8")]))
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} forbidden imports`)
process.exitCode = problems.length === 0 ? 0 : 1
