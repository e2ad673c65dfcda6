/**
 * What a client finds in the portal: what is owed by currency first, open invoices by due day, paid
 * ones by year, each invoice, shared projects and the way to the agency. Nothing of others.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Mail } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { linkIn, submit } from "../../support/pages.ts"
import { withClient } from "../../support/portal.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const setting = Effect.gen(function* () {
  const made = yield* withClient
  const { call, client } = made
  yield* call("PATCH", "/v1/workspace", { locale: "en-GB", email: "hello@agency.example" })
  const sent = Effect.fnUntraced(function* (extra: object, client_id: string = client.id) {
    const { id } = (yield* call("POST", "/v1/invoices", {
      client_id,
      currency: "USD",
      line_items: [{ description: "W", quantity: 1, unit_price: 10_000 }],
      ...extra
    })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    return (yield* call("GET", `/v1/invoices/${id}`)).body
  })
  const pay = (id: string, amount: number) =>
    call("POST", `/v1/invoices/${id}/payments`, { amount })
  const { receive } = yield* Inbox
  /** The mails of invoices come before that of the invitation. */
  const enter = Effect.fnUntraced(function* (body: object = {}) {
    yield* call("POST", `/v1/clients/${client.id}/invite`, body)
    const isInvitation = ({ text }: Mail) => text.includes("/invitations/")
    const link = linkIn((yield* Effect.repeat(receive, { until: isInvitation })).text)
    const ada = made.anyone()
    return { ada, home: yield* Effect.promise(() => submit(ada, link, {})) }
  })
  return { ...made, sent, pay, enter }
})

const textOf = (body: string): string => body.replace(/<[^>]+>/g, "")

layer(layerRetainerMemory)("the portal's pages", (it) => {
  it.effect("what is owed by currency first, then by due day, then paid by year", () =>
    Effect.gen(function* () {
      const { call, client, sent, pay, enter } = yield* setting
      const late = yield* sent({ due_date: "2100-12-01" })
      const soon = yield* sent({ due_date: "2100-03-15" })
      const euros = yield* sent({ currency: "EUR", due_date: "2100-05-01" })
      yield* pay(soon.id, 2_500)
      const paid = yield* sent({ issue_date: "1969-05-01", due_date: "1969-06-01" })
      yield* pay(paid.id, 10_000)
      const gone = yield* sent({})
      yield* call("POST", `/v1/invoices/${gone.id}/void`, { reason: "Made twice" })
      const body = unescapeHtml((yield* enter()).home.body)
      const heading = textOf(/<h1>.*?<\/h1>/s.exec(body)?.[0] ?? "")
      assert.include(heading, "Balance due 175.00 USD, next due 15 March 2100")
      assert.include(heading, "Balance due 100.00 EUR, next due 1 May 2100")
      const places = [soon, euros, late].map(({ id }) => body.indexOf(`/portal/invoices/${id}"`))
      assert.notInclude(places, -1)
      assert.deepStrictEqual(
        places,
        places.toSorted((a, b) => a - b)
      )
      assert.strictEqual(body.match(/>Pay<\/a>/g)?.length, 3)
      const years = [...body.matchAll(/<details class="year">.*?<\/details>/gs)].map(([one]) => one)
      assert.lengthOf(years, 2)
      assert.include(years[0], "1970")
      assert.include(years[0], gone.number)
      assert.include(years[1], "1969")
      assert.include(years[1], `/portal/invoices/${paid.id}/receipt`)
      assert.include(body, "mailto:hello@agency.example")
      assert.include(body, client.email)
    })
  )

  it.effect("what was due is due since; without anything owed nothing is due", () =>
    Effect.gen(function* () {
      const { sent, pay, enter } = yield* setting
      const { id } = yield* sent({ issue_date: "1970-01-01", due_date: "1970-01-02" })
      const { ada } = yield* enter()
      yield* TestClock.adjust("3 days")
      const overdue = yield* Effect.promise(() => ada.get("/portal"))
      assert.include(textOf(overdue.body), "Balance due 100.00 USD, due since 2 January")
      yield* pay(id, 10_000)
      const none = yield* Effect.promise(() => ada.get("/portal"))
      assert.include(none.body, "Nothing is due")
      assert.notInclude(none.body, "Balance due")
    })
  )

  it.effect(
    "an invoice has its page, its receipt when it is paid, its reason when it is void",
    () =>
      Effect.gen(function* () {
        const { call, client, anyone, sent, pay, enter } = yield* setting
        const open = yield* sent({})
        const gone = yield* sent({})
        const draft = (yield* call("POST", "/v1/invoices", {
          client_id: client.id,
          line_items: [{ description: "W", quantity: 1, unit_price: 10_000 }]
        })).body
        const other = (yield* call("POST", "/v1/clients", { name: "Eve", email: newAddress() }))
          .body
        const others = yield* sent({}, other.id)
        yield* call("POST", `/v1/invoices/${gone.id}/void`, { reason: "Made twice" })
        const { ada } = yield* enter()
        const at = (id: string, more = "") =>
          Effect.promise(() => ada.get(`/portal/invoices/${id}${more}`))
        const shown = yield* at(open.id)
        assert.include(shown.body, "Pay 100.00 USD")
        assert.match(shown.body, /href="\/pay\/[^"]+\/checkout\?amount=10000"/)
        assert.strictEqual((yield* at(open.id, "/receipt")).status, 404)
        yield* pay(open.id, 10_000)
        assert.include((yield* at(open.id)).body, `/portal/invoices/${open.id}/receipt`)
        assert.include((yield* at(open.id, "/receipt")).body, "Receipt")
        assert.include((yield* at(gone.id)).body, "Made twice")
        for (const id of [draft.id, others.id, "nonsense", "inv_%00"]) {
          for (const more of ["", "/pdf", "/receipt"]) {
            assert.strictEqual((yield* at(id, more)).status, 404, `${id}${more}`)
          }
        }
        const stranger = yield* Effect.promise(() => anyone().get(`/portal/invoices/${open.id}`))
        assert.include(stranger.body, "Send me a link")
      })
  )

  it.effect("a shared project says what is done; another is not found", () =>
    Effect.gen(function* () {
      const { call, client, enter } = yield* setting
      const project = (yield* call("POST", "/v1/projects", {
        name: "<b>Relaunch</b>",
        client_id: client.id,
        budget: 123_456
      })).body
      const secret = (yield* call("POST", "/v1/projects", { name: "S", client_id: client.id })).body
      for (const title of ["Concept", "Build"]) {
        const { id } = (yield* call("POST", `/v1/projects/${project.id}/tasks`, { title })).body
        if (title === "Concept") yield* call("PATCH", `/v1/tasks/${id}`, { status: "done" })
      }
      yield* call("POST", `/v1/projects/${project.id}/milestones`, {
        name: "Launch day",
        due_date: "2100-12-01"
      })
      const { ada, home } = yield* enter({ project_ids: [project.id] })
      assert.include(home.body, "1 of 2 tasks done")
      const page = yield* Effect.promise(() => ada.get(`/portal/projects/${project.id}`))
      for (const text of ["&lt;b>Relaunch", "1 of 2 tasks done", "Launch day", "1 Dec 2100"]) {
        assert.include(page.body, text)
      }
      for (const hidden of ["1,234.56", "Concept"]) assert.notInclude(page.body, hidden)
      for (const id of [secret.id, "nonsense"]) {
        const found = yield* Effect.promise(() => ada.get(`/portal/projects/${id}`))
        assert.strictEqual(found.status, 404)
      }
    })
  )
})
