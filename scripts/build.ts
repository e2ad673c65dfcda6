/**
 * Builds `dist`, which is what the package holds: modules with their source maps, and the
 * declarations that the package's entries lead to, and no others. `npm pack` runs it; a checkout
 * runs without it.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import manifest from "../package.json" with { type: "json" }

const root = new URL("..", import.meta.url).pathname
const dist = join(root, "dist")

const specifier = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\.(?:ts|js)\2/g

/**
 * The same text with relative imports as JavaScript has them, and the declarations that they lead
 * to.
 */
const rewritten = (file: string) => {
  const leadsTo: Array<string> = []
  const text = readFileSync(file, "utf8").replaceAll(
    specifier,
    (_, before: string, quote: string, path: string) => {
      leadsTo.push(`${join(dirname(file), path)}.d.ts`)
      return `${before}${quote}${path}.js${quote}`
    }
  )
  return { text, leadsTo }
}

/** The declarations reached from these, with their text. */
const reachable = (entries: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    const { text, leadsTo } = rewritten(file)
    found.set(file, text)
    open.push(...leadsTo)
  }
  return found
}

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json")],
  { stdio: "inherit" }
)
if (status !== 0) process.exit(status ?? 1)

const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [join(root, entry.types)]
)
const declarations = reachable(entries)
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  const file = join(dist, name)
  if (!name.endsWith(".d.ts")) continue
  const text = declarations.get(file)
  if (text === undefined) rmSync(file)
  else writeFileSync(file, text)
}
for (const file of Object.values(manifest.bin)) chmodSync(join(root, file), 0o755)
console.log(`${declarations.size} declarations are reached from ${entries.length} entries`)
