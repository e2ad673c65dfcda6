/** `GET /v1/mails` shows the result of each mail to credentials whose scopes cover its object. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Notices } from "../../src/app/mail/Notices.ts"
import { MailNotDelivered, MailRefused } from "../../src/app/ports/mail/Mailer.ts"
import { maxAttempts } from "../../src/app/ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { readScopes, type Scope } from "../../src/domain/access/Scope.ts"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { sender } from "../support/requests.ts"

/** A workspace with a client and an invoice whose mail is done. */
const start = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const created = yield* app.workspace()
  const call = sender(created.apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const invoice = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "x", quantity: 1, unit_price: 13_200 }]
  })).body
  const mails = (query: string) => Effect.map(call("GET", `/v1/mails${query}`), ({ body }) => body)
  const keyWith = (...scopes: ReadonlyArray<Scope>) =>
    Effect.map(app.apiKey(created, scopes), sender)
  return { ...created, call, client, invoice, mails, keyWith }
})

/** Runs the workers until no mail is queued; time does not move. */
const settled = (
  mails: (query: string) => Effect.Effect<{ data: ReadonlyArray<unknown> }, never, RetainerMemory>
): Effect.Effect<void, never, RetainerMemory> =>
  Effect.flatMap(mails("?status=queued"), ({ data }) =>
    data.length === 0
      ? Effect.void
      : Effect.andThen(
          Effect.yieldNow,
          Effect.suspend(() => settled(mails))
        )
  )

