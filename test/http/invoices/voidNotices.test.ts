/** The notice of a void: one mail to a client that was mailed the invoice, and to no other. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { MailRecords } from "../../../src/app/delivery/MailRecords.ts"
import { MailNotDelivered, MailRefused } from "../../../src/app/ports/mail/Mailer.ts"
import { mailsToOneAddress } from "../../../src/domain/mail/MailBounds.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { mailedInvoices } from "../../support/mailedInvoices.ts"
import { send, sender } from "../../support/requests.ts"

interface Listed {
  readonly kind: string
  readonly to: string
  readonly status: string
  readonly last_error: string | null
}

const isNotice = ({ subject }: { readonly subject: string }) => subject.startsWith("Void")

layer(layerRetainerMemory)("the notice of a void", (it) => {
  it.effect("is mailed once to the client, in the language of the send", () =>
    Effect.gen(function* () {
      const { apiKey, ada, call, delivered, settled, post, inbox, mails } = yield* mailedInvoices({
        language: "fr"
      })
      const id = yield* delivered
      yield* call("PATCH", `/v1/clients/${ada.id}`, { language: "es", email: "new@x.example" })
      const key = { key: apiKey, body: {}, headers: { prefer: "dry-run" } }
      assert.strictEqual((yield* send("POST", `/v1/invoices/${id}/void`, key)).status, 200)
      const both = yield* Effect.all([post(id, "void"), post(id, "void")], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        both.map(({ status }) => status),
        [200, 200]
      )
      yield* post(id, "void", { reason: "again" })
      yield* settled(id)
      const [invoice, notice, ...others] = yield* inbox()
      assert.deepStrictEqual(others, [])
      assert.strictEqual(notice?.subject, "Void: invoice INV-0001")
      assert.strictEqual(notice?.text, "in fr fr-FR")
      assert.deepStrictEqual(notice?.attachments, [])
      assert.strictEqual(notice?.follows, invoice?.messageId)
      assert.deepStrictEqual(
        (yield* mails(`object=${id}`)).map(({ kind, to, status }: Listed) => [kind, to, status]),
        [
          ["notice", ada.email, "sent"],
          ["invoice", ada.email, "sent"]
        ]
      )
    })
  )

  it.effect("is not mailed for a draft, nor where no mail went out", () =>
    Effect.gen(function* () {
      const { draft, sent, settled, post, inbox, mails } = yield* mailedInvoices()
      const box = yield* Inbox
      const drafted = yield* draft
      yield* post(drafted, "void")
      yield* box.behave(() => Effect.fail(new MailRefused({ reason: "550 no such user" })))
      const refused = yield* sent
      yield* settled(refused)
      yield* box.behave(() => Effect.fail(new MailNotDelivered({ reason: "451 come again" })))
      const queued = yield* sent
      yield* post(refused, "void")
      yield* post(queued, "void")
      yield* box.behave(() => Effect.void)
      yield* TestClock.adjust("5 seconds")
      for (const id of [drafted, refused, queued]) {
        yield* settled(id)
        assert.deepStrictEqual(yield* mails(`object=${id}&kind=notice`), [])
      }
      assert.deepStrictEqual(yield* inbox(), [])
    })
  )

  it.effect("is mailed where a resend waits or failed after the first mail", () =>
    Effect.gen(function* () {
      const { delivered, settled, post, inbox } = yield* mailedInvoices()
      const box = yield* Inbox
      const [waiting, failed] = [yield* delivered, yield* delivered]
      yield* box.behave(({ messageId }) =>
        Effect.fail(
          messageId.startsWith(waiting)
            ? new MailNotDelivered({ reason: "451 come again" })
            : new MailRefused({ reason: "550 no such user" })
        )
      )
      yield* post(failed, "resend")
      yield* settled(failed)
      yield* post(waiting, "resend")
      yield* post(waiting, "void")
      yield* post(failed, "void")
      yield* box.behave(() => Effect.void)
      yield* TestClock.adjust("15 seconds")
      for (const id of [waiting, failed]) yield* settled(id)
      assert.strictEqual((yield* inbox()).filter(isNotice).length, 2)
    })
  )

  it.effect("follows a mail that was in progress during the void, once", () =>
    Effect.gen(function* () {
      const { call, sent, delivered, settled, post, get, inbox } = yield* mailedInvoices()
      const box = yield* Inbox
      const other = yield* delivered
      const [begun, taken] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* box.behave((mail) =>
        isNotice(mail)
          ? Effect.void
          : Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(taken))
      )
      const id = yield* sent
      yield* Deferred.await(begun)
      yield* call("POST", `/v1/invoices/${other}/resend`)
      for (const one of [id, other]) yield* post(one, "void")
      const isFailed = ({ delivery: { status } }: { delivery: { status: string } }) =>
        status === "failed"
      assert.isTrue(isFailed(yield* get(`/v1/invoices/${id}`)))
      yield* Deferred.succeed(taken, undefined)
      for (const one of [id, other]) yield* settled(one)
      yield* box.behave(() => Effect.void)
      assert.strictEqual((yield* get(`/v1/invoices/${id}`)).delivery.status, "sent")
      const notices = (yield* inbox()).filter(isNotice)
      assert.sameMembers(
        notices.map(({ messageId }) => messageId.split(".")[0]),
        [id, other]
      )
    })
  )

  it.effect("is not mailed where a credit note made the invoice void", () =>
    Effect.gen(function* () {
      const { call, delivered, sent, settled, get, inbox } = yield* mailedInvoices()
      const box = yield* Inbox
      const [begun, taken] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const before = yield* delivered
      yield* box.behave(({ messageId }) =>
        messageId.startsWith("inv_")
          ? Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(taken))
          : Effect.void
      )
      const inProgress = yield* sent
      yield* Deferred.await(begun)
      const notes: Array<{ readonly id: string }> = []
      for (const id of [before, inProgress]) {
        const reason = { reason: "Wrong price" }
        notes.push((yield* call("POST", `/v1/invoices/${id}/credit_notes`, reason)).body)
        assert.strictEqual((yield* get(`/v1/invoices/${id}`)).status, "void")
      }
      yield* Deferred.succeed(taken, undefined)
      for (const id of [before, inProgress, ...notes.map((note) => note.id)]) yield* settled(id)
      yield* box.behave(() => Effect.void)
      const all = yield* inbox()
      assert.deepStrictEqual(all.filter(isNotice), [])
      assert.strictEqual(all.filter(({ subject }) => subject.startsWith("Credit note")).length, 2)
    })
  )

  it.effect("counts towards the bounds, and beyond them is recorded and not sent", () =>
    Effect.gen(function* () {
      const { delivered, settled, post, inbox, mails } = yield* mailedInvoices()
      const [first, last] = [yield* delivered, yield* delivered]
      for (let count = 1; count < mailsToOneAddress; count++) yield* post(last, "resend")
      yield* post(first, "void")
      yield* settled(first)
      assert.strictEqual((yield* post(last, "resend")).status, 429)
      assert.strictEqual((yield* post(last, "void")).status, 200)
      yield* settled(last)
      const [notice]: ReadonlyArray<Listed> = yield* mails(`object=${last}&kind=notice`)
      assert.strictEqual(notice?.status, "failed")
      assert.match(notice?.last_error ?? "", /^Not sent: .*20 mails/)
      assert.strictEqual((yield* inbox()).filter(isNotice).length, 1)
    })
  )

  it.effect("is mailed again from the settings", () =>
    Effect.gen(function* () {
      const { workspace, delivered, settled, post, inbox, mails } = yield* mailedInvoices()
      const id = yield* delivered
      yield* post(id, "void")
      yield* settled(id)
      const records = yield* MailRecords
      const [notice, invoice] = yield* mails(`object=${id}`)
      yield* records.resend(workspace, notice.id)
      yield* settled(id)
      const refused = yield* Effect.flip(records.resend(workspace, invoice.id))
      assert.strictEqual(refused._tag, "MailNotRepeatable")
      const notices = (yield* inbox()).filter(isNotice)
      assert.strictEqual(notices.length, 2)
      assert.strictEqual(new Set(notices.map(({ messageId }) => messageId)).size, 2)
    })
  )

  it.effect("is shown to readers of invoices, as mails about users are not", () =>
    Effect.gen(function* () {
      const made = yield* mailedInvoices()
      const id = yield* made.delivered
      yield* made.post(id, "void")
      const app = yield* RetainerMemory
      const kindsFor = (scope: "invoices:read" | "clients:read") =>
        Effect.gen(function* () {
          const call = sender(yield* app.apiKey(made, [scope]))
          const { body } = yield* call("GET", `/v1/mails?object=${id}`)
          return body.data.map(({ kind }: Listed) => kind)
        })
      assert.deepStrictEqual(yield* kindsFor("invoices:read"), ["notice", "invoice"])
      assert.deepStrictEqual(yield* kindsFor("clients:read"), [])
    })
  )
})
