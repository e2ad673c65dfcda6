/**
 * Home: what it shows of an agency's work, in four languages; its two forms, for whom they are, and
 * that each happens once.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Language } from "../../../src/domain/text/Language.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { colleagueOf, signedIn } from "../../support/pages.ts"
import type { Page, Visitor } from "../../support/visitor.ts"

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

const setUp = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-25T12:00:00Z"))
  const { visitor, call, ...rest } = yield* signedIn
  const client = Effect.fnUntraced(function* (name: string, company: string | null = null) {
    const { body } = yield* call("POST", "/v1/clients", {
      ...{ name, email: `${name.toLowerCase().replace(/\W/g, "").slice(0, 20)}@x.example` },
      ...(company === null ? {} : { company })
    })
    return body
  })
  const invoice = Effect.fnUntraced(function* (clientId: string, fields: object = {}, send = true) {
    const { body } = yield* call("POST", "/v1/invoices", {
      ...{ client_id: clientId, issue_date: "2026-10-01", due_date: "2026-11-01" },
      line_items: [{ description: "Work", quantity: 1, unit_price: 12_345 }],
      ...fields
    })
    if (send) yield* call("POST", `/v1/invoices/${body.id}/send`)
    return body
  })
  const home = (path = "/home") => Effect.promise(() => visitor.get(path))
  /** By then the session has ended. */
  const inEightDays = Effect.gen(function* () {
    yield* TestClock.adjust("8 days")
    yield* Effect.promise(() => visitor.signIn(rest.email, ownerPassword))
  })
  return { visitor, call, client, invoice, home, inEightDays, ...rest }
})

/** The part of the page below a heading. */
const below = ({ body }: Page, title: string): string => {
  const from = body.indexOf(`<h2>${title}</h2>`)
  return from < 0 ? "" : body.slice(from, body.indexOf("</section>", from))
}

const post = (visitor: Visitor, page: Page, action: string) =>
  Effect.promise(() => visitor.submit(page, action))

