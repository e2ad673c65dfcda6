/**
 * Payment links on the in-memory app: replaced, void, and absent from stored events and deliveries.
 */

import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { verifyWebhook } from "../../../src/client.ts"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { csrfIn } from "../../support/clientPages.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"
import { sender } from "../../support/requests.ts"
import { makeVisitor } from "../../support/visitor.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const ownerEmail = newAddress()
  const made = yield* app.workspace({ ownerEmail })
  const call = sender(made.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada Byron", email: "a@x.example" }))
    .body
  const draft = Effect.map(
    call("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Secret design", quantity: 1, unit_price: 12_345 }]
    }),
    ({ body }) => body
  )
  const sent = Effect.gen(function* () {
    const { id } = yield* draft
    yield* call("POST", `/v1/invoices/${id}/send`)
    // The mail's delivery is part of the resource: nothing changes it any more.
    const read = Effect.tap(call("GET", `/v1/invoices/${id}`), () => Effect.yieldNow)
    const settled = yield* Effect.repeat(read, {
      until: ({ body }) => body.delivery.status === "sent"
    })
    return settled.body
  })
  const visitor = makeVisitor(app.fetch, origin)
  const visit = (url: string) =>
    Effect.promise(() => visitor.once("GET", new URL(url).pathname.concat(new URL(url).search)))
  const owner = makeVisitor(app.fetch, origin)
  yield* Effect.promise(() => owner.signIn(ownerEmail, ownerPassword))
  /** By the former address of the pages of payment links. */
  const find = (number: string) =>
    Effect.promise(() => owner.get(`/settings/payment-links?invoice=${number}`))
  const panel = (id: string) => `/invoices/${id}?do=link`
  const open = (id: string) => Effect.promise(() => owner.get(panel(id)))
  /** As the agency does it: opens the panel of the invoice and presses the button. */
  const replace = ({ id }: { readonly id: string }) =>
    Effect.flatMap(open(id), (page) => Effect.promise(() => owner.submit(page, panel(id))))
  return { app, call, draft, sent, visitor, visit, find, owner, open, replace }
})