layer(layerRetainerMemory)("mails", (it) => {
  it.effect("each mail has its kind, recipient, object and result", () =>
    Effect.gen(function* () {
      const { call, client, invoice, mails, userId, workspace } = yield* start
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* call("POST", `/v1/invoices/${invoice.id}/remind`, { message: "a private text" })
      yield* call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 100 })
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      const { transact } = yield* UnitOfWork
      const { toUser } = yield* Notices
      yield* transact(
        toUser({ workspaceId: workspace.id, id: userId }, { type: "password_changed" })
      )
      yield* settled(mails)
      const { data, meta } = yield* mails("")
      assert.deepStrictEqual(
        data.map((mail: { kind: string; to: string; object: unknown }) => [
          mail.kind,
          mail.to,
          mail.object
        ]),
        [
          ["notice", "owner@agency.example", { type: "user", id: userId }],
          ["invitation", "ada@x.example", { type: "client", id: client.id }],
          ["receipt", "ada@x.example", { type: "invoice", id: invoice.id }],
          ["reminder", "ada@x.example", { type: "invoice", id: invoice.id }],
          ["invoice", "ada@x.example", { type: "invoice", id: invoice.id }]
        ]
      )
      assert.deepStrictEqual(meta, { total: 5, limit: 20, next_cursor: null })
      const [notice] = data
      assert.deepStrictEqual(Object.keys(notice).sort(), [
        ...["attempts", "created_at", "id", "kind", "last_error"],
        ...["object", "sent_at", "status", "to"]
      ])
      assert.match(notice.id, /^mail_/)
      assert.deepStrictEqual(
        [notice.status, notice.attempts, notice.last_error, notice.sent_at],
        ["sent", 1, null, notice.created_at]
      )
      assert.notInclude(JSON.stringify(data), "http")
      assert.notInclude(JSON.stringify(data), "a private text")
    })
  )

  it.effect("is narrowed by object, kind and status, and paged", () =>
    Effect.gen(function* () {
      const { call, client, invoice, mails } = yield* start
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* settled(mails)
      const kinds = (query: string) =>
        Effect.map(mails(query), ({ data }) => data.map(({ kind }: { kind: string }) => kind))
      assert.deepStrictEqual(yield* kinds(`?object=${client.id}`), ["invitation"])
      assert.deepStrictEqual(yield* kinds(`?object=${invoice.id}&kind=invoice`), ["invoice"])
      assert.deepStrictEqual(yield* kinds(`?object=${invoice.id}&kind=receipt`), [])
      assert.deepStrictEqual(yield* kinds("?status=failed"), [])
      const creditNote = `cn_${invoice.id.slice("inv_".length)}`
      assert.deepStrictEqual(yield* kinds(`?object=${creditNote}`), [])
      const first = yield* mails("?limit=1")
      const rest = yield* mails(`?limit=1&cursor=${first.meta.next_cursor}`)
      assert.deepStrictEqual(
        [...first.data, ...rest.data].map(({ kind }) => kind),
        ["invitation", "invoice"]
      )
      assert.isNull(rest.meta.next_cursor)
      for (const query of [
        `?limit=1&status=sent&cursor=${first.meta.next_cursor}`,
        "?object=proj_01h2xcejqtf2nbrexx3vqjhp41",
        "?object=inv_1",
        "?object=",
        "?kind=letter",
        "?status=lost",
        "?status=sent&status=failed",
        "?to=ada@x.example",
        "?limit=101"
      ]) {
        assert.strictEqual((yield* call("GET", `/v1/mails${query}`)).status, 400, query)
      }
    })
  )

  it.effect("shows each kind to the scopes that cover it", () =>
    Effect.gen(function* () {
      const { call, client, invoice, mails, keyWith, userId, workspace } = yield* start
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      const { transact } = yield* UnitOfWork
      const { toUser } = yield* Notices
      yield* transact(toUser({ workspaceId: workspace.id, id: userId }, { type: "new_device" }))
      yield* settled(mails)
      const seen = Effect.fnUntraced(function* (...scopes: ReadonlyArray<Scope>) {
        const { status, body } = yield* (yield* keyWith(...scopes))("GET", "/v1/mails")
        return status === 200 ? body.data.map(({ kind }: { kind: string }) => kind) : status
      })
      assert.deepStrictEqual(yield* seen("invoices:read"), ["invoice"])
      assert.deepStrictEqual(yield* seen("clients:read"), ["invitation"])
      assert.deepStrictEqual(yield* seen("clients:read", "invoices:read"), [
        "invitation",
        "invoice"
      ])
      assert.deepStrictEqual(yield* seen(...readScopes), ["notice", "invitation", "invoice"])
      assert.strictEqual(yield* seen("invoices:write", "clients:write"), 403)
      const clientsOnly = yield* keyWith("clients:read")
      const others = yield* clientsOnly("GET", "/v1/mails?kind=invoice")
      assert.deepStrictEqual([others.body.data, others.body.meta.total], [[], 0])
    })
  )

  it.effect("a mail that fails says what the server answered", () =>
    Effect.gen(function* () {
      const { call, client, mails } = yield* start
      const inbox = yield* Inbox
      const result = Effect.map(mails(`?object=${client.id}`), ({ data }) => {
        const [{ status, attempts, last_error, sent_at }] = data
        return [status, attempts, last_error, sent_at]
      })
      yield* inbox.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* settled(mails)
      assert.deepStrictEqual(yield* result, ["failed", 1, "550 no such user", null])

      yield* inbox.behave(() => Effect.fail(new MailNotDelivered({ reason: "451 later" })))
      const attempts = yield* inbox.attempts
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* inbox.attempts) - attempts, 1)
      assert.deepStrictEqual(yield* result, ["queued", 1, "451 later", null])
      yield* TestClock.adjust("25 hours")
      assert.deepStrictEqual(yield* result, ["failed", maxAttempts, "451 later", null])
      yield* inbox.behave(() => Effect.void)
    })
  )

  it.effect("a mail that was overtaken was not sent", () =>
    Effect.gen(function* () {
      const { call, client, mails } = yield* start
      const inbox = yield* Inbox
      yield* inbox.behave(() => Effect.fail(new MailNotDelivered({ reason: "421 busy" })))
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* TestClock.adjust("1 second")
      yield* inbox.behave(() => Effect.void)
      yield* call("POST", `/v1/clients/${client.id}/invite`)
      yield* TestClock.adjust("10 seconds")
      yield* settled(mails)
      const { data } = yield* mails(`?object=${client.id}`)
      assert.deepStrictEqual(
        data.map(({ status, last_error }: { status: string; last_error: string }) => [
          status,
          last_error
        ]),
        [
          ["sent", null],
          ["failed", "Not sent: it was no longer needed when its turn came"]
        ]
      )
    })
  )
})
