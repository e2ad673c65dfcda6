/**
 * Fails on an import that runs against the house's directions (ARCHITECTURE.md), on a barrel and on
 * a default export.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, relative } from "node:path"

const root = new URL("../src/", import.meta.url).pathname

type Room = "domain" | "api" | "app" | "http" | "web" | "infra" | "testing" | "client" | "top"

/** What each room may read, besides itself. */
const allowed: Readonly<Record<Room, ReadonlyArray<Room>>> = {
  domain: [],
  api: ["domain"],
  app: ["domain"],
  http: ["domain", "api", "app"],
  web: ["domain", "api", "app"],
  infra: ["domain", "app"],
  testing: ["domain", "app"],
  client: ["domain", "api"],
  top: ["domain", "api", "app", "http", "web", "infra", "client", "testing"]
}

/** The rooms whose only outside packages are Effect's own. */
const effectOnly: ReadonlyArray<Room> = ["domain", "api", "app", "client"]

/** The in-memory app composes both sides, as main.ts does. */
const composes = new Set(["testing/RetainerMemory.ts"])

const roomOf = (file: string): Room => {
  const first = file.split("/")[0] ?? ""
  if (file === "client.ts") return "client"
  return first in allowed && file.includes("/") ? (first as Room) : "top"
}

const problemsOf = (file: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, file), "utf8")
  const room = composes.has(file) ? "top" : roomOf(file)
  const problems: string[] = []
  if (/^export default/m.test(text)) problems.push(`${file}: a default export`)
  if (/^export \* from/m.test(text)) problems.push(`${file}: a barrel`)
  for (const [, target = ""] of text.matchAll(/(?:from|import) "([^"]+)"/g)) {
    if (target.startsWith(".")) {
      const imported = relative(root, normalize(join(root, dirname(file), target)))
      const to = roomOf(imported)
      if (to !== room && !allowed[room].includes(to)) {
        problems.push(`${file} (${room}) must not import ${imported} (${to})`)
      }
    } else if (effectOnly.includes(room) && target !== "effect" && !target.startsWith("effect/")) {
      problems.push(`${file} (${room}) must not import ${target}`)
    }
  }
  return problems
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts")
)
const problems = files.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} forbidden imports`)
process.exitCode = problems.length === 0 ? 0 : 1
