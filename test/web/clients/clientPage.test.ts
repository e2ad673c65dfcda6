/**
 * The page of one client: balances, its lists, the portal and credits; a member reads them, and
 * each change happens once.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import {
  csrfIn,
  late,
  mainOf,
  sendForm,
  sendTwice,
  setUpClients,
  textOf
} from "../../support/clientPages.ts"

const inSixtyDays = "1970-03-02"

/** A client with a credit of 20.00 from an overpaid invoice, and another open invoice. */
const withCredit = Effect.gen(function* () {
  const up = yield* setUpClients
  const id = yield* up.client("Ada", { company: "Engines" })
  const paid = yield* up.sent(id, 100_00)
  yield* up.call("POST", `/v1/invoices/${paid}/payments`, { amount: 120_00, excess: "credit" })
  const open = yield* up.sent(id, 50_00)
  const { data } = (yield* up.call("GET", `/v1/clients/${id}/credits`)).body
  return { ...up, id, openInvoice: open, credit: String(data[0].id) }
})

layer(layerRetainerMemory)("the page of a client", (it) => {
  it.effect("shows what is owed, overdue and collected, by currency", () =>
    Effect.gen(function* () {
      const { client, sent, call, open, member } = yield* setUpClients
      const id = yield* client("Ada Byron", { company: "Engines", phone: "1 2", notes: "VIP" })
      const first = yield* sent(id, 700_00, late)
      yield* call("POST", `/v1/invoices/${first}/payments`, { amount: 100_00 })
      yield* sent(id, 50_00)
      yield* sent(id, 9_00, { currency: "USD" })
      for (const by of [undefined, member]) {
        const text = textOf(yield* open(`/clients/${id}`, by))
        for (const part of [
          "Engines Ada Byron",
          "Balance due 650.00 EUR 9.00 USD",
          "Overdue 600.00 EUR",
          "Collected 100.00 EUR",
          "E-mail ada@x.example",
          "VIP",
          "INV-0001",
          "days overdue"
        ]) {
          assert.include(text, part)
        }
      }
      const page = yield* open(`/clients/${id}`)
      assert.include(page.body, `/invoices/new?client=${id}`)
      assert.include(page.body, `/projects/new?client=${id}`)
      assert.include(page.body, `/clients/${id}/statement`)
    })
  )

  it.effect("an unknown client, and one of another workspace, is 404 inside the frame", () =>
    Effect.gen(function* () {
      const other = yield* setUpClients
      const theirs = yield* other.client("Stranger")
      const { open, visitor, client } = yield* setUpClients
      const own = yield* client("Ada")
      const csrf = csrfIn(yield* open(`/clients/${own}?do=invite`))
      for (const id of [theirs, "client_none", "<b>"]) {
        for (const path of [id, `${id}/edit`, `${id}?show=files`, `${id}?do=invite`]) {
          const page = yield* open(`/clients/${path}`)
          assert.strictEqual(page.status, 404, path)
          assert.include(page.body, 'href="/home"')
        }
        const posted = yield* Effect.promise(() =>
          visitor.once("POST", `/clients/${encodeURIComponent(id)}?do=close`, {
            body: new URLSearchParams({ csrf, once: "0".repeat(32) }),
            headers: { origin: "http://retainer.test" }
          })
        )
        assert.strictEqual(posted.status, 404)
      }
    })
  )

  it.effect("lists projects, files, credit and history", () =>
    Effect.gen(function* () {
      const { client, call, open } = yield* setUpClients
      const id = yield* client("Ada")
      for (const [show, none] of [
        ["invoices", "has no invoice yet"],
        ["projects", "has no project yet"],
        ["files", "has no file yet"],
        ["credit", "has no credit"]
      ] as const) {
        assert.include(textOf(yield* open(`/clients/${id}?show=${show}`)), none)
      }
      yield* call("POST", "/v1/projects", { name: "Site <1>", client_id: id, budget: 500_00 })
      yield* call("PATCH", `/v1/clients/${id}`, { phone: "1", portal_access: true })
      yield* call("PATCH", `/v1/clients/${id}`, { portal_access: false })
      const projects = textOf(yield* open(`/clients/${id}?show=projects`))
      assert.include(projects, "Site <1>")
      assert.include(projects, "0.00 / 500.00 EUR")
      const history = textOf(yield* open(`/clients/${id}?show=history`))
      assert.match(history, /Portal closed by .* Portal opened by .* Changed: Phone .* Created by /)
    })
  )

  it.effect("invites with projects, a message and a last day, once, and sends again", () =>
    Effect.gen(function* () {
      const { client, call, open, visitor, shown } = yield* setUpClients
      const id = yield* client("Ada")
      const made = yield* call("POST", "/v1/projects", { name: "Site", client_id: id })
      yield* call("POST", "/v1/projects", { name: "Other", client_id: id })
      const path = `/clients/${id}?do=invite`
      const page = yield* open(path)
      assert.match(page.body, /<main[^>]*><section class="panel"/)
      assert.lengthOf([...page.body.matchAll(/name="projects"[^>]*checked/g)], 2)
      const project = String(made.body.id)
      const values = { projects: [project], message: "Welcome & enjoy", until: inSixtyDays }
      const sent = yield* sendTwice(visitor, page, path, values)
      for (const { path: at } of sent) assert.strictEqual(at, `/clients/${id}?done=invite`)
      assert.isTrue((yield* shown(id)).portal_access)
      const { data } = (yield* call("GET", `/v1/mails?object=${id}`)).body
      assert.lengthOf(data, 1)
      const { receive } = yield* Inbox
      const mail = yield* Effect.repeat(receive, { until: ({ text }) => text.includes("Welcome") })
      assert.include(mail.text, "Welcome & enjoy")
      const after = textOf(yield* open(`/clients/${id}`))
      assert.include(after, "Access open")
      assert.include(after, "mail delivered")
      assert.include(after, "Send again")
      const again = yield* open(path)
      assert.lengthOf([...again.body.matchAll(/name="projects"[^>]*checked/g)], 1)
    })
  )

  it.effect("refuses a day that is past or too far, and a project of another client", () =>
    Effect.gen(function* () {
      const { client, call, act } = yield* setUpClients
      const [id, other] = [yield* client("Ada"), yield* client("Eve")]
      const project = yield* call("POST", "/v1/projects", { name: "Secret", client_id: other })
      yield* call("POST", "/v1/projects", { name: "Own", client_id: id })
      const path = `/clients/${id}?do=invite`
      for (const until of ["", "1970-01-01", "1970-04-02", "nonsense"]) {
        const refused = yield* act(path, { until, message: "kept <text>" })
        assert.strictEqual(refused.status, 422, until)
        assert.include(refused.body, 'id="until-problem"')
        assert.include(refused.body, "kept &lt;text>")
      }
      const farthest = yield* act(path, { until: "1970-04-01" })
      assert.include(farthest.path, "done=invite")
      const refused = yield* act(path, {
        projects: [String(project.body.id)],
        until: inSixtyDays
      })
      assert.strictEqual(refused.status, 422)
      assert.include(textOf(refused), "no longer belongs to this client")
      const long = yield* act(path, { until: inSixtyDays, message: "x".repeat(5001) })
      assert.include(textOf(long), "At most 5,000 characters.")
    })
  )

  it.effect("closes and opens the portal", () =>
    Effect.gen(function* () {
      const { client, act, shown, open } = yield* setUpClients
      const id = yield* client("Ada")
      const opened = yield* act(`/clients/${id}?do=open`, {})
      assert.include(textOf(opened), "The portal is open to this client.")
      assert.isTrue((yield* shown(id)).portal_access)
      const closed = yield* act(`/clients/${id}?do=close`, {})
      assert.include(textOf(closed), "The portal is closed to this client.")
      assert.isFalse((yield* shown(id)).portal_access)
      assert.include(textOf(yield* open(`/clients/${id}`)), "Access closed")
    })
  )

  it.effect("applies a credit to an invoice, at most what is left and owed, once", () =>
    Effect.gen(function* () {
      const { id, credit, openInvoice, open, visitor, call, act } = yield* withCredit
      const list = yield* open(`/clients/${id}?show=credit`)
      assert.include(textOf(list), "Payment for INV-0001")
      const path = `/clients/${id}?show=credit&do=apply&credit=${credit}`
      assert.include(mainOf(list).replaceAll("&amp;", "&"), path)
      for (const amount of ["x", "0", "-1", "20.01", ""]) {
        const refused = yield* act(path, { amount })
        assert.strictEqual(refused.status, 422, amount)
        assert.include(refused.body, 'id="amount-problem"')
      }
      const page = yield* open(path)
      const values = { invoice_id: openInvoice, amount: "15,00" }
      const both = yield* sendTwice(visitor, page, path, values)
      for (const shown of both) {
        assert.include(shown.path, "done=apply")
        assert.include(textOf(shown), "The credit is applied to the invoice.")
      }
      const paid = (yield* call("GET", `/v1/invoices/${openInvoice}`)).body
      assert.strictEqual(paid.amount_paid, 15_00)
      assert.include(textOf(yield* open(`/clients/${id}`)), "Credit 5.00 EUR")
    })
  )

  it.effect("records a refund of a credit, and nothing of one that changed meanwhile", () =>
    Effect.gen(function* () {
      const { id, credit, open, visitor, call, act } = yield* withCredit
      const path = `/clients/${id}?show=credit&do=refund&credit=${credit}`
      const stale = yield* open(path)
      const future = yield* act(path, { amount: "5.00", refunded_at: "2100-01-01" })
      assert.include(future.body, 'id="refunded_at-problem"')
      const refunded = yield* act(path, { amount: "5.00", reference: "R 1" })
      assert.include(textOf(refunded), "The refund is recorded.")
      assert.include(textOf(refunded), "refunded 5.00 EUR")
      const late = yield* sendForm(visitor, stale, path, { amount: "5.00" })
      assert.strictEqual(late.status, 422)
      const { body } = yield* call("GET", `/v1/credits/${credit}`)
      assert.include(body, { refunded: 5_00, remaining: 15_00 })
      const other = yield* setUpClients
      const stranger = yield* other.client("Eve")
      const page = yield* other.open(`/clients/${stranger}?show=credit&do=refund&credit=${credit}`)
      assert.include(textOf(page), "Nothing is left of this credit.")
    })
  )

  it.effect("a member sees no action of managers, and forged forms are 403 before all else", () =>
    Effect.gen(function* () {
      const { id, credit, open, member, shown, call } = yield* withCredit
      const page = yield* open(`/clients/${id}?show=credit`, member)
      assert.notMatch(mainOf(page), /[?&](amp;)?do=/)
      assert.include(textOf(page), "An admin invites to the portal.")
      assert.include(textOf(page), "An admin applies or refunds credit.")
      const csrf = csrfIn(yield* open(`/clients/${id}/edit`, member))
      for (const panel of ["invite", "open", "close", "apply", "refund"]) {
        for (const at of [id, "client_none"]) {
          const forged = yield* Effect.promise(() =>
            member.once("POST", `/clients/${at}?do=${panel}&credit=${credit}`, {
              body: new URLSearchParams({ csrf, amount: "1" }),
              headers: { origin: "http://retainer.test" }
            })
          )
          assert.strictEqual(forged.status, 403, panel)
        }
        const asked = yield* open(`/clients/${id}?do=${panel}`, member)
        assert.notInclude(asked.body, 'class="panel"')
      }
      assert.isFalse((yield* shown(id)).portal_access)
      assert.include((yield* call("GET", `/v1/credits/${credit}`)).body, { remaining: 20_00 })
    })
  )
})
