/**
 * `Accept: text/csv` on lists that declare a table: the page that JSON would have, as a table. The
 * next page of the meta becomes a `Link` header (RFC 8288). Every answer varies by `Accept`.
 */
import { Predicate } from "effect"
import { HttpServerResponse } from "effect/http"
import { csvOf, type TableColumn } from "../../domain/Table.ts"
import { prefersCsv } from "../body/Accept.ts"
import type { RequestHead } from "../edge/RequestContext.ts"

const vary = { vary: "Accept" }

/** This request for the page after this one; its origin is the request's own. */
const nextOf = (url: string, cursor: string): string => {
  const { pathname, searchParams } = new URL(url, "http://origin")
  searchParams.set("cursor", cursor)
  return `<${pathname}?${searchParams}>; rel="next"`
}

const linkOf = (url: string, meta: unknown): Record<string, string> =>
  Predicate.hasProperty(meta, "next_cursor") && typeof meta.next_cursor === "string"
    ? { link: nextOf(url, meta.next_cursor) }
    : {}

export const inForm =
  (columns: ReadonlyArray<TableColumn>) =>
  (
    { headers, url }: RequestHead,
    response: HttpServerResponse.HttpServerResponse
  ): HttpServerResponse.HttpServerResponse => {
    if (response.status !== 200 || response.body._tag !== "Uint8Array") return response
    if (!prefersCsv(headers["accept"])) return HttpServerResponse.setHeaders(response, vary)
    const list: unknown = JSON.parse(Buffer.from(response.body.body).toString())
    const rows = Predicate.hasProperty(list, "data") && Array.isArray(list.data) ? list.data : []
    const meta = Predicate.hasProperty(list, "meta") ? list.meta : undefined
    return HttpServerResponse.text(csvOf(columns, rows), {
      contentType: "text/csv; charset=utf-8; header=present",
      headers: { ...vary, ...linkOf(url, meta) }
    })
  }
