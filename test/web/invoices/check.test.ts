/** "Is this the file you sent me?", as a client asks it: by the file alone, without signing in. */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Mail } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { makeVisitor, type Page, type Visitor } from "../../support/visitor.ts"

const check = async (visitor: Visitor, file: Uint8Array<ArrayBuffer> | null): Promise<Page> => {
  const page = await visitor.get("/check")
  const form = new FormData()
  form.append("csrf", /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "")
  if (file !== null) form.append("file", new Blob([file]), "invoice.pdf")
  // As bytes: what is refused unread would leave a stream of the test's own half read.
  const encoded = new Response(form)
  const headers = { origin, "content-type": encoded.headers.get("content-type") ?? "" }
  const body = await encoded.arrayBuffer()
  const response = await visitor.once("POST", "/check", { body, headers })
  return {
    status: response.status,
    body: await response.text(),
    headers: response.headers,
    path: "/check",
    leftFor: undefined
  }
}

const sentFile = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const call = sender((yield* app.workspace()).apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const line_items = [{ description: "x", quantity: 1, unit_price: 13_200 }]
  const { id } = (yield* call("POST", "/v1/invoices", { client_id: client.id, line_items })).body
  yield* call("POST", `/v1/invoices/${id}/send`, {})
  const { receive } = yield* Inbox
  const brings = ({ attachments }: Mail) => attachments.length > 0
  const [attachment] = (yield* Effect.repeat(receive, { until: brings })).attachments
  assert.isDefined(attachment)
  return {
    call,
    id,
    file: Uint8Array.from(attachment.content),
    visitor: makeVisitor(app.fetch, origin)
  }
})

layer(layerRetainerMemory)("the check of a file", (it) => {
  it.effect("knows the file that was mailed, and how its invoice stands today", () =>
    Effect.gen(function* () {
      const { call, id, file, visitor } = yield* sentFile
      const yes = yield* Effect.promise(() => check(visitor, file))
      assert.strictEqual(yes.status, 200)
      assert.include(yes.body, "Yes, this file was sent from here")
      assert.include(yes.body, "INV-0001")
      assert.include(yes.body, "It is not paid yet.")
      yield* call("POST", `/v1/invoices/${id}/void`, {})
      const voided = yield* Effect.promise(() => check(visitor, file))
      assert.include(voided.body, "It has been voided since: no payment is due.")
    })
  )

  it.effect("refuses a file with one other byte, and tells nothing of any invoice", () =>
    Effect.gen(function* () {
      const { file, visitor } = yield* sentFile
      const no = yield* Effect.promise(() => check(visitor, file.with(20, 0)))
      assert.include(no.body, "No, this is not a file that was sent")
      assert.notInclude(no.body, "INV-")
    })
  )

  it.effect("knows the file of a credit note, and no byte of another", () =>
    Effect.gen(function* () {
      const { call, id, visitor } = yield* sentFile
      const reason = { lines: [{ line: 0, amount: 1000 }], reason: "Wrong price" }
      const { body: creditNote } = yield* call("POST", `/v1/invoices/${id}/credit_notes`, reason)
      const { receive } = yield* Inbox
      const bringsIt = ({ messageId }: Mail) => messageId.startsWith(creditNote.id)
      const [attachment] = (yield* Effect.repeat(receive, { until: bringsIt })).attachments
      const file = Uint8Array.from(attachment?.content ?? [])
      const yes = yield* Effect.promise(() => check(visitor, file))
      assert.include(yes.body, "Yes, this file was sent from here")
      assert.include(yes.body, `credit note ${creditNote.number} for invoice INV-0001`)
      const no = yield* Effect.promise(() => check(visitor, file.with(20, 0)))
      assert.include(no.body, "No, this is not a file that was sent")
      assert.notInclude(no.body, creditNote.number)
    })
  )

  it.effect("says what is missing, and what is too large", () =>
    Effect.gen(function* () {
      const { visitor } = yield* sentFile
      const none = yield* Effect.promise(() => check(visitor, null))
      assert.deepStrictEqual([none.status, none.body.includes("Choose a file first.")], [422, true])
      const large = yield* Effect.promise(() => check(visitor, new Uint8Array(6 * 1_048_576)))
      assert.deepStrictEqual([large.status, large.body.includes("too long")], [413, true])
    })
  )
})
