/**
 * Saving days on which clients are mailed today says whom, and asks; what is agreed to is what is
 * saved.
 */

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin, signedInOwner } from "../../support/owners.ts"
import { plainPng } from "../../support/pictures.ts"

const path = "/settings/workspace"

/** An owner, signed in on 10 March, and a way to send invoices that are due on a day. */
const setUp = Effect.gen(function* () {
  // A year later than the test before, when the limits have come back.
  const year = Math.max(2026, DateTime.getPartUtc(yield* DateTime.now, "year") + 1)
  yield* TestClock.setTime(Date.UTC(year, 2, 10, 12))
  const { app, visitor, call } = yield* signedInOwner()
  const inbox = yield* Inbox
  const sent = Effect.fnUntraced(function* (name: string, dueDate: string) {
    const client = yield* call("POST", "/v1/clients", {
      name,
      email: `${name.toLowerCase()}@client.example`
    })
    const { body } = yield* call("POST", "/v1/invoices", {
      client_id: client.body.id,
      issue_date: `${year}-01-01`,
      due_date: `${year}-${dueDate}`,
      line_items: [{ description: "Work", quantity: 1, unit_price: 1000 }]
    })
    yield* call("POST", `/v1/invoices/${body.id}/send`)
    yield* inbox.receive
    return body.id
  })
  const count = Effect.map(inbox.mails, ({ length }) => length)
  const save = (values: Readonly<Record<string, string>>) =>
    Effect.promise(async () =>
      visitor.submit(await visitor.get(path), path, { ...fields, ...values })
    )
  const answer = (page: Awaited<ReturnType<typeof visitor.get>>, values = {}) =>
    Effect.promise(() => visitor.submit(page, path, values))
  return { app, visitor, call, sent, count, save, answer }
})

const fields = {
  name: "Studio Nord",
  invoice_prefix: "INV",
  payment_terms: "30",
  time_zone: "UTC",
  locale: "en"
}
/** Three days before the due date. */
const before = { reminder_1_days: "3", reminder_1_when: "before" }

layer(layerRetainerMemory)("the question before reminders", (it) => {
  it.effect("names who gets one, sends nothing before it is answered, then exactly those", () =>
    Effect.gen(function* () {
      const { app, visitor, sent, count, save, answer } = yield* setUp
      yield* sent("Ada", "03-13")
      yield* sent("Bob", "04-01")
      const mails = yield* count
      const asked = yield* save(before)
      assert.include(asked.body, "Send 1 reminder today?")
      assert.include(asked.body, "3 days before the due date")
      assert.include(asked.body, "ada@client.example")
      assert.notInclude(asked.body, "bob@client.example")
      yield* app.sweep
      assert.strictEqual(yield* count, mails)
      assert.notInclude((yield* Effect.promise(() => visitor.get(path))).body, "Studio Nord")
      const back = yield* answer(asked, { back: "yes" })
      assert.include(back.body, 'value="Studio Nord"')
      assert.notInclude(back.body, "Saved.")
      const saved = yield* answer(asked)
      assert.include(saved.body, "Saved.")
      assert.include(saved.body, 'value="Studio Nord"')
      yield* app.sweep
      const inbox = yield* Inbox
      assert.deepInclude((yield* inbox.receive).to, { address: "ada@client.example" })
      assert.strictEqual(yield* count, mails + 1)
      // No client gets a second reminder, so there is no question.
      assert.include((yield* save({ ...before, name: "Again" })).body, "Saved.")
    })
  )

  it.effect("asks again where the invoices are others than those that were shown", () =>
    Effect.gen(function* () {
      const { visitor, sent, save, answer, call } = yield* setUp
      const first = yield* sent("Ada", "03-13")
      const asked = yield* save(before)
      yield* sent("Cyd", "03-13")
      const again = yield* answer(asked)
      assert.include(again.body, "Send 2 reminders today?")
      assert.include(again.body, "cyd@client.example")
      yield* call("POST", `/v1/invoices/${first}/payments`, { amount: 1000 })
      const fewer = yield* answer(again)
      assert.include(fewer.body, "Send 1 reminder today?")
      assert.include((yield* answer(fewer)).body, "Saved.")
      assert.include((yield* Effect.promise(() => visitor.get(path))).body, "Studio Nord")
    })
  )

  it.effect("does not ask where nobody is mailed today, and names at most twenty", () =>
    Effect.gen(function* () {
      const { sent, save } = yield* setUp
      for (let i = 0; i < 22; i++) yield* sent(`Client${i}`, "03-03")
      const later = yield* save({ reminder_1_days: "14", reminder_1_when: "after" })
      assert.include(later.body, "Saved.")
      const asked = yield* save({ reminder_1_days: "7", reminder_1_when: "after" })
      assert.include(asked.body, "Send 22 reminders today?")
      assert.strictEqual([...asked.body.matchAll(/@client\.example/g)].length, 20)
      assert.include(asked.body, "and 2 more")
    })
  )

  it.effect("a chosen logo is there after an error and after the question", () =>
    Effect.gen(function* () {
      const { visitor, sent, answer } = yield* setUp
      yield* sent("Ada", "03-13")
      const upload = (values: Readonly<Record<string, string>>) =>
        Effect.promise(async () => {
          const { body } = await visitor.get(path)
          const data = new FormData()
          data.set("csrf", /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? "")
          for (const [name, value] of Object.entries(values)) data.set(name, value)
          data.set("logo", new Blob([new Uint8Array(plainPng(8))]), "logo.png")
          const request = new Request(origin, { method: "POST", body: data })
          const response = await visitor.once("POST", path, {
            body: await request.arrayBuffer(),
            headers: { origin, "content-type": request.headers.get("content-type") ?? "" }
          })
          return {
            status: response.status,
            body: await response.text(),
            headers: response.headers,
            path,
            leftFor: undefined
          }
        })
      const wrong = yield* upload({ ...fields, name: "" })
      assert.strictEqual(wrong.status, 422)
      const kept = /name="kept_logo" value="([^"]+)"[^>]*checked/.exec(wrong.body)?.[1] ?? ""
      assert.deepStrictEqual(Buffer.from(kept, "base64"), Buffer.from(plainPng(8)))
      const asked = yield* answer(wrong, { ...fields, ...before, kept_logo: kept })
      assert.include(asked.body, "Send 1 reminder today?")
      const saved = yield* answer(asked)
      assert.include(saved.body, "Saved.")
      const branding = yield* Effect.promise(() => visitor.get("/settings/branding"))
      assert.include(branding.body, 'alt="Current logo"')
    })
  )
})
