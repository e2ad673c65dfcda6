/** The pay page offers no second payment while one is pending. */

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { CheckoutRepository } from "../../../src/app/ports/payments/CheckoutRepository.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { each } from "../../support/transactions.ts"
import { makeVisitor, type Page } from "../../support/visitor.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  yield* TestClock.adjust("30 minutes")
  const { workspace, apiKey } = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const { id } = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 1000 }]
  })).body
  yield* call("POST", `/v1/invoices/${id}/send`)
  const read = Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body)
  const url: string = (yield* read).processor_payment_url
  const path = new URL(url).pathname
  const anyone = () => makeVisitor(app.fetch, origin)
  return { call, client, id, read, path, anyone, workspace }
})

const mayPay = ({ body }: Page) =>
  /<a [^>]*href="[^"]*\/checkout\?amount=\d+"[^>]*class="button"/.test(body)
const refreshOf = ({ headers }: Page) => Number(headers.get("refresh"))

layer(layerRetainerMemory)("paying", (it) => {
  it.effect("a payment that is told late is under way for everyone, until it is paid", () =>
    Effect.gen(function* () {
      const { path, anyone, read } = yield* setUp
      const [ada, colleague] = [anyone(), anyone()]
      const [card, otherCard] = yield* Effect.promise(async () => {
        assert.isTrue(mayPay(await ada.get(path)))
        return [await ada.get(`${path}/checkout`), await colleague.get(`${path}/checkout`)] as const
      })
      assert.strictEqual(otherCard.path, `${path}/test`)
      yield* Effect.promise(async () => {
        const back = await ada.submit(card, `${path}/test`, { how: "late" })
        const shown = [
          back,
          await colleague.get(path),
          await colleague.get(`${path}/checkout`),
          await colleague.get(`${path}/test`),
          // The card form that stood open in another window.
          await colleague.submit(otherCard, `${path}/test`, { how: "pay" })
        ]
        for (const page of shown) {
          assert.strictEqual(page.path, path)
          assert.isFalse(mayPay(page))
          assert.include(page.body, "You do not need to pay again")
          assert.include(page.body, "</svg>due ")
          assert.strictEqual(refreshOf(page), 2)
        }
      })
      assert.strictEqual((yield* read).amount_paid, 0)
      yield* TestClock.adjust("5 seconds")
      yield* Effect.promise(async () => {
        const paid = await ada.get(path)
        assert.include(paid.body, "Paid on")
        assert.isNull(paid.headers.get("refresh"))
        assert.notInclude(paid.body, "in progress")
      })
      assert.deepInclude(yield* read, { status: "paid", amount_paid: 1000 })
    })
  )

  it.effect("of two cards at once one is taken", () =>
    Effect.gen(function* () {
      const { path, anyone, call, id } = yield* setUp
      yield* Effect.promise(async () => {
        const people = [anyone(), anyone(), anyone()]
        const cards = await Promise.all(people.map((person) => person.get(`${path}/checkout`)))
        await Promise.all(
          people.map((person, index) => {
            const card = cards[index]
            return card === undefined
              ? undefined
              : person.submit(card, `${path}/test`, { how: index === 0 ? "late" : "pay" })
          })
        )
      })
      yield* TestClock.adjust("5 seconds")
      const { data } = (yield* call("GET", `/v1/invoices/${id}/payments`)).body
      assert.lengthOf(data, 1)
      const events = (yield* call("GET", "/v1/events")).body.data
      assert.isFalse(
        events.some(({ type }: { type: string }) => type === "invoice.credit_recorded")
      )
    })
  )

  it.effect("an address that anyone can type keeps nobody from paying", () =>
    Effect.gen(function* () {
      const { path, anyone } = yield* setUp
      yield* Effect.promise(async () => {
        for (const mark of ["1", "", "cs_1", "test_x"]) {
          const page = await anyone().get(`${path}?paid=${mark}`)
          assert.strictEqual(page.path, path)
          assert.isTrue(mayPay(page), mark)
        }
        assert.strictEqual((await anyone().get(`${path}/checkout`)).path, `${path}/test`)
      })
    })
  )

  it.effect(
    "it looks again less and less often; after a quarter of an hour it says what to do",
    () =>
      Effect.gen(function* () {
        const { path, anyone, id, workspace } = yield* setUp
        const now = yield* DateTime.now
        // The server stopped before the built-in processor reported the payment.
        yield* (yield* each(CheckoutRepository)).insert({
          workspaceId: workspace.id,
          invoiceId: InvoiceId.schema.make(id),
          reference: "test_lost",
          begunAt: now,
          pendingSince: now
        })
        const waits: number[] = []
        for (;;) {
          const page = yield* Effect.promise(() => anyone().get(path))
          assert.isFalse(mayPay(page))
          if (page.headers.get("refresh") === null) {
            assert.include(page.body, "is not confirmed yet")
            assert.include(page.body, "do not pay a second time")
            assert.include(page.body, `href="${path}/checkout"`)
            break
          }
          waits.push(refreshOf(page))
          yield* TestClock.adjust(`${refreshOf(page)} seconds`)
        }
        assert.deepStrictEqual(
          waits,
          [...waits].sort((a, b) => a - b)
        )
        assert.deepStrictEqual([waits[0], waits.at(-1)], [2, 60])
        assert.isBelow(waits.length, 30)
        // No payment is known, so a new checkout may begin.
        const again = yield* Effect.promise(() => anyone().get(`${path}/checkout`))
        assert.strictEqual(again.path, `${path}/test`)
        assert.isTrue(mayPay(yield* Effect.promise(() => anyone().get(path))))
      })
  )

  it.effect("the portal does not ask for it either", () =>
    Effect.gen(function* () {
      const { path, anyone, call, client } = yield* setUp
      const inbox = yield* Inbox
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      const invitation = yield* Effect.repeat(inbox.receive, {
        until: ({ text }) => text.includes("/invitations/")
      })
      const link = new URL(/https?:\S+\/invitations\/\S+/.exec(invitation.text)?.[0] ?? "").pathname
      const ada = anyone()
      const home = yield* Effect.promise(async () => ada.submit(await ada.get(link), link))
      assert.match(home.body, />Pay<\/a>/)
      yield* Effect.promise(async () => {
        await ada.submit(await ada.get(`${path}/checkout`), `${path}/test`, { how: "late" })
        const during = await ada.get("/portal")
        assert.notMatch(during.body, />Pay<\/a>/)
        assert.include(during.body, "Payment in progress")
      })
      yield* TestClock.adjust("5 seconds")
      const after = yield* Effect.promise(() => ada.get("/portal"))
      assert.notInclude(after.body, "Payment in progress")
    })
  )
})
