/**
 * The page of one invoice: actions by state and role, panels that act once, refusals that show the
 * invoice as it is, and nothing typed that is lost.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { ownSheets, stylesheet } from "../../../src/web/assets/Styles.ts"
import { offered, setUp, textOf } from "../../support/invoicePages.ts"

const payment = { amount: "400.00", paid_at: "1970-01-01", method: "cash", reference: "R 1" }

layer(layerRetainerMemory)("the page of an invoice", (it) => {
  it.effect("offers what its state allows, and to a member no more than drafts", () =>
    Effect.gen(function* () {
      const { call, draft, sent, open, member } = yield* setUp
      const late = { issue_date: "1969-01-01", due_date: "1969-01-31" }
      const partly = yield* sent()
      yield* call("POST", `/v1/invoices/${partly}/payments`, { amount: 1000 })
      const paid = yield* sent()
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 100_000 })
      const gone = yield* sent()
      yield* call("POST", `/v1/invoices/${gone}/void`, { reason: "Wrong <client>" })
      const cases = [
        [yield* draft(), ["send", "duplicate", "void"], ["ask", "duplicate"]],
        [
          yield* sent(),
          ["pay", "remind", "correct", "duplicate", "again", "credit", "void"],
          ["duplicate"]
        ],
        [
          yield* sent(late),
          ["pay", "remind", "correct", "duplicate", "again", "credit", "void"],
          ["duplicate"]
        ],
        [
          partly,
          ["pay", "remind", "correct", "duplicate", "again", "reverse", "credit"],
          ["duplicate"]
        ],
        [paid, ["correct", "duplicate", "reverse", "credit"], ["duplicate"]],
        [gone, ["duplicate"], ["duplicate"]]
      ] as const
      for (const [id, byOwner, byMember] of cases) {
        assert.sameMembers([...offered(yield* open(id))], [...byOwner], id)
        const page = yield* open(id, "", member)
        assert.sameMembers([...offered(page)], [...byMember], id)
      }
      assert.include(textOf(yield* open(cases[0][0], "", member)), "An admin sends it.")
      assert.include(textOf(yield* open(gone)), "Wrong <client>")
      assert.include(textOf(yield* open(partly, "void")), "cannot be voided")
      assert.include(textOf(yield* open(partly)), "Engines, Ada Byron")
    })
  )

  it.effect("a form of a member is refused before it is read", () =>
    Effect.gen(function* () {
      const { sent, open, member, get } = yield* setUp
      const id = yield* sent()
      const page = yield* open(id, "duplicate", member)
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
      for (const panel of [
        "pay",
        "remind",
        "send",
        "again",
        "void",
        "reverse",
        "credit",
        "correct",
        "note"
      ]) {
        for (const path of [`/invoices/${id}?do=${panel}`, `/invoices/inv_none?do=${panel}`]) {
          const refused = yield* Effect.promise(() =>
            member.once("POST", path, {
              body: new URLSearchParams({ csrf, amount: "nonsense" }),
              headers: { origin: "http://retainer.test" }
            })
          )
          assert.strictEqual(refused.status, 403, path)
          assert.include(yield* Effect.promise(() => refused.text()), 'href="/home"')
        }
        assert.notInclude((yield* open(id, panel, member)).body, 'class="panel"')
      }
      assert.strictEqual((yield* get(id)).status, "sent")
    })
  )

  it.effect("a member asks for the send of a draft, once, and an admin sends it", () =>
    Effect.gen(function* () {
      const { draft, act, open, member, call } = yield* setUp
      const id = yield* draft()
      const asked = yield* act(id, "ask", {}, member)
      assert.strictEqual(asked.path, `/invoices/${id}?done=ask`)
      yield* act(id, "ask", {}, member)
      const { data } = (yield* call("GET", `/v1/audit?object_id=${id}`)).body
      const requests = data.filter(
        ({ action }: { action: string }) => action === "invoice.send_requested"
      )
      assert.lengthOf(requests, 1)
      assert.include(requests[0].object, { type: "invoice", id })
      assert.include(textOf(yield* open(id)), "Max asks to send it")
      yield* act(id, "send", {})
      assert.strictEqual((yield* act(id, "duplicate", {}, member)).status, 200)
    })
  )

  it.effect("a payment is recorded once, whoever presses twice", () =>
    Effect.gen(function* () {
      const { sent, open, payments, visitor } = yield* setUp
      const id = yield* sent()
      const path = `/invoices/${id}?do=pay`
      const page = yield* open(id, "pay")
      assert.match(page.body, /<main[^>]*><section class="panel"/)
      assert.match(page.body, /name="amount"[^>]*autofocus|autofocus[^>]*name="amount"/)
      const [first, second] = yield* Effect.promise(() =>
        Promise.all([visitor.submit(page, path, payment), visitor.submit(page, path, payment)])
      )
      for (const shown of [first, second]) {
        assert.strictEqual(shown.path, `/invoices/${id}?done=pay`)
        assert.include(textOf(shown), "The payment is recorded.")
        assert.include(textOf(shown), "600.00")
      }
      const resent = yield* Effect.promise(() => visitor.submit(page, path, payment))
      assert.strictEqual(resent.path, `/invoices/${id}?done=pay`)
      const all = yield* payments(id)
      assert.lengthOf(all, 1)
      assert.include(all[0], { amount: 40_000, method: "cash", reference: "R 1" })
    })
  )

  it.effect("a refused form says what is wrong, beside the field, and acts when corrected", () =>
    Effect.gen(function* () {
      const { sent, act, payments, visitor } = yield* setUp
      const id = yield* sent()
      const path = `/invoices/${id}?do=pay`
      const cases = [
        [{ ...payment, amount: "x" }, "amount", "Enter a number"],
        [{ ...payment, amount: "0" }, "amount", "above zero"],
        [{ ...payment, paid_at: "2100-01-01" }, "paid_at", "future"],
        [{ ...payment, paid_at: "" }, "paid_at", "Enter a day"],
        [{ ...payment, reference: "R".repeat(256) }, "reference", "too long"]
      ] as const
      for (const [values, field, message] of cases) {
        const refused = yield* act(id, "pay", values)
        assert.strictEqual(refused.status, 422, field)
        assert.match(refused.body, new RegExp(`id="${field}-problem">[^<]*${message}`), field)
        assert.include(refused.body, `href="#${field}"`)
        assert.include(refused.body, 'value="R')
      }
      const refused = yield* act(id, "pay", { ...payment, amount: "x" })
      const corrected = yield* Effect.promise(() => visitor.submit(refused, path, payment))
      assert.strictEqual(corrected.path, `/invoices/${id}?done=pay`)
      assert.lengthOf(yield* payments(id), 1)
    })
  )

  it.effect("more than the balance is recorded with the excess as credit, when confirmed", () =>
    Effect.gen(function* () {
      const { sent, act, payments, visitor, get, call } = yield* setUp
      const id = yield* sent()
      const more = { ...payment, amount: "1.015,00" }
      const question = yield* act(id, "pay", more)
      assert.strictEqual(question.status, 422)
      assert.include(textOf(question), "Record 1,000.00 EUR and keep 15.00 EUR as credit")
      const done = yield* Effect.promise(() =>
        visitor.submit(question, `/invoices/${id}?do=pay`, { ...more, excess: "credit" })
      )
      assert.strictEqual(done.path, `/invoices/${id}?done=pay`)
      assert.strictEqual((yield* get(id)).status, "paid")
      assert.strictEqual((yield* payments(id))[0].credit.amount, 1500)
      const other = yield* sent()
      const credits = (yield* call("GET", `/v1/clients/${(yield* get(other)).client.id}/credits`))
        .body.data
      const set = yield* act(other, "pay", { ...payment, amount: "15", credit_id: credits[0].id })
      assert.strictEqual(set.path, `/invoices/${other}?done=pay`)
      assert.strictEqual((yield* payments(other))[0].credit_id, credits[0].id)
    })
  )

  it.effect("a wrong payment is reversed, and the invoice is open again", () =>
    Effect.gen(function* () {
      const { sent, act, get, payments } = yield* setUp
      const id = yield* sent()
      yield* act(id, "pay", { ...payment, amount: "1000" })
      assert.strictEqual((yield* act(id, "reverse", {})).status, 422)
      const done = yield* act(id, "reverse", { reason: "Wrong invoice" })
      assert.strictEqual(done.path, `/invoices/${id}?done=reverse`)
      assert.include(textOf(done), "Payment of 1,000.00 EUR reversed")
      assert.strictEqual((yield* get(id)).status, "sent")
      assert.lengthOf(yield* payments(id), 2)
    })
  )

  it.effect("sends to the address that was typed, again, and reminds once a day", () =>
    Effect.gen(function* () {
      const { draft, act, call, get, open } = yield* setUp
      const id = yield* draft()
      assert.include(textOf(yield* open(id, "send")), "Before you send it")
      assert.strictEqual((yield* act(id, "send", { email: "no address" })).status, 422)
      const done = yield* act(id, "send", { email: "office@x.example", message: "Hello" })
      assert.strictEqual(done.path, `/invoices/${id}?done=send`)
      assert.include(textOf(done), "Sent to office@x.example")
      const again = yield* act(id, "again", { email: "other@x.example" })
      assert.strictEqual(again.path, `/invoices/${id}?done=again`)
      const reminded = yield* act(id, "remind", { message: "Please" })
      assert.strictEqual(reminded.path, `/invoices/${id}?done=remind`)
      const second = yield* act(id, "remind", { message: "Please" })
      assert.strictEqual(second.status, 422)
      assert.include(textOf(second), "reminded today already")
      const mails = (yield* call("GET", `/v1/mails?object=${id}`)).body.data
      assert.deepStrictEqual(
        mails.map(({ kind, to }: { kind: string; to: string }) => `${kind} ${to}`).toSorted(),
        ["invoice office@x.example", "invoice other@x.example", "reminder office@x.example"]
      )
      assert.strictEqual((yield* get(id)).client.email, "office@x.example")
    })
  )

  it.effect("corrects by a credit note, voids, duplicates; a late form shows the state", () =>
    Effect.gen(function* () {
      const { sent, draft, act, get, open, call, visitor } = yield* setUp
      const id = yield* sent()
      const stale = yield* open(id, "pay")
      const part = yield* act(id, "credit", { reason: "Half", "line.0.quantity": "1" })
      assert.strictEqual(part.path, `/invoices/${id}?done=credit`)
      assert.strictEqual((yield* get(id)).amount_credited, 50_000)
      const all = yield* act(id, "credit", { reason: "The rest" })
      assert.include(textOf(all), "Credited")
      assert.strictEqual((yield* get(id)).status, "void")
      const late = yield* Effect.promise(() =>
        visitor.submit(stale, `/invoices/${id}?do=pay`, payment)
      )
      assert.strictEqual(late.status, 422)
      assert.include(textOf(late), "Nothing was changed: the invoice is void.")
      const copy = yield* act(id, "duplicate", {})
      assert.include(textOf(copy), "This is the new draft.")
      assert.notStrictEqual(copy.path, `/invoices/${id}?done=duplicate`)
      const other = yield* draft()
      yield* act(other, "void", { reason: "Not needed" })
      assert.strictEqual((yield* get(other)).status, "void")
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, 3)
    })
  )

  it.effect("an unknown invoice is a page inside the frame; another workspace's is unknown", () =>
    Effect.gen(function* () {
      const { open } = yield* setUp
      const foreign = yield* (yield* setUp).sent()
      for (const id of ["inv_none", foreign]) {
        const page = yield* open(id)
        assert.strictEqual(page.status, 404)
        assert.include(page.body, 'href="/home"')
      }
    })
  )

  it("no page has more than 18 kB of styles", () => {
    for (const [name, sheet] of Object.entries(ownSheets)) {
      assert.isAtMost(stylesheet.length + sheet.length, 18_000, name)
    }
  })
})
