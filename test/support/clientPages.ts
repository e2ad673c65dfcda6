/** Fixtures of the pages of clients: an owner, a member, clients with invoices, and forms. */
import { Effect } from "effect"
import { limitsComeBack, signedInOwner } from "./owners.ts"
import { colleagueOf } from "./pages.ts"
import { type Page, unescapeHtml, type Visitor } from "./visitor.ts"

export const mainOf = ({ body }: Page): string => /<main.*<\/main>/s.exec(body)?.[0] ?? ""

export const textOf = (page: Page): string =>
  unescapeHtml(
    mainOf(page)
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, " ")
      .replace(/\s+/g, " ")
  )

export const csrfIn = ({ body }: Page): string =>
  /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ""

type Values = Readonly<Record<string, string | ReadonlyArray<string>>>

const attribute = (tag: string, name: string): string =>
  unescapeHtml(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "")

/** The visible fields of a form as the page shows them: a browser sends them all. */
const filledIn = ({ body }: Page, action: string): Values => {
  const forms = [...body.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
  const found = forms.find(([, opening = ""]) => attribute(opening, "action") === action)
  const content = found?.[2] ?? ""
  const values: Record<string, string | ReadonlyArray<string>> = {}
  for (const [tag] of content.matchAll(/<input(?:"[^"]*"|[^">])*>/g)) {
    const [name, type] = [attribute(tag, "name"), attribute(tag, "type")]
    if (type === "hidden" || type === "file") continue
    if (type !== "checkbox") values[name] = attribute(tag, "value")
    else if (/\schecked/.test(tag)) {
      values[name] = [...(values[name] ?? []), attribute(tag, "value")]
    }
  }
  for (const [, opening = "", text = ""] of content.matchAll(
    /<textarea((?:"[^"]*"|[^">])*)>([^<]*)/g
  )) {
    values[attribute(opening, "name")] = unescapeHtml(text)
  }
  for (const [, opening = "", options = ""] of content.matchAll(
    /<select((?:"[^"]*"|[^">])*)>(.*?)<\/select>/gs
  )) {
    const chosen = /<option[^>]*\sselected[^>]*>/.exec(options) ?? /<option[^>]*>/.exec(options)
    values[attribute(opening, "name")] = attribute(chosen?.[0] ?? "", "value")
  }
  return values
}

/** Sends the form of the page with these fields changed. */
export const sendForm = (by: Visitor, page: Page, action: string, values: Values = {}) =>
  Effect.promise(() => by.submit(page, action, { ...filledIn(page, action), ...values }))

/** The same twice at once. */
export const sendTwice = (by: Visitor, page: Page, action: string, values: Values = {}) =>
  Effect.all([sendForm(by, page, action, values), sendForm(by, page, action, values)], {
    concurrency: 2
  })

export const setUpClients = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const member = yield* colleagueOf(visitor, "member")
  const client = (name: string, fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/clients", { name, email: "ada@x.example", ...fields }),
      ({ body }) => String(body.id)
    )
  const invoice = (clientId: string, minor: number, fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id: clientId,
        line_items: [{ description: "Design", quantity: 1, unit_price: minor }],
        ...fields
      }),
      ({ body }) => String(body.id)
    )
  const sent = (clientId: string, minor: number, fields: object = {}) =>
    Effect.tap(invoice(clientId, minor, fields), (id) => call("POST", `/v1/invoices/${id}/send`))
  const open = (path: string, by: Visitor = visitor) => Effect.promise(() => by.get(path))
  const act = (path: string, values: Values, by: Visitor = visitor) =>
    Effect.flatMap(open(path, by), (page) => sendForm(by, page, path, values))
  const shown = (id: string) => Effect.map(call("GET", `/v1/clients/${id}`), ({ body }) => body)
  return { ...owner, member, client, invoice, sent, open, act, shown }
})

/** An overdue invoice of the standing clock, which begins in 1970. */
export const late = { issue_date: "1969-01-01", due_date: "1969-01-31" }
