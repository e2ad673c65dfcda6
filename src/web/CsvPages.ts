/** Lists of pages: queries that match too much, and every row as CSV, page after page, streamed. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { PageRequest } from "../app/ports/PageRequest.ts"
import type { Page } from "../domain/Page.ts"
import { csvHead, csvLine } from "../domain/Table.ts"
import { broadest } from "../domain/text/Search.ts"
import type { BrowserRequest } from "./BrowserRequests.ts"
import { PageRefused } from "./forms/FormReader.ts"

/** As many as one page of storage has. */
export const csvPageSize = 100

/** More rows match the query than its bound, in the words of its list. */
export const broadQuery = (
  { language }: BrowserRequest,
  { title, tooBroad }: { readonly title: string; readonly tooBroad: (most: string) => string }
): PageRefused => {
  const message = tooBroad(broadest.toLocaleString(language))
  return new PageRefused({ status: 422, title, message, language })
}

interface CsvList<Place, Found, E> {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** Their cells by the names of the columns. */
  readonly rowsOf: (found: Found) => ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly read: (place: Place) => Effect.Effect<Found, E>
  /** The place of the page after this one. */
  readonly following: (found: Found) => Option.Option<Place>
}

/** The place of the next page, for a list of the API. */
export const pageAfter =
  <Id>(first: PageRequest<Id>) =>
  ({ next, nextValue }: Page<unknown, Id>): Option.Option<PageRequest<Id>> =>
    next === null
      ? Option.none()
      : Option.some({
          ...first,
          after: next,
          ...(nextValue === undefined ? {} : { afterValue: nextValue })
        })

/** The first page is read before the answer begins, so that it can fail. */
export const csvAnswer = <Place, Found, E>(
  first: Place,
  { name, columns: names, rowsOf, read, following }: CsvList<Place, Found, E>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  const columns = names.map((column) => ({ name: column, path: [column] }))
  const linesOf = (found: Found) => rowsOf(found).map((row) => csvLine(columns, row))
  const linesAfter = (place: Place) =>
    Stream.paginate(place, (next) =>
      Effect.map(Effect.orDie(read(next)), (later) => [linesOf(later), following(later)] as const)
    )
  return Effect.map(read(first), (found) => {
    const lines = Stream.fromIterable([csvHead(columns), ...linesOf(found)])
    const others = Option.match(following(found), {
      onNone: () => Stream.empty,
      onSome: linesAfter
    })
    return HttpServerResponse.stream(Stream.encodeText(Stream.concat(lines, others)), {
      contentType: "text/csv; charset=utf-8; header=present",
      headers: {
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="${name}.csv"`
      }
    })
  })
}
