/** Fixtures for tests of the page of one invoice: its owner and a member, invoices, panels. */
import { Effect } from "effect"
import { limitsComeBack, signedInOwner } from "./owners.ts"
import { colleagueOf } from "./pages.ts"
import { type Page, unescapeHtml, type Visitor } from "./visitor.ts"

const mainOf = ({ body }: Page): string => /<main.*<\/main>/s.exec(body)?.[0] ?? ""

export const textOf = (page: Page): string =>
  unescapeHtml(
    mainOf(page)
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, " ")
      .replace(/\s+/g, " ")
  )

/** The panels that the head of the page links to. */
export const offered = (page: Page): ReadonlyArray<string> =>
  [
    ...(/<div class="do dock".*?<div class="sum"/s.exec(page.body)?.[0] ?? "").matchAll(
      /\?do=(\w+)/g
    )
  ].map(([, name = ""]) => name)

export const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const member = yield* colleagueOf(visitor, "member")
  const client = yield* call("POST", "/v1/clients", {
    name: "Ada Byron",
    company: "Engines",
    email: "ada@x.example"
  })
  const draft = (fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id: client.body.id,
        line_items: [{ description: "Design", quantity: 2, unit_price: 50_000 }],
        ...fields
      }),
      ({ body }) => String(body.id)
    )
  const sent = (fields: object = {}) =>
    Effect.tap(draft(fields), (id) => call("POST", `/v1/invoices/${id}/send`))
  const get = (id: string) => Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body)
  const payments = (id: string) =>
    Effect.map(call("GET", `/v1/invoices/${id}/payments`), ({ body }) => body.data)
  const open = (id: string, panel = "", by: Visitor = visitor) =>
    Effect.promise(() => by.get(`/invoices/${id}${panel === "" ? "" : `?do=${panel}`}`))
  const act = (id: string, panel: string, values: Record<string, string>, by: Visitor = visitor) =>
    Effect.flatMap(open(id, panel, by), (page) =>
      Effect.promise(() => by.submit(page, `/invoices/${id}?do=${panel}`, values))
    )
  return { ...owner, member, client, draft, sent, get, payments, open, act }
})
