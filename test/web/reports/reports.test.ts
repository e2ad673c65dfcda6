/**
 * The reports: figures of each, their CSV, the way from an age to its invoices, refused ranges; in
 * the reader's language, and of this workspace alone.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { ownSheets, stylesheet } from "../../../src/web/assets/Styles.ts"
import { readCsv } from "../../support/csv.ts"
import { textOf } from "../../support/mainText.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const range = "from=1969-10-01&to=1970-01-31"

const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const client = (fields: object) =>
    Effect.map(call("POST", "/v1/clients", { email: "a@x.example", ...fields }), ({ body }) =>
      String(body.id)
    )
  const sent = (client_id: string, fields: object = {}) =>
    Effect.gen(function* () {
      const { body } = yield* call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100_000 }],
        ...fields
      })
      yield* call("POST", `/v1/invoices/${body.id}/send`)
      return String(body.id)
    })
  const get = (path: string) => Effect.promise(() => visitor.get(path))
  const text = (query: string) => Effect.map(get(`/reports?${query}`), ({ body }) => textOf(body))
  const csv = (query: string) =>
    Effect.map(get(`/reports.csv?${query}`), ({ body }) => readCsv(body))
  return { ...owner, client, sent, get, text, csv }
})

const late = { issue_date: "1969-10-20", due_date: "1969-11-09" }

layer(layerRetainerMemory)("reports", (it) => {
  it.effect("revenue by month, quarter and year, in one currency", () =>
    Effect.gen(function* () {
      const { call, client, sent, text, csv, get } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const first = yield* sent(ada, late)
      yield* sent(ada, { currency: "JPY" })
      yield* call("POST", `/v1/invoices/${first}/payments`, { amount: 40_000 })
      yield* call("POST", `/v1/invoices/${first}/credit_notes`, {
        lines: [{ line: 0, amount: 10_000 }],
        reason: "Too much"
      })
      const months = yield* text(range)
      assert.include(months, "Oct 1969 1,000.00 0.00 0.00 0.00")
      assert.include(months, "Jan 1970 0.00 100.00 400.00 0.00")
      assert.include(months, "Total 1,000.00 100.00 400.00 0.00")
      assert.notInclude(months, "100,000")
      assert.include(yield* text(`${range}&currency=JPY`), "Jan 1970 100,000 0 0 0")
      assert.include(yield* text(`${range}&interval=quarter`), "Q4 1969 1,000.00")
      assert.include(yield* text(`${range}&interval=year`), "1969 1,000.00")
      const { body } = yield* get(`/reports?${range}`)
      assert.match(
        body,
        /role="img" aria-labelledby="chart-wide"><title id="chart-wide">Billed and/
      )
      assert.include(body, "The highest is 1,000.00.")
      const [head, ...rows] = yield* csv(range)
      assert.deepStrictEqual(head, [
        ...["period", "currency", "billed", "credited", "collected", "refunded"]
      ])
      assert.deepInclude(rows, ["1969-10", "EUR", "1000.00", "0.00", "0.00", "0.00"])
      assert.deepInclude(rows, ["1970-01", "JPY", "100000", "0", "0", "0"])
    })
  )

  it.effect("receivables by age, each amount with the list of its invoices", () =>
    Effect.gen(function* () {
      const { client, sent, get, csv } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      yield* sent(ada, late)
      yield* sent(ada, { due_date: "1970-01-01" })
      yield* sent(ada, { due_date: "1970-02-01", currency: "USD" })
      const { body } = yield* get("/reports?show=receivables")
      const text = textOf(body)
      assert.include(text, "Not due 1,000.00 1–30 days 0.00 31–60 days 1,000.00 61–90 days 0.00")
      assert.include(text, "Total 2,000.00")
      const links = [...body.matchAll(/<a href="(\/invoices\?currency[^"]+)"/g)].map(
        ([, href = ""]) => unescapeHtml(href)
      )
      const shown: string[] = []
      for (const href of links) {
        const list = yield* get(href)
        shown.push([...list.body.matchAll(/>(INV-\d+)</g)].map(([, number]) => number).join())
      }
      assert.deepStrictEqual(shown, [
        ...["INV-0002", "INV-0001", "INV-0002,INV-0001", "INV-0003", "INV-0003"]
      ])
      const [, ...rows] = yield* csv("show=receivables")
      assert.deepStrictEqual(rows, [
        ["1970-01-01", "EUR", "1000.00", "0.00", "1000.00", "0.00", "0.00", "2000.00"],
        ["1970-01-01", "USD", "1000.00", "0.00", "0.00", "0.00", "0.00", "1000.00"]
      ])
    })
  )

  it.effect("tax by rate and period, less credit notes", () =>
    Effect.gen(function* () {
      const { call, client, sent, text, csv } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const line = (unit_price: number, tax_rate: number) => ({
        ...{ description: "W", quantity: 1, unit_price, tax_rate }
      })
      const id = yield* sent(ada, {
        ...late,
        line_items: [line(10_000, 0.19), line(5000, 0.07)]
      })
      yield* call("POST", `/v1/invoices/${id}/credit_notes`, {
        lines: [{ line: 1 }],
        reason: "Wrong"
      })
      const shown = yield* text(`show=taxes&${range}`)
      assert.include(shown, "Oct 1969 Standard 19% 100.00 19.00 Oct 1969 Standard 7% 50.00 3.50")
      assert.include(shown, "Jan 1970 Standard 7% -50.00 -3.50 Total 100.00 19.00")
      const [head, ...rows] = yield* csv(`show=taxes&${range}`)
      assert.deepStrictEqual(head, ["period", "currency", "category", "rate", "net", "tax"])
      assert.deepStrictEqual(rows[0], ["1969-10", "EUR", "S", "0.19", "100.00", "19.00"])
      assert.include(yield* text(`show=taxes&${range}&currency=USD`), "nothing in this range")
    })
  )

  it.effect("projects by budget, and by how much one is over", () =>
    Effect.gen(function* () {
      const { call, client, sent, text, csv } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const project = (fields: object) =>
        Effect.map(call("POST", "/v1/projects", { client_id: ada, ...fields }), ({ body }) =>
          String(body.id)
        )
      const id = yield* project({ name: "Site <b>", budget: 80_000 })
      yield* project({ name: "Free" })
      yield* sent(ada, { project_id: id })
      const shown = yield* text("show=projects")
      assert.include(shown, "Site <b> Planning 800.00 1,000.00 over by 200.00 0 of 0")
      assert.include(shown, "Free Planning – 0.00 No budget")
      const [, free, over] = yield* csv("show=projects")
      assert.strictEqual(free?.[0], "Free")
      assert.deepStrictEqual(over?.slice(0, 5), [
        "Site <b>",
        "planning",
        "EUR",
        "800.00",
        "1000.00"
      ])
    })
  )

  it.effect("clients, the largest first, and all others as one", () =>
    Effect.gen(function* () {
      const { call, client, sent, text, csv } = yield* setUp
      for (let at = 0; at < 51; at += 1) {
        const id = yield* client({ name: `C${at}` })
        const invoice = yield* sent(id, {
          line_items: [{ description: "W", quantity: 1, unit_price: 1000 + at }]
        })
        if (at === 50) yield* call("POST", `/v1/invoices/${invoice}/payments`, { amount: 50 })
      }
      const shown = yield* text(`show=clients&${range}`)
      assert.include(shown, "C50 10.50 0.00 0.50 10.00 C49 10.49")
      assert.include(shown, "1 other client 10.00 0.00 0.00 10.00")
      const rows = yield* csv(`show=clients&${range}`)
      assert.lengthOf(rows, 52)
      assert.deepStrictEqual(rows[1]?.slice(0, 4), ["C50", "", "EUR", "10.50"])
    })
  )

  it.effect("a range that is none is refused at its field, and what was typed stays", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      for (const [query, message, typed] of [
        ["from=1970-02-01&to=1970-01-01", "must not be after", "1970-02-01"],
        ["from=1900-01-01&to=1970-01-01", "at most 120 periods", "1900-01-01"],
        ["from=31.12.1969", "year-month-day", "31.12.1969"],
        ["to=%3Cscript%3E", "year-month-day", "<script>"]
      ] as const) {
        const page = yield* get(`/reports?${query}`)
        assert.strictEqual(page.status, 422, query)
        assert.include(textOf(page.body), message)
        assert.include(unescapeHtml(page.body), `value="${typed}"`)
        assert.notInclude(page.body, '<script>"')
        assert.include(page.body, "aria-invalid")
        assert.strictEqual((yield* get(`/reports.csv?${query}`)).status, 422, query)
      }
      for (const query of ["show=x&interval=y&currency=zzz&after=q", "from=&to=", "show=taxes"]) {
        assert.strictEqual((yield* get(`/reports?${query}`)).status, 200, query)
      }
    })
  )

  it.effect("stay with their workspace, are the same for members, and need a session", () =>
    Effect.gen(function* () {
      const { client, sent, visitor } = yield* setUp
      yield* sent(yield* client({ name: "Secret" }), late)
      const other = yield* setUp
      for (const show of ["revenue", "receivables", "projects", "taxes", "clients"]) {
        const shown = yield* other.text(`show=${show}&${range}`)
        assert.notInclude(shown, "1,000.00", show)
        assert.notInclude(shown, "Secret", show)
        const rows = yield* other.csv(`show=${show}&${range}`)
        assert.notInclude(JSON.stringify(rows), "1000.00")
      }
      const member = yield* colleagueOf(visitor, "member")
      const page = yield* Effect.promise(() => member.get(`/reports?show=clients&${range}`))
      assert.include(textOf(page.body), "Secret")
      const stranger = yield* Effect.promise(() => other.anyone().get("/reports.csv"))
      assert.match(stranger.path, /^\/sign-in/)
    })
  )

  it.effect("speak the reader's language", () =>
    Effect.gen(function* () {
      const { client, sent, visitor } = yield* setUp
      yield* sent(yield* client({ name: "Ada" }), late)
      for (const [language, found] of [
        ["de", "1969 1.000,00 0,00 0,00 0,00"],
        ["fr", "1 000,00"],
        ["es", "1969 1000,00"]
      ] as const) {
        const headers = { "accept-language": language }
        const answer = yield* Effect.promise(() =>
          visitor.once("GET", `/reports?${range}`, { headers })
        )
        const shown = textOf(yield* Effect.promise(() => answer.text()))
        assert.include(shown.replace(/[\u00a0\u202f]/g, " "), found, language)
      }
    })
  )
})

layer(layerRetainerMemory)("the sheet of the reports", (it) => {
  it("leaves the styles of a page below 18 kB", () =>
    assert.isAtMost(stylesheet.length + ownSheets.reports.length, 18_000))
})
