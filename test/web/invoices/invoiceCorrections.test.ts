/**
 * Corrections on the page of an invoice: credit and copy in one step, credit notes with their files
 * and mails, the void of what the client has, and the openings of the payment page.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { offered, setUp, textOf } from "../../support/invoicePages.ts"

/** Lets the workers deliver all queued mails. */
const delivered = Effect.repeat(TestClock.adjust("1 second"), { times: 60 })

const wrongPrice = { reason: "Wrong <price>" }

layer(layerRetainerMemory)("corrections of an invoice", (it) => {
  it.effect("one press credits all of it and leads to the copy, whoever presses twice", () =>
    Effect.gen(function* () {
      const { sent, open, get, call, visitor } = yield* setUp
      const id = yield* sent()
      const path = `/invoices/${id}?do=correct`
      const page = yield* open(id, "correct")
      assert.include(textOf(page), "1,000.00 EUR")
      assert.include(textOf(page), "goes to ada@x.example")
      const [first, second] = yield* Effect.promise(() =>
        Promise.all([
          visitor.submit(page, path, wrongPrice),
          visitor.submit(page, path, wrongPrice)
        ])
      )
      for (const shown of [first, second]) {
        assert.match(shown.path, /^\/invoices\/inv_\w+\/edit\?done=correct$/)
        assert.strictEqual(shown.path, first.path)
        assert.include(textOf(shown), "This is the copy")
        assert.include(shown.body, 'value="500.00"')
      }
      assert.deepInclude(yield* get(id), { status: "void", amount_credited: 100_000 })
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, 2)
      const again = yield* Effect.promise(() => visitor.submit(page, path, wrongPrice))
      assert.strictEqual(again.path, first.path)
    })
  )

  it.effect("needs a reason, and is offered where Edit would be while something is left", () =>
    Effect.gen(function* () {
      const { sent, draft, act, open, call, visitor, member } = yield* setUp
      const id = yield* sent()
      const refused = yield* act(id, "correct", { reason: "" })
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body, 'id="reason-problem"')
      assert.strictEqual(
        (yield* Effect.promise(() => visitor.get(`/invoices/${id}/edit`))).path,
        `/invoices/${id}?do=correct`
      )
      const forMember = yield* Effect.promise(() => member.get(`/invoices/${id}/edit`))
      assert.notInclude(forMember.body, 'class="panel"')
      const paid = yield* sent()
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 100_000 })
      // Beside the receipt stands the most likely action, and no correction.
      assert.deepStrictEqual(offered(yield* open(paid)), [
        "duplicate",
        "correct",
        "reverse",
        "credit"
      ])
      yield* act(paid, "correct", wrongPrice)
      assert.sameMembers([...offered(yield* open(paid))], ["duplicate", "reverse"])
      const late = yield* act(paid, "correct", wrongPrice)
      assert.strictEqual(late.status, 422)
      assert.notInclude(offered(yield* open(yield* draft())), "correct")
    })
  )

  it.effect("a credit note is listed with its files, and its failed mail is sent again", () =>
    Effect.gen(function* () {
      const { sent, act, open, call, visitor, member } = yield* setUp
      const inbox = yield* Inbox
      const id = yield* sent()
      yield* delivered
      yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      yield* act(id, "credit", { ...wrongPrice, "line.0.quantity": "1" })
      yield* delivered
      const [note] = (yield* call("GET", `/v1/credit_notes?invoice_id=${id}`)).body.data
      const page = yield* open(id)
      const text = textOf(page)
      assert.include(text, "Credit note CN-0001 could not be delivered to ada@x.example.")
      assert.include(text, "550 no such user")
      assert.match(text, /CN-0001 · [^·]+ · 500\.00 EUR/)
      const pdf = `/credit-notes/${note.id}/pdf`
      assert.include(page.body, `href="${pdf}"`)
      const file = yield* Effect.promise(() => visitor.once("GET", pdf))
      assert.strictEqual(file.headers.get("content-type"), "application/pdf")
      const again = `/invoices/${id}?do=note&amp;note=${note.id}`
      assert.include(page.body, `href="${again}"`)
      assert.notInclude((yield* open(id, "", member)).body, again)
      yield* inbox.behave(() => Effect.void)
      const done = yield* Effect.promise(async () =>
        visitor.submit(
          await visitor.get(`/invoices/${id}?do=note&note=${note.id}`),
          `/invoices/${id}?do=note`,
          { email: "office@x.example" }
        )
      )
      assert.strictEqual(done.path, `/invoices/${id}?done=note`)
      yield* delivered
      assert.notInclude(textOf(yield* open(id)), "could not be delivered")
      const mails = (yield* call("GET", `/v1/mails?object=${note.id}`)).body.data
      assert.deepInclude(mails[0], { to: "office@x.example", status: "sent" })
    })
  )

  it.effect("the files of a credit note are of its workspace, and XML of a known format", () =>
    Effect.gen(function* () {
      const { sent, act, call, visitor, anyone } = yield* setUp
      const id = yield* sent()
      yield* act(id, "credit", wrongPrice)
      const [note] = (yield* call("GET", `/v1/credit_notes?invoice_id=${id}`)).body.data
      const foreign = (yield* setUp).visitor
      const statusOf = (path: string, by = visitor) =>
        Effect.map(
          Effect.promise(() => by.once("GET", path)),
          ({ status }) => status
        )
      for (const file of ["pdf", "xml?format=cii"]) {
        const path = `/credit-notes/${note.id}/${file}`
        assert.strictEqual(yield* statusOf(path, foreign), 404, file)
        assert.strictEqual(yield* statusOf(path, anyone()), 303, file)
      }
      assert.strictEqual(yield* statusOf(`/credit-notes/cn_none/pdf`), 404)
      assert.strictEqual(yield* statusOf(`/credit-notes/${note.id}/xml?format=doc`), 404)
      assert.strictEqual(yield* statusOf(`/credit-notes/${note.id}/xml`), 404)
      // The seller lacks what an e-invoice needs.
      assert.strictEqual(yield* statusOf(`/credit-notes/${note.id}/xml?format=cii`), 422)
    })
  )

  it.effect("a void says that the client has it where a mail went out, with its reason later", () =>
    Effect.gen(function* () {
      const { sent, draft, open, act } = yield* setUp
      const id = yield* sent()
      const waiting = textOf(yield* open(id, "void"))
      assert.include(waiting, "No mail with this invoice went out")
      yield* delivered
      const mailed = yield* open(id, "void")
      assert.include(textOf(mailed), "The client has this invoice")
      assert.include(textOf(mailed), "The client is informed.")
      assert.match(mailed.body, /href="[^"]+do=credit"[^>]*>Credit note for all of it/)
      yield* act(id, "void", wrongPrice)
      assert.include(textOf(yield* open(id)), "Voided by Olga Owner: Wrong <price>")
      assert.include(textOf(yield* open(yield* draft(), "void")), "keeps its number")
    })
  )

  it.effect("the activity says by whom it was paid and why a payment was reversed", () =>
    Effect.gen(function* () {
      const { sent, open, act } = yield* setUp
      const id = yield* sent()
      yield* act(id, "pay", { amount: "400", paid_at: "1970-01-01", method: "cash", reference: "" })
      yield* act(id, "reverse", { reason: "Wrong invoice" })
      const text = textOf(yield* open(id))
      assert.match(text, /400\.00 EUR paid [^·]+ · by Olga Owner/)
      assert.include(text, "Payment of 400.00 EUR reversed: Wrong invoice")
    })
  )

  it.effect(
    "the payment page is noted as opened once a day, and not for robots or colleagues",
    () =>
      Effect.gen(function* () {
        const { sent, open, get, call, visitor, anyone } = yield* setUp
        const id = yield* sent()
        const { pathname } = new URL((yield* get(id)).processor_payment_url)
        const opens = Effect.map(
          Effect.andThen(TestClock.adjust("1 second"), call("GET", `/v1/audit?object_id=${id}`)),
          ({ body }) =>
            body.data.filter(({ action }: { action: string }) => action === "invoice.opened")
        )
        const visit = (agent: string | null, by = anyone(), more: Record<string, string> = {}) =>
          Effect.promise(async () => {
            const headers = agent === null ? more : { "user-agent": agent, ...more }
            const response = await by.once("GET", pathname, { headers })
            assert.strictEqual(response.status, 200)
          })
        const browser = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
        yield* visit("Mozilla/5.0 (compatible; SomeBot/2.1)")
        yield* visit(null)
        yield* visit(browser, anyone(), { "sec-purpose": "prefetch" })
        yield* visit(browser, visitor)
        assert.lengthOf(yield* opens, 0)
        yield* visit(browser)
        yield* visit(browser)
        const [line, ...others] = yield* opens
        assert.lengthOf(others, 0)
        assert.deepInclude(line, { address: null })
        assert.strictEqual(line.actor.type, "system")
        assert.include(textOf(yield* open(id)), "Payment page opened")
        yield* TestClock.adjust("1 day")
        yield* visit(browser)
        assert.lengthOf(yield* opens, 2)
      })
  )
})
