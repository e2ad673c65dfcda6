/** Writes the table of settings into the operator's manual, from src/config/Settings.ts. */
import { readFileSync, writeFileSync } from "node:fs"
import { settingsTable } from "../src/config/Settings.ts"

const manual = new URL("../docs/operator.md", import.meta.url)
const table = /\| variable \| default \|[^\n]*\n(?:\|[^\n]*\n)+/
writeFileSync(
  manual,
  readFileSync(manual, "utf8").replace(table, () => `${settingsTable()}\n`)
)
