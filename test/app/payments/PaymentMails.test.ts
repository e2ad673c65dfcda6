/**
 * Whom a payment mails: the client a receipt, the agency a word of what a processor took; each
 * once.
 */
import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payments } from "../../../src/app/payments/Payments.ts"
import { type Mail, MailNotDelivered } from "../../../src/app/ports/mail/Mailer.ts"
import type { Receipt } from "../../../src/app/ports/payments/PaymentProcessor.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { InvoiceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { each } from "../../support/transactions.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const owner = newAddress()
  const made = yield* app.workspace({ ownerEmail: owner })
  const call = sender(made.apiKey)
  const inbox = yield* Inbox
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const { id } = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 1000 }]
  })).body
  yield* call("POST", `/v1/invoices/${id}/send`)
  yield* inbox.receive
  const payments = yield* Payments
  const receipt = (fields: Partial<Receipt> = {}): Receipt => ({
    processor: "stripe",
    messageId: `m-${randomUUID()}`,
    paymentReference: `p-${randomUUID()}`,
    workspaceId: made.workspace.id,
    invoiceId: InvoiceId.schema.make(id),
    amountMinor: 1000,
    currency: CurrencyCode.make("USD"),
    receivedAt: DateTime.makeUnsafe("2026-03-10T12:00:00Z"),
    ...fields
  })
  const pay = (amount: number) => call("POST", `/v1/invoices/${id}/payments`, { amount })
  const paymentIds = Effect.map(call("GET", `/v1/invoices/${id}/payments`), ({ body }) =>
    body.data.map((payment: { id: string }) => payment.id)
  )
  return { call, inbox, owner, made, client, payments, receipt, pay, paymentIds }
})

const essence = ({ messageId, to, subject }: Mail) => [messageId, to.address, subject]

layer(layerRetainerMemory)("a payment", (it) => {
  it.effect("by a processor: a receipt and a notice to the owner, once for each payment", () =>
    Effect.gen(function* () {
      const { inbox, owner, made, payments, receipt, paymentIds } = yield* setUp
      const before = (yield* inbox.mails).length
      const told = receipt()
      yield* payments.receive(told)
      yield* payments.receive(told)
      yield* payments.receive({ ...told, messageId: "another" })
      // All of it is credit: nothing of the invoice was paid by it.
      yield* payments.receive(receipt())
      const mails = [yield* inbox.receive, yield* inbox.receive]
      const [payment] = yield* paymentIds
      assert.deepStrictEqual(mails.map(essence), [
        [`${payment}.receipt@retainer.test`, "a@x.example", "Receipt: invoice INV-0001"],
        [`${payment}.notice.${made.userId}@retainer.test`, owner, "Paid: invoice INV-0001"]
      ])
      assert.include(mails[0]?.text, "paid 1000, left 0")
      assert.include(mails[1]?.text, "Olga Owner: Ada paid 1000, left 0")
      yield* TestClock.adjust("2 days")
      assert.lengthOf(yield* inbox.mails, before + 2)
    })
  )

  it.effect("is told at the workspace's e-mail, where it has one", () =>
    Effect.gen(function* () {
      const { inbox, made, payments, receipt, paymentIds } = yield* setUp
      const email = "books@agency.example"
      yield* (yield* each(WorkspaceRepository)).save(new Workspace({ ...made.workspace, email }))
      yield* payments.receive(receipt({ amountMinor: 400 }))
      yield* inbox.receive
      const notice = yield* inbox.receive
      assert.strictEqual(notice.to.address, "books@agency.example")
      assert.strictEqual(
        notice.messageId,
        `${(yield* paymentIds)[0]}.notice.workspace@retainer.test`
      )
      assert.include(notice.text, "paid 400, left 600")
      const before = (yield* inbox.mails).length
      yield* TestClock.adjust("2 days")
      assert.lengthOf(yield* inbox.mails, before)
    })
  )

  it.effect("recorded by a person: a receipt of every part, and no notice of what is known", () =>
    Effect.gen(function* () {
      const { inbox, pay, paymentIds } = yield* setUp
      const before = (yield* inbox.mails).length
      yield* pay(300)
      assert.strictEqual((yield* pay(701)).status, 422)
      yield* pay(700)
      const mails = [yield* inbox.receive, yield* inbox.receive]
      const [last, first] = yield* paymentIds
      assert.deepStrictEqual(
        mails.map(({ messageId }) => messageId),
        [`${first}.receipt@retainer.test`, `${last}.receipt@retainer.test`]
      )
      // The first is the receipt of its own payment, whatever was paid since.
      assert.include(mails[0]?.text, "paid 300, left 700")
      yield* TestClock.adjust("2 days")
      assert.lengthOf(yield* inbox.mails, before + 2)
    })
  )

  it.effect("is mailed under the same Message-ID until it is taken", () =>
    Effect.gen(function* () {
      const { inbox, pay } = yield* setUp
      const tried: string[] = []
      yield* inbox.behave(({ messageId }) =>
        tried.push(messageId) < 3
          ? Effect.fail(new MailNotDelivered({ reason: "451 come again" }))
          : Effect.void
      )
      yield* pay(1000)
      yield* TestClock.adjust("1 minute")
      const mail = yield* inbox.receive
      assert.deepStrictEqual(tried, [mail.messageId, mail.messageId, mail.messageId])
      yield* inbox.behave(() => Effect.void)
    })
  )

  it.effect("goes to whom the invoice was sent", () =>
    Effect.gen(function* () {
      const { inbox, pay, call, client } = yield* setUp
      yield* call("PATCH", `/v1/clients/${client.id}`, { email: "new@x.example" })
      yield* pay(1000)
      assert.strictEqual((yield* inbox.receive).to.address, "a@x.example")
    })
  )
})
