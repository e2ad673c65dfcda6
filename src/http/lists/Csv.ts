/**
 * Tables as RFC 4180 has them: a header row, CRLF after every row, UTF-8 without a byte order mark.
 * A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay
 * numbers.
 */
import { Predicate } from "effect"
import type { TableColumn } from "../../api/endpoint/Table.ts"

/**
 * Matches the places where a formula may begin: the start of a cell, and each end of a cell as
 * spreadsheets may read it (a semicolon or a tab by locale, or a line break where quotes are
 * ignored). The full-width signs count, because some spreadsheets read them as the plain ones.
 */
const formula = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g

const harmless = (text: string): string => text.replace(formula, "'")

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value !== "string") return String(value)
  const text = harmless(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const at = (row: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, name) => (Predicate.hasProperty(value, name) ? value[name] : undefined),
    row
  )

const line = (cells: ReadonlyArray<unknown>): string => `${cells.map(cell).join(",")}\r\n`

/** The rows, as the wire has them, under the names of their columns. */
export const csvOf = (columns: ReadonlyArray<TableColumn>, rows: ReadonlyArray<unknown>): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ path }) => at(row, path)))]
    .map(line)
    .join("")
