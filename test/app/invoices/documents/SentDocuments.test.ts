/** A sent invoice is immutable: its document under later settings, its mailed file for ever. */
import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SentDocuments } from "../../../../src/app/invoices/documents/SentDocuments.ts"
import { InvoiceViews } from "../../../../src/app/invoices/InvoiceViews.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { Workspaces } from "../../../../src/app/workspaces/Workspaces.ts"
import { becomeVoid } from "../../../../src/domain/invoices/Invoice.ts"
import { Inbox } from "../../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../../src/testing/RetainerMemory.ts"
import { plainPng } from "../../../support/pictures.ts"
import { newClient, newOpen, newWorkspace, now } from "../../../support/records.ts"
import { sender } from "../../../support/requests.ts"
import { each } from "../../../support/transactions.ts"

const start = Effect.gen(function* () {
  const { apiKey, workspace } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: client.id })).body
  const draft = Effect.map(
    call("POST", "/v1/invoices", {
      client_id: client.id,
      project_id: project.id,
      line_items: [{ description: "x", quantity: 1, unit_price: 13_200 }]
    }),
    ({ body }) => String(body.id)
  )
  const get = (id: string) => Effect.map(call("GET", `/v1/invoices/${id}`), ({ body }) => body)
  const pdf = (id: string, query = "") => call("GET", `/v1/invoices/${id}/pdf${query}`)
  const rebrand = Effect.gen(function* () {
    yield* (yield* Workspaces).update(workspace.id, {
      locale: "de",
      timeZone: "Asia/Tokyo",
      legalName: "Renamed GmbH",
      addressText: "Elsewhere 2",
      logo: plainPng(3)
    })
    yield* call("PATCH", `/v1/clients/${client.id}`, { name: "Ada Lovelace" })
    yield* call("PATCH", `/v1/projects/${project.id}`, { name: "Shop" })
  })
  return { call, draft, get, pdf, rebrand, workspace }
})

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

layer(layerRetainerMemory)("sent documents", (it) => {
  it.effect("settings, the client and the project change no document that was sent", () =>
    Effect.gen(function* () {
      const { call, draft, pdf, rebrand } = yield* start
      const [sent, open] = [yield* draft, yield* draft]
      yield* call("POST", `/v1/invoices/${sent}/send`, {})
      const [before, drafted] = [yield* pdf(sent), yield* pdf(open)]
      yield* rebrand
      const after = yield* pdf(sent)
      assert.strictEqual(after.body, before.body)
      assert.strictEqual(after.headers.get("etag"), before.headers.get("etag"))
      assert.notStrictEqual((yield* pdf(open)).body, drafted.body, "a draft shows today's settings")
    })
  )

  it.effect("the current document follows the invoice's own state, the mailed file does not", () =>
    Effect.gen(function* () {
      const { call, draft, get, pdf } = yield* start
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`, {})
      const mailed = yield* pdf(id, "?as=sent")
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 13_200 })
      assert.strictEqual((yield* get(id)).status, "paid")
      assert.notStrictEqual((yield* pdf(id)).body, mailed.body)
      assert.strictEqual((yield* pdf(id, "?as=sent")).body, mailed.body)
    })
  )

  it.effect("the current document lists each payment, and shows no other change", () =>
    Effect.gen(function* () {
      const { call, draft, pdf, rebrand } = yield* start
      const id = yield* draft
      yield* call("POST", `/v1/invoices/${id}/send`, {})
      const pay = (amount: number, method: string) =>
        call("POST", `/v1/invoices/${id}/payments`, { amount, method })
      yield* pay(1200, "cash")
      yield* pay(300, "bank_transfer")
      const { body } = yield* pdf(id)
      for (const text of ["Paid 12.00 by cash", "Paid 3.00 by bank_transfer"]) {
        assert.include(body, text)
      }
      yield* rebrand
      assert.strictEqual((yield* pdf(id)).body, body)
    })
  )

  it.effect("an invoice that is voided while its file is drawn has none", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const sent = yield* newOpen(workspace.id, (yield* newClient(workspace.id)).id)
      const views = yield* InvoiceViews
      const document = yield* views.document(workspace, sent.id)
      yield* (yield* each(InvoiceRepository)).save(becomeVoid(sent, null, now), "sent")
      assert.isNull(yield* (yield* SentDocuments).ensure(document))
      assert.isNull((yield* views.get(workspace, sent.id)).document)
    })
  )

  it.effect("the invoice names the file of its mail by hash and size", () =>
    Effect.gen(function* () {
      const { call, draft, get, workspace } = yield* start
      const id = yield* draft
      assert.isNull((yield* get(id)).document)
      yield* call("POST", `/v1/invoices/${id}/send`, {})
      // At once, whether or not the mail went out already.
      const { document } = yield* get(id)
      const mail = yield* Effect.repeat((yield* Inbox).receive, {
        until: ({ messageId }) => messageId.startsWith(id)
      })
      const [file] = mail.attachments
      assert.isDefined(file)
      const content = Uint8Array.from(file.content)
      assert.deepStrictEqual(document, { sha256: sha256(content), bytes: content.length })
      const documents = yield* SentDocuments
      const found = yield* documents.identify(content)
      assert.deepStrictEqual([found?.invoice.id, found?.workspace.id], [id, workspace.id])
      assert.isNull(yield* documents.identify(content.with(0, 0)))
    })
  )

  it.effect("a draft, a void draft and one of another workspace have no sent file", () =>
    Effect.gen(function* () {
      const { call, draft, pdf } = yield* start
      const [id, voided, foreign] = [yield* draft, yield* draft, yield* (yield* start).draft]
      yield* call("POST", `/v1/invoices/${voided}/void`, {})
      const { message } = (yield* pdf(voided, "?as=sent")).body.error
      assert.match(message, /^No file was mailed for the invoice INV-\d+ with the id inv_\w+$/)
      for (const one of [id, voided, foreign]) {
        assert.strictEqual((yield* pdf(one, "?as=sent")).body.error.code, "RESOURCE_NOT_FOUND")
      }
      assert.strictEqual((yield* pdf(id, "?as=draft")).status, 400)
    })
  )
})
