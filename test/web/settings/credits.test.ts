/** The page of credits: what is left, and the note that some of it was paid back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { parseMinor } from "../../../src/domain/money/MinorUnits.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newCredit } from "../../support/credits.ts"
import { limitsComeBack, newAddress, origin, signedInOwner } from "../../support/owners.ts"
import { enterPassword, linkIn, submit } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const path = "/settings/credits"

/** An owner whose client paid for a void invoice. */
const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, made, visitor } = owner
  const client = (yield* call("POST", "/v1/clients", { name: "<i>Ada</i>", email: "a@x.example" }))
    .body
  const invoice = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 1 }]
  })).body
  yield* call("POST", `/v1/invoices/${invoice.id}/send`)
  yield* call("POST", `/v1/invoices/${invoice.id}/void`)
  const credit = (amountMinor: number, currency = "EUR") =>
    newCredit(made.workspace.id, invoice.id, amountMinor, currency)
  const look = (query = "") => Effect.promise(() => visitor.get(`${path}${query}`))
  const refunded = (id: string) =>
    Effect.map(call("GET", `/v1/credits/${id}`), ({ body }) => body.refunded)
  return { ...owner, credit, look, refunded }
})

const textOf = (body: string) =>
  unescapeHtml(body.replace(/<(?:"[^"]*"|[^">])*>/g, " ").replace(/\s+/g, " "))

layer(layerRetainerMemory)("the page of credits", (it) => {
  it.effect("shows each with what became of it, and what is left by currency", () =>
    Effect.gen(function* () {
      const { credit, look, call } = yield* setUp
      assert.include((yield* look()).body, "There is no credit.")
      const id = yield* credit(123_456)
      yield* credit(70, "USD")
      yield* call("POST", `/v1/credits/${id}/refund`, { amount: 3456 })
      const { body } = yield* look()
      assert.notInclude(body, "<i>")
      const text = textOf(body)
      assert.include(text, "Left: 1,200.00 EUR, 0.70 USD.")
      assert.match(text, /<i>Ada<\/i> for INV-0001, received Jan 1, 1970/)
      assert.include(text, "1,234.56 EUR paid back 34.56 EUR 1,200.00 EUR Mark as paid back")
    })
  )

  it.effect("a part is marked as paid back, then the rest; the same form counts once", () =>
    Effect.gen(function* () {
      const { visitor, credit, refunded } = yield* setUp
      const id = yield* credit(500)
      const refund = `${path}/${id}/refund`
      const question = yield* Effect.promise(() => visitor.get(refund))
      assert.include(question.body, "It cannot be undone.")
      assert.include(question.body, 'value="5.00"')
      for (const amount of ["", "0", "-1", "1,234", "x", "5.01"]) {
        const refused = yield* Effect.promise(() => visitor.submit(question, refund, { amount }))
        assert.strictEqual(refused.status, 422, amount)
      }
      assert.strictEqual(yield* refunded(id), 0)
      const part = () => Effect.promise(() => visitor.submit(question, refund, { amount: "2,00" }))
      assert.include((yield* part()).body, "It is recorded that the credit was paid back.")
      assert.notInclude((yield* part()).body, "It is recorded")
      assert.strictEqual(yield* refunded(id), 200)
      yield* Effect.promise(() => submit(visitor, refund, { amount: "3" }))
      assert.strictEqual(yield* refunded(id), 500)
      const after = yield* Effect.promise(() => visitor.get(refund))
      assert.strictEqual(after.path, path)
      assert.include(after.body, "Nothing is left of them.")
      assert.notInclude(after.body, "Mark as paid back")
    })
  )

  it.effect("50 a page, and none twice", () =>
    Effect.gen(function* () {
      const { visitor, credit, look } = yield* setUp
      for (let at = 1; at <= 52; at += 1) yield* credit(at)
      const first = yield* look()
      const [, older = ""] = /href="([^"]+)">Older credits/.exec(first.body) ?? []
      const second = yield* Effect.promise(() => visitor.get(unescapeHtml(older)))
      assert.notInclude(second.body, "Older credits")
      const ids = [first, second].map(
        ({ body }) => body.match(/credit_[0-9a-z]{26}\/refund/g) ?? []
      )
      assert.deepStrictEqual(
        ids.map(({ length }) => length),
        [50, 2]
      )
      assert.strictEqual(new Set(ids.flat()).size, 52)
    })
  )

  it.effect("others see and change nothing; members see; a form needs its token", () =>
    Effect.gen(function* () {
      const own = yield* setUp
      const theirs = yield* setUp
      const id = yield* own.credit(500)
      const refund = `${path}/${id}/refund`
      const post = (visitor: typeof own.visitor, csrf: string) =>
        Effect.promise(async () => {
          const answer = await visitor.once("POST", refund, {
            body: new URLSearchParams({ csrf, seen: "500", amount: "5" }).toString(),
            headers: { "content-type": "application/x-www-form-urlencoded", origin }
          })
          return answer.status
        })
      const csrfOf = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ""
      const other = yield* theirs.look()
      assert.include(other.body, "There is no credit.")
      const opened = yield* Effect.promise(() => theirs.visitor.get(refund))
      assert.strictEqual(opened.status, 404)
      assert.strictEqual(yield* post(theirs.visitor, csrfOf(other.body)), 404)

      const email = newAddress()
      yield* enterPassword(own.visitor)
      yield* Effect.promise(() =>
        submit(own.visitor, "/settings/users", { name: "Max", email, role: "member" })
      )
      const max = own.anyone()
      const inbox = yield* Inbox
      const invitation = yield* Effect.repeat(inbox.receive, {
        until: ({ to }) => to.address === email
      })
      yield* Effect.promise(() =>
        submit(max, linkIn(invitation.text), { password: "a long password" })
      )
      const seen = yield* Effect.promise(() => max.get(path))
      assert.include(seen.body, "Left: 5.00 EUR.")
      assert.notInclude(seen.body, "Mark as paid back")
      assert.strictEqual((yield* Effect.promise(() => max.get(refund))).status, 403)
      assert.strictEqual(yield* post(max, csrfOf(seen.body)), 403)
      assert.notStrictEqual(yield* post(own.visitor, "forged"), 303)
      assert.strictEqual(yield* own.refunded(id), 0)
    })
  )

  it("an amount has a point or a comma, and no more decimals than its currency", () => {
    const minor = (text: string, code: string) => parseMinor(text, CurrencyCode.make(code))
    assert.deepStrictEqual(
      [minor("12.3", "EUR"), minor("12,34", "EUR"), minor("7", "JPY"), minor("1.234", "KWD")],
      [1230, 1234, 7, 1234]
    )
    for (const text of ["", ".5", "1.", "1 000", "1.234", "1e3", "+1"]) {
      assert.isNull(minor(text, "EUR"), text)
    }
    assert.isNull(minor("7.0", "JPY"))
  })
})