layer(layerRetainerMemory)("payment links", (it) => {
  it.effect("a replaced link leads nowhere, and the resource has the new one", () =>
    Effect.gen(function* () {
      const { call, sent, visit, replace } = yield* setUp
      const before = yield* sent
      const other = yield* sent
      const tag = (yield* call("GET", `/v1/invoices/${before.id}`)).headers.get("etag")
      yield* TestClock.adjust("1 minute")
      const page = yield* replace(before)
      assert.strictEqual(page.status, 200)
      const read = yield* call("GET", `/v1/invoices/${before.id}`)
      const after = read.body
      assert.include(page.body, after.processor_payment_url)
      assert.notStrictEqual(after.processor_payment_url, before.processor_payment_url)
      assert.notStrictEqual(read.headers.get("etag"), tag)
      assert.isAbove(Date.parse(after.updated_at), Date.parse(before.updated_at))
      const rest = { processor_payment_url: null, updated_at: null }
      assert.deepStrictEqual({ ...after, ...rest }, { ...before, ...rest })

      for (const part of ["", "/invoice.pdf", "/checkout", "/test"]) {
        const gone = yield* visit(`${before.processor_payment_url}${part}`)
        assert.strictEqual(gone.status, 404, part)
        assert.notInclude(yield* Effect.promise(() => gone.text()), "Ada")
      }
      assert.strictEqual((yield* visit(after.processor_payment_url)).status, 200)
      assert.strictEqual((yield* visit(`${after.processor_payment_url}/invoice.pdf`)).status, 200)
      assert.strictEqual((yield* visit(other.processor_payment_url)).status, 200)

      const twice = yield* replace(before)
      assert.strictEqual((yield* visit(after.processor_payment_url)).status, 404)
      assert.notInclude(twice.body, after.processor_payment_url)
    })
  )

  it.effect("a replacement is told as invoice.updated; what was sent before is told anew", () =>
    Effect.gen(function* () {
      const { app, call, sent, replace } = yield* setUp
      const receivers = yield* Receivers
      yield* receivers.behave(() => Effect.succeed(500))
      const { body: endpoint } = yield* call("POST", "/v1/webhook_endpoints", {
        url: `https://links.example/${randomUUID()}`,
        events: ["invoice.*"]
      })
      const invoice = yield* sent
      yield* replace(invoice)
      const now = (yield* call("GET", `/v1/invoices/${invoice.id}`)).body
      const events = (yield* call("GET", "/v1/events")).body.data
      const last = events.at(-1)
      assert.strictEqual(last.type, "invoice.updated")
      assert.deepStrictEqual(last.data.object, now)
      assert.strictEqual(last.data.previous.updated_at, invoice.updated_at)
      const told = events
        .filter(({ type }: { type: string }) => type.startsWith("invoice."))
        .map(({ type, data }: { type: string; data: { object: typeof invoice } }) => [
          type,
          data.object.processor_payment_url
        ])
      assert.deepStrictEqual(told, [
        ["invoice.created", null],
        ["invoice.sent", now.processor_payment_url],
        ["invoice.updated", now.processor_payment_url]
      ])

      // A delivery that was queued before the replacement brings the link that works.
      yield* receivers.behave(() => Effect.succeed(200))
      yield* TestClock.adjust("1 hour")
      yield* app.deliverWebhooks
      const messages = (yield* receivers.messages).filter(({ url }) => url === endpoint.url)
      const bodies = messages.map(({ body }) => JSON.parse(body))
      assert.sameDeepMembers(bodies, events.slice(1))
      for (const { headers, body } of messages) {
        yield* verifyWebhook(endpoint.secret, headers, body)
      }

      yield* call("POST", `/v1/invoices/${invoice.id}/void`)
      const later = (yield* call("GET", "/v1/events")).body.data
      assert.notInclude(JSON.stringify(later), "/pay/")
    })
  )

  it.effect("neither events nor deliveries keep a link", () =>
    Effect.gen(function* () {
      const { app, call, sent, replace } = yield* setUp
      yield* call("POST", "/v1/webhook_endpoints", { url: `https://kept.example/${randomUUID()}` })
      const invoice = yield* sent
      yield* call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 45 })
      yield* call("POST", `/v1/invoices/${invoice.id}/remind`)
      yield* replace(invoice)
      yield* app.deliverWebhooks
      const { log, deliveries } = yield* (yield* MemoryStore).state
      assert.isAbove(deliveries.size, 4)
      const kept = JSON.stringify([log, [...deliveries.values()]])
      assert.include(kept, "processor_payment_url")
      assert.notInclude(kept, "/pay/")
      const told = JSON.stringify((yield* call("GET", "/v1/events")).body)
      assert.include(told, "/pay/")
    })
  )

  it.effect("after a void the link tells that and the reason, and nothing else", () =>
    Effect.gen(function* () {
      const { call, sent, visit } = yield* setUp
      const invoice = yield* sent
      const url = invoice.processor_payment_url
      yield* call("POST", `/v1/invoices/${invoice.id}/void`, { reason: "Private reason" })
      const page = yield* visit(url)
      const body = yield* Effect.promise(() => page.text())
      assert.strictEqual(page.status, 200)
      assert.include(body, "This invoice was voided. No payment is due.")
      assert.include(body, "Private reason")
      for (const hidden of ["Secret design", "Ada", "123.45", "invoice.pdf", "table"]) {
        assert.notInclude(body, hidden)
      }
      for (const part of ["/invoice.pdf", "/checkout", "/test"]) {
        const led = yield* visit(`${url}${part}`)
        assert.strictEqual(led.status, 303, part)
        assert.strictEqual(led.headers.get("location"), new URL(url).pathname)
      }
    })
  )

  it.effect("a draft has no link to replace, a void invoice none any more", () =>
    Effect.gen(function* () {
      const { call, draft, sent, open, owner } = yield* setUp
      const { id } = yield* draft
      const without = yield* open(id)
      assert.strictEqual(without.status, 200)
      assert.include(without.body, "have no payment link")
      const issued = yield* sent
      const page = yield* open(issued.id)
      yield* call("POST", `/v1/invoices/${issued.id}/void`)
      assert.include((yield* open(issued.id)).body, "have no payment link")
      // The form was opened before the void.
      const late = yield* Effect.promise(() => owner.submit(page, `/invoices/${issued.id}?do=link`))
      assert.strictEqual(late.status, 422)
      assert.include(late.body, "Nothing was changed: the invoice is void.")
    })
  )

  it.effect("a form that is sent twice replaces once; a member has no such form", () =>
    Effect.gen(function* () {
      const { call, sent, owner, open } = yield* setUp
      const { id } = yield* sent
      const path = `/invoices/${id}?do=link`
      const page = yield* open(id)
      const link = Effect.map(
        call("GET", `/v1/invoices/${id}`),
        ({ body }) => body.processor_payment_url
      )
      yield* Effect.promise(() => Promise.all([owner.submit(page, path), owner.submit(page, path)]))
      const replaced = yield* link
      yield* Effect.promise(() => owner.submit(page, path))
      assert.strictEqual(yield* link, replaced)
      const member = yield* colleagueOf(owner, "member")
      const theirs = yield* Effect.promise(() => member.get(path))
      assert.notInclude(theirs.body, 'class="panel"')
      assert.notInclude(theirs.body, "do=link")
      const forged = yield* Effect.promise(() =>
        member.once("POST", path, {
          body: new URLSearchParams({ csrf: csrfIn(theirs) }).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", origin }
        })
      )
      assert.strictEqual(forged.status, 403)
      assert.strictEqual(yield* link, replaced)
    })
  )

  it.effect("the former address leads to the invoice, and never to one of others", () =>
    Effect.gen(function* () {
      const { sent, find } = yield* setUp
      const { id, number } = yield* sent
      assert.strictEqual((yield* find(number)).path, `/invoices/${id}?do=link`)
      assert.strictEqual((yield* find("")).path, "/invoices")
      const { sent: others } = yield* setUp
      yield* others
      const { number: second } = yield* others
      const unknown = yield* find(`${second}%22`)
      assert.strictEqual(unknown.path, `/invoices?state=all&q=${second}%22`)
      assert.strictEqual((yield* find(second)).path, `/invoices?state=all&q=${second}`)
    })
  )

  it.effect("documents and checkouts behind links are limited by address", () =>
    Effect.gen(function* () {
      const { sent, visit } = yield* setUp
      const { processor_payment_url: url } = yield* sent
      for (const [part, limit] of [
        ["/invoice.pdf", 60],
        ["/checkout", 40]
      ] as const) {
        yield* TestClock.adjust("1 hour")
        const statuses: number[] = []
        for (let i = 0; i < limit; i++) statuses.push((yield* visit(`${url}${part}`)).status)
        assert.isFalse(statuses.includes(429), part)
        const refused = yield* visit(`${url}${part}`)
        assert.strictEqual(refused.status, 429, part)
        assert.isAbove(Number(refused.headers.get("retry-after")), 0)
        assert.match(yield* Effect.promise(() => refused.text()), /Wait \d+ seconds/)
      }
      assert.strictEqual((yield* visit(url)).status, 200)
    })
  )
})