layer(layerRetainerMemory)("Home", (it) => {
  it.effect("has four figures, each a link, with other currencies beside them", () =>
    Effect.gen(function* () {
      const { call, client, invoice, home } = yield* setUp
      const ada = yield* client("Ada")
      const first = yield* invoice(ada.id)
      yield* invoice(ada.id, { due_date: "2026-12-24" })
      yield* invoice(ada.id, { currency: "JPY" })
      yield* invoice(ada.id, {}, false)
      yield* call("POST", `/v1/invoices/${first.id}/payments`, { amount: 345 })
      const project = yield* call("POST", "/v1/projects", { name: "Site", client_id: ada.id })
      const milestone = { name: "Signed off", amount: 80_000, status: "completed" }
      yield* call("POST", `/v1/projects/${project.body.id}/milestones`, milestone)
      const { body } = yield* home()
      const figures = /<div class="figures">(.*?)<\/div>/s.exec(body)?.[1] ?? ""
      const texts = figures.split("</a>").map((part) => part.replace(/<[^>]*>/g, " "))
      assert.match(texts[0] ?? "", /Outstanding +243\.45 +USD +3 invoices · also 12,345 JPY/)
      assert.match(texts[1] ?? "", /Overdue +120\.00 +USD +2 invoices · oldest 24 days · also/)
      assert.match(texts[2] ?? "", /Collected in 2026 +3\.45 +USD +0\.00 by this day in 2025/)
      assert.match(texts[3] ?? "", /Not sent yet +923\.45 +USD +1 draft · 1 milestone to bill/)
      assert.deepStrictEqual(
        [...figures.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
        ["", "?state=overdue", "?state=paid", "?state=draft"].map((query) => `/invoices${query}`)
      )
      assert.match(
        figures,
        /<svg class="age"[^>]* role="img" aria-label="[^"]*Not due 123\.45, 1 to 30 days overdue 120\.00"/
      )
      assert.include(body, '<th scope="row">31 to 60 days overdue</th><td class="r">0.00</td>')
      assert.notMatch(body, /style="/)
    })
  )

  it.effect("lists what waits for somebody, with one action each", () =>
    Effect.gen(function* () {
      const { visitor, call, client, invoice, home, inEightDays } = yield* setUp
      const empty = yield* home()
      assert.notInclude(empty.body, "Needs attention")
      const ada = yield* client("Ada Byron", "Engines <b>Ltd</b>")
      const old = yield* invoice(ada.id, {}, false)
      yield* inEightDays
      const project = yield* call("POST", "/v1/projects", { name: "Relaunch", client_id: ada.id })
      const milestone = { name: "Signed off", amount: 80_000, status: "completed" }
      const billable = yield* call("POST", `/v1/projects/${project.body.id}/milestones`, milestone)
      const member = yield* colleagueOf(visitor, "member")
      const wanted = yield* invoice(ada.id, {}, false)
      const path = `/invoices/${wanted.id}?do=ask`
      yield* Effect.promise(() => member.get(path).then((page) => member.submit(page, path)))
      yield* invoice(ada.id)
      const page = yield* home()
      const section = below(page, "Needs attention")
      const entries = section
        .split("<li>")
        .slice(1)
        .map((entry) =>
          entry
            .replace(/<[^>]*>/g, " ")
            .replace(/\s+/g, " ")
            .trim()
        )
      assert.deepStrictEqual(
        entries.map((entry) => entry.replace(/\d+:\d+ ../, "TIME")),
        [
          `Max asks to send ${wanted.number} Engines &lt;b>Ltd&lt;/b>, Ada Byron · TIME Send…`,
          "Milestone “Signed off” is complete but not billed Relaunch · Engines &lt;b>Ltd&lt;/b>, Ada Byron · 800.00 USD Bill it",
          "Reminders are off 1 overdue Choose the days",
          `Draft ${old.number} has not been sent for 8 days Engines &lt;b>Ltd&lt;/b>, Ada Byron · 123.45 USD Open the draft`
        ]
      )
      assert.include(section, `href="/invoices/new?milestone=${billable.body.id}"`)
      assert.include(section, `href="/invoices/${wanted.id}?do=send"`)
      const seen = below(yield* Effect.promise(() => member.get("/home")), "Needs attention")
      assert.include(seen, `href="/invoices/${wanted.id}"`)
      assert.notInclude(seen, "?do=send")
      assert.notInclude(seen, "Reminders are off")
      const form = yield* Effect.promise(() =>
        visitor.get(`/invoices/new?milestone=${billable.body.id}`)
      )
      assert.include(form.body, "Signed off")
      yield* call("POST", `/v1/invoices/${wanted.id}/send`)
      assert.notInclude(below(yield* home(), "Needs attention"), "asks to send")
    })
  )

  it.effect("shows at most eight of many, and all on request", () =>
    Effect.gen(function* () {
      const { client, invoice, home, inEightDays } = yield* setUp
      const ada = yield* client("Ada")
      for (let at = 0; at < 11; at++) yield* invoice(ada.id, {}, false)
      yield* inEightDays
      const few = below(yield* home(), "Needs attention")
      assert.strictEqual(few.match(/<li>/g)?.length, 8)
      assert.match(few, /<a href="\/home\?attention=all"[^>]*>All 11<\/a>/)
      const all = below(yield* home("/home?attention=all"), "Needs attention")
      assert.strictEqual(all.match(/<li>/g)?.length, 11)
      assert.include(all, ">Show the most urgent</a>")
    })
  )

  it.effect("tells the latest eight steps, and offers to reverse the last payment", () =>
    Effect.gen(function* () {
      const { visitor, call, client, invoice, home } = yield* setUp
      const ada = yield* client("Ada", "Engines")
      const sent = yield* invoice(ada.id)
      yield* call("POST", `/v1/invoices/${sent.id}/payments`, { amount: 345 })
      yield* call("POST", `/v1/invoices/${sent.id}/payments`, { amount: 12_000 })
      const section = below(yield* home(), "Recent activity")
      const link = `<a href="/invoices/${sent.id}">${sent.number}</a>`
      assert.include(section, `Engines paid ${link}`)
      assert.include(section, "120.00 USD · ")
      assert.match(section, /sent <a[^>]*>[^<]*<\/a> to Engines/)
      assert.include(section, "added the client Ada")
      assert.strictEqual(section.match(/do=reverse/g)?.length, 1)
      assert.isAtMost(section.match(/<li>/g)?.length ?? 0, 8)
      const member = yield* colleagueOf(visitor, "member")
      const seen = below(yield* Effect.promise(() => member.get("/home")), "Recent activity")
      assert.notInclude(seen, "do=reverse")
      assert.notInclude(seen, "/settings/audit")
      const reversal = { reason: "Wrong" }
      const { body } = yield* call("GET", `/v1/invoices/${sent.id}/payments`)
      const last = body.data.find(({ amount }: { amount: number }) => amount === 12_000)
      yield* call("POST", `/v1/invoices/${sent.id}/payments/${last.id}/reverse`, reversal)
      const after = below(yield* home(), "Recent activity")
      assert.match(after, /reversed a payment of/)
      assert.notInclude(after, "do=reverse")
    })
  )

  it.effect("reminds a client of every overdue invoice, once, and says how many", () =>
    Effect.gen(function* () {
      const { visitor, call, client, invoice, home } = yield* setUp
      const [ada, bo] = [yield* client("Ada", "Engines"), yield* client("Bo")]
      yield* invoice(ada.id)
      yield* invoice(ada.id, { due_date: "2026-11-02" })
      yield* invoice(bo.id, { due_date: "2026-12-24" })
      const page = yield* home()
      const section = below(page, "Outstanding by client")
      assert.strictEqual(section.match(/aria-label="Remind: [^"]*"/g)?.length, 1)
      assert.include(section, `value="${ada.id}"`)
      assert.match(section, /Engines<\/a> <span class="small quiet">Ada<\/span>/)
      assert.match(section, /24 days overdue/)
      const first = yield* post(visitor, page, "/home/remind")
      assert.include(first.body, "2 reminders will be sent shortly.")
      const again = yield* post(visitor, page, "/home/remind")
      assert.strictEqual(again.path, first.path)
      const mails = yield* call("GET", "/v1/mails?kind=reminder")
      assert.lengthOf(mails.body.data, 2)
      const later = yield* post(visitor, yield* home(), "/home/remind")
      assert.include(later.body, "was reminded of every overdue invoice today already")
    })
  )

  it.effect("refuses forged forms of members, and clients of other workspaces", () =>
    Effect.gen(function* () {
      const { visitor, client, invoice, home } = yield* setUp
      const other = yield* setUp
      const foreign = yield* other.client("Foreign")
      yield* other.invoice(foreign.id)
      const ada = yield* client("Ada")
      yield* invoice(ada.id)
      const page = yield* home()
      const forged = yield* Effect.promise(() =>
        visitor.submit(
          { ...page, body: page.body.replace(/name="client_id" value="[^"]*"/, "") },
          "/home/remind",
          { client_id: foreign.id }
        )
      )
      assert.strictEqual(forged.status, 404)
      const member = yield* colleagueOf(visitor, "member")
      const theirs = yield* Effect.promise(() => member.get("/home"))
      assert.notInclude(theirs.body, 'action="/home/remind"')
      assert.include(theirs.body, "An admin records payments and reminds.")
      for (const action of ["/home/remind", "/home/sample-data"]) {
        // Any form of a member's page has the member's token.
        const signOut = theirs.body.replaceAll('action="/sign-out"', `action="${action}"`)
        const refused = yield* post(member, { ...theirs, body: signOut }, action)
        assert.strictEqual(refused.status, 403, action)
      }
    })
  )

  it.effect("has three steps in an empty workspace, ticked when they are done", () =>
    Effect.gen(function* () {
      const { call, client, invoice, home } = yield* setUp
      const first = below(yield* home(), "Three steps to your first invoice")
      assert.strictEqual(first.match(/<li>|<li class="is-done">/g)?.length, 3 + 4)
      assert.notInclude(first, "is-done")
      yield* client(long, `<i>${long}</i>`)
      yield* call("PATCH", "/v1/workspace", { legal_name: "Agency Ltd" })
      const second = below(yield* home(), "Three steps to your first invoice")
      assert.strictEqual(second.match(/is-done/g)?.length, 1)
      assert.match(second, /Legal name <span class="good">/)
      assert.notInclude(second, "sample-data")
      const bo = yield* client("Bo")
      yield* invoice(bo.id, {}, false)
      const third = yield* home()
      assert.notInclude(third.body, "Three steps")
      assert.include(third.body, 'class="figures"')
    })
  )

  it.effect("fills an empty workspace with sample data once", () =>
    Effect.gen(function* () {
      const { visitor, call, home } = yield* setUp
      const page = yield* home()
      const filled = yield* post(visitor, page, "/home/sample-data")
      assert.include(filled.body, "The workspace has sample data.")
      const total = (yield* call("GET", "/v1/invoices")).body.meta.total
      assert.isAbove(total, 10)
      const again = yield* post(visitor, page, "/home/sample-data")
      assert.include(again.body, "The workspace has sample data.")
      const fresh = page.body.replace(
        /name="once" value="[0-9a-f]*"/,
        `name="once" value="${"a".repeat(32)}"`
      )
      const other = yield* post(visitor, { ...page, body: fresh }, "/home/sample-data")
      assert.include(other.body, "Nothing was added: the workspace is not empty.")
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, total)
    })
  )

  it.effect("is in the reader's language, every part of it", () =>
    Effect.gen(function* () {
      const { visitor, client, invoice, home } = yield* setUp
      const ada = yield* client("Ada")
      yield* invoice(ada.id)
      assert.isAbove((yield* home()).body.length, 1000)
      for (const language of ["en", "de", "fr", "es"] as const satisfies ReadonlyArray<Language>) {
        const headers = { "accept-language": language }
        const body = yield* Effect.promise(() =>
          visitor.once("GET", "/home", { headers }).then((answer) => answer.text())
        )
        const { home: words } = wordsIn(language)
        for (const title of [
          words.attention.title,
          words.chart.title,
          words.activity.title,
          words.owing.title,
          words.attention.remindersOff
        ]) {
          assert.include(body, title, language)
        }
        assert.notMatch(body, /\{\w+\}/, language)
      }
    })
  )

  it.effect("does not mind odd queries", () =>
    Effect.gen(function* () {
      const { home } = yield* setUp
      for (const query of [
        "done=reminded-999999999999",
        "done=constructor",
        "done=__proto__",
        "attention=%00",
        `done=${"x".repeat(2000)}`
      ]) {
        assert.strictEqual((yield* home(`/home?${query}`)).status, 200, query)
      }
    })
  )
})
