/** A list of a page as CSV: every row of its query, page after page, streamed. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { PageRequest } from "../app/ports/PageRequest.ts"
import type { Page } from "../domain/Page.ts"
import { csvHead, csvLine } from "../domain/Table.ts"

/** As many as one page of storage has. */
export const csvPageSize = 100

interface CsvList<Item, Id, E> {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly rowOf: (item: Item) => Readonly<Record<string, string | number | null>>
  readonly read: (page: PageRequest<Id>) => Effect.Effect<Page<Item, Id>, E>
}

/** The first page is read before the answer begins, so that it can fail. */
export const csvAnswer = <Item, Id, E>(
  first: PageRequest<Id>,
  { name, columns: names, rowOf, read }: CsvList<Item, Id, E>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  const columns = names.map((column) => ({ name: column, path: [column] }))
  const lineOf = (item: Item) => csvLine(columns, rowOf(item))
  const following = ({ next, nextValue }: Page<Item, Id>): Option.Option<PageRequest<Id>> =>
    next === null
      ? Option.none()
      : Option.some({
          ...first,
          after: next,
          ...(nextValue === undefined ? {} : { afterValue: nextValue })
        })
  const rowsAfter = (request: PageRequest<Id>) =>
    Stream.paginate(request, (next) =>
      Effect.map(
        Effect.orDie(read(next)),
        (later) => [later.items.map(lineOf), following(later)] as const
      )
    )
  return Effect.map(read(first), (page) => {
    const rows = Stream.fromIterable([csvHead(columns), ...page.items.map(lineOf)])
    const others = Option.match(following(page), {
      onNone: () => Stream.empty,
      onSome: rowsAfter
    })
    return HttpServerResponse.stream(Stream.encodeText(Stream.concat(rows, others)), {
      contentType: "text/csv; charset=utf-8; header=present",
      headers: {
        "cache-control": "no-store",
        "content-disposition": `attachment; filename="${name}.csv"`
      }
    })
  })
}
