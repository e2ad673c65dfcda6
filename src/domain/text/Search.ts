/**
 * Search in lists: words, changes since an instant, and another order than that of creation. A
 * search word matches the beginning of a word: a part of the text between spaces, or a part of such
 * a part between signs. `INV-0042` is found by itself, by `0042` and by `42`. The database has the
 * same rule (migration 0022).
 */
import { Data, type DateTime, Schema } from "effect"
import { documented } from "../Documented.ts"
import { line, patternHaving } from "./Text.ts"

const listSorts = ["created_at", "-created_at"] as const
export const ListSort = Schema.Literals(listSorts)
export const InvoiceSort = Schema.Literals([
  ...listSorts,
  "due_date",
  "-due_date",
  "total",
  "-total"
])
export type InvoiceSort = typeof InvoiceSort.Type

/** Matches are read as a whole before they are cut into pages: at most so many. */
export const broadest = 20_000

export interface Search<Sort extends InvoiceSort = "created_at" | "-created_at"> {
  readonly q?: string | undefined
  readonly updatedSince?: DateTime.Utc | undefined
  readonly sort?: Sort
}

/** An order by a value of the invoice; undefined for the order of creation. */
export const valueOrder = (
  sort: InvoiceSort | undefined
): { readonly field: "dueDate" | "totalMinor"; readonly isAscending: boolean } | undefined => {
  if (sort === undefined || sort === "created_at" || sort === "-created_at") return undefined
  const isAscending = !sort.startsWith("-")
  return { field: sort.endsWith("total") ? "totalMinor" : "dueDate", isAscending }
}

/** Whether the list has more than a filter and the order of creation. */
export const isSearch = ({ q, updatedSince, sort }: Search<InvoiceSort>): boolean =>
  q !== undefined || updatedSince !== undefined || valueOrder(sort) !== undefined

/** Too many rows match `q`, `updated_since` or an order to be sorted for one page. */
export class ListTooBroad extends Data.TaggedError("ListTooBroad") {
  override readonly message =
    `More than ${broadest} match: narrow the search with another word, a later instant or a filter`
}

const spaces = /[ \t\r\n]+/
const signs = /[!-/:-@[-`{-~]+/
const atEnds = /^[!-/:-@[-`{-~]+|[!-/:-@[-`{-~]+$/g

const given = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word) => word !== "")

/** The words that a text is found by. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  given(
    text
      .toLowerCase()
      .split(spaces)
      .flatMap((chunk) => {
        const parts = chunk.split(signs)
        return [
          chunk.replace(atEnds, ""),
          ...parts,
          ...parts.map((part) => part.replace(/^0+/, ""))
        ]
      })
  )

/** The words of the query; each must begin a word of the text. */
export const queryWords = (q: string): ReadonlyArray<string> =>
  given(
    q
      .toLowerCase()
      .split(spaces)
      .map((chunk) => chunk.replace(atEnds, ""))
  )

export const isFoundBy = (text: string, q: string): boolean => {
  const words = wordsOf(text)
  return queryWords(q).every((prefix) => words.some((word) => word.startsWith(prefix)))
}

export const SearchText = line(100).check(
  Schema.makeFilter(
    (q) => (queryWords(q).length === 0 ? "must have a letter or a digit" : undefined),
    documented({ pattern: patternHaving(false, "!-/:-@\\[-`{-~") })
  )
)

/**
 * Accepts the rest of a filter after its known fields were destructured. A declared field that no
 * storage reads does not compile here; otherwise it would be ignored silently.
 */
export const requireAllUsed = (_: Readonly<Record<string, never>>): void => {}
