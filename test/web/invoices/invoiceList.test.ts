/**
 * The list of invoices: tabs with counts, states in words, sums by currency, pages, search, and the
 * same as CSV; in the reader's language, and of this workspace alone.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { readCsv } from "../../support/csv.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const textOf = (body: string) =>
  unescapeHtml(
    (/<main.*<\/main>/s.exec(body)?.[0] ?? "")
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, " ")
      .replace(/\s+/g, " ")
  )

const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const client = (fields: object) =>
    Effect.map(call("POST", "/v1/clients", { email: "a@x.example", ...fields }), ({ body }) =>
      String(body.id)
    )
  const draft = (client_id: string, fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "W", quantity: 1, unit_price: 123_456 }],
        ...fields
      }),
      ({ body }) => String(body.id)
    )
  const sent = (client_id: string, fields: object = {}) =>
    Effect.tap(draft(client_id, fields), (id) => call("POST", `/v1/invoices/${id}/send`))
  const look = (query = "") => Effect.promise(() => visitor.get(`/invoices${query}`))
  const text = (query = "") => Effect.map(look(query), ({ body }) => textOf(body))
  return { ...owner, client, draft, sent, look, text }
})

const late = { issue_date: "1969-10-01", due_date: "1969-11-09" }

layer(layerRetainerMemory)("the list of invoices", (it) => {
  it.effect("opens with what is open; tabs count, rows say the state, the foot sums up", () =>
    Effect.gen(function* () {
      const { call, client, draft, sent, text, look } = yield* setUp
      const ada = yield* client({ name: "<i>Ada</i>", company: "Engines & Sons" })
      const kim = yield* client({ name: "Kim" })
      yield* draft(ada)
      yield* sent(ada, late)
      const partly = yield* sent(kim, { due_date: "1970-01-07" })
      yield* sent(kim, { due_date: "1970-01-07" })
      yield* sent(kim, { due_date: "1970-01-01", currency: "JPY" })
      yield* call("POST", `/v1/invoices/${partly}/payments`, { amount: 23_456 })
      const open = yield* text()
      assert.include(open, "Open 4 Overdue 1 Drafts 1 Paid 0 Void 0 All 5")
      assert.include(open, "INV-0002 Engines & Sons <i>Ada</i> 53 days overdue Nov 9, 1969")
      assert.include(open, "INV-0003 Kim Partly paid Jan 7 1,234.56 EUR 1,000.00 EUR")
      assert.include(open, "INV-0004 Kim due in 6 days Jan 7 1,234.56 EUR")
      assert.include(open, "INV-0005 Kim due today Jan 1 123,456 JPY")
      assert.include(open, "Balance due, EUR 3,469.12 Balance due, JPY 123,456 4 of 4")
      assert.notInclude(open, "INV-0001")
      const { body } = yield* look("?state=draft")
      assert.notInclude(body, "<i>Ada")
      assert.include(
        textOf(body),
        "Total Balance due, EUR INV-0001 Engines & Sons <i>Ada</i> Draft"
      )
      assert.include(textOf(body), "Total, EUR 1,234.56")
      assert.match(body, /<a href="\/invoices" [^>]*>|<a href="\/invoices">/)
      assert.match(body, /href="\/invoices\?state=draft" aria-current="page"/)
    })
  )

  it.effect("an invoice that a credit note made void says so", () =>
    Effect.gen(function* () {
      const { call, client, sent, text } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const [credited, gone] = [yield* sent(ada), yield* sent(ada)]
      yield* call("POST", `/v1/invoices/${credited}/credit_notes`, { reason: "Wrong client" })
      yield* call("POST", `/v1/invoices/${gone}/void`)
      const page = yield* text("?state=void")
      assert.include(page, "INV-0001 Ada Credited")
      assert.include(page, "INV-0002 Ada Void")
    })
  )

  it.effect("a mail that failed comes before all else", () =>
    Effect.gen(function* () {
      const { client, sent, text, made } = yield* setUp
      const id = yield* sent(yield* client({ name: "Gone" }), late)
      assert.include(yield* text(), "53 days overdue")
      const invoices = yield* InvoiceRepository
      const { transact } = yield* UnitOfWork
      const failed = { status: "failed", attempts: 3, lastError: "550 no" } as const
      yield* transact(invoices.saveDelivery(made.workspace.id, InvoiceId.schema.make(id), failed))
      assert.include(yield* text(), "Gone Not delivered Nov 9, 1969")
    })
  )

  it.effect("pages go older and newer without a gap, in every order", () =>
    Effect.gen(function* () {
      const { client, draft, look, visitor } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      for (let at = 1; at <= 53; at += 1) {
        yield* draft(ada, {
          line_items: [{ description: "W", quantity: 1, unit_price: (at * 7) % 11 }]
        })
      }
      const numbersIn = (body: string) =>
        [...body.matchAll(/>(INV-\d+)<\/a>/g)].map(([, number = ""]) => number)
      const linkIn = (body: string, name: string) =>
        unescapeHtml(new RegExp(`href="([^"]+)">${name}<`).exec(body)?.[1] ?? "")
      for (const sort of ["", "&sort=created_at", "&sort=-total", "&sort=due_date"]) {
        const first = yield* look(`?state=draft${sort}`)
        const second = yield* Effect.promise(() => visitor.get(linkIn(first.body, "Older")))
        const numbers = [...numbersIn(first.body), ...numbersIn(second.body)]
        assert.lengthOf(new Set(numbers), 53, sort)
        assert.lengthOf(numbersIn(second.body), 3, sort)
        assert.strictEqual(linkIn(second.body, "Older"), "", sort)
        assert.strictEqual(linkIn(first.body, "Newer"), "", sort)
        const back = yield* Effect.promise(() => visitor.get(linkIn(second.body, "Newer")))
        assert.deepStrictEqual(numbersIn(back.body), numbersIn(first.body), sort)
        assert.strictEqual(linkIn(back.body, "Newer"), "", sort)
      }
      const borrowed = yield* look("?state=draft&after=inv_x&sort=-total&before=1.2")
      assert.lengthOf(numbersIn(borrowed.body), 50)
    })
  )

  it.effect("search, client, project and tab stay together; what is unknown is ignored", () =>
    Effect.gen(function* () {
      const { call, client, draft, look, text } = yield* setUp
      const ada = yield* client({ name: "Ada", company: "Engines" })
      const kim = yield* client({ name: "Kim" })
      yield* draft(ada)
      yield* draft(kim)
      const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: kim })).body
      yield* draft(kim, { project_id: project.id })
      const found = yield* look("?state=draft&q=engines")
      assert.include(textOf(found.body), "Open 0 Overdue 0 Drafts 1")
      assert.include(found.body, 'href="/invoices?state=all&amp;q=engines"')
      assert.include(found.body, 'href="/invoices.csv?state=draft&amp;q=engines"')
      const ofKim = yield* look(`?state=draft&client=${kim}`)
      assert.include(textOf(ofKim.body), "Client: Kim · show all")
      assert.include(textOf(ofKim.body), "Drafts 2")
      assert.include(ofKim.body, `name="client" value="${kim}"`)
      assert.include(ofKim.body, `href="/invoices/new?client=${kim}"`)
      assert.include(yield* text(`?state=draft&project=${project.id}`), "Drafts 1")
      assert.include(yield* text("?state=zzz&client=x&sort=y&after=z"), "Open 0")
      assert.include(yield* text("?q=nothing"), "No invoice of this state matches.")
    })
  )

  it.effect("an empty tab is a sentence and an action", () =>
    Effect.gen(function* () {
      const { look, text } = yield* setUp
      assert.include(yield* text(), "Nothing is open")
      assert.include((yield* look("?state=draft")).body, 'href="/invoices/new">New invoice</a></p>')
      assert.include(yield* text("?state=paid"), "No invoice is paid yet. Show open invoices")
    })
  )

  it.effect("speaks the reader's language", () =>
    Effect.gen(function* () {
      const { client, sent, visitor } = yield* setUp
      yield* sent(yield* client({ name: "Ada" }), late)
      const inLanguage = (language: string) =>
        Effect.promise(async () => {
          const headers = { "accept-language": language }
          return textOf(await (await visitor.once("GET", "/invoices", { headers })).text())
        })
      const german = yield* inLanguage("de")
      assert.include(german, "Rechnungen")
      assert.include(german, "Überfällig 1")
      assert.include(german, "53 Tage überfällig 9. Nov. 1969 1.234,56 1.234,56")
      assert.include(yield* inLanguage("fr"), "53 jours de retard")
      assert.include(yield* inLanguage("es"), "53 días de retraso")
    })
  )

  it.effect("the same query as CSV, with all of its rows", () =>
    Effect.gen(function* () {
      const { client, draft, sent, visitor, anyone } = yield* setUp
      const ada = yield* client({ name: "=1+1", company: "Engines, Sons" })
      for (let at = 0; at < 101; at += 1) yield* draft(ada)
      yield* sent(ada, { currency: "JPY" })
      const csv = (query: string) => Effect.promise(() => visitor.get(`/invoices.csv${query}`))
      const drafts = yield* csv("?state=draft")
      assert.strictEqual(
        drafts.headers.get("content-type"),
        "text/csv; charset=utf-8; header=present"
      )
      const [head = [], ...rows] = readCsv(drafts.body)
      assert.lengthOf(rows, 101)
      assert.lengthOf(new Set(rows.map(([number]) => number)), 101)
      assert.deepStrictEqual(head.slice(0, 8), [
        ...["number", "status", "client", "company", "issue_date", "due_date", "currency", "total"]
      ])
      const open = readCsv((yield* csv("")).body)
      assert.lengthOf(open, 2)
      const row = open[1] ?? []
      assert.deepStrictEqual(
        [0, 1, 2, 3, 6, 7, 10].map((at) => row[at]),
        ["INV-0102", "sent", "'=1+1", "Engines, Sons", "JPY", "123456", "123456"]
      )
      const stranger = yield* Effect.promise(() => anyone().get("/invoices.csv"))
      assert.match(stranger.path, /^\/sign-in/)
    })
  )
})

layer(layerRetainerMemory)("the list of invoices for a member", (it) => {
  it.effect("is the same", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      const member = yield* colleagueOf(visitor, "member")
      const page = yield* Effect.promise(() => member.get("/invoices?state=all"))
      assert.strictEqual(page.status, 200)
      assert.include(textOf(page.body), "There is no invoice yet. New invoice")
    })
  )
})
