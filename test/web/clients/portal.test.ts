/** The portal as a client uses it, from the mail to the PDF. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { linkIn, submit } from "../../support/pages.ts"
import { invite, withClient } from "../../support/portal.ts"

layer(layerRetainerMemory)("portal", (it) => {
  it.effect("from the mail to the PDF; a GET consumes nothing, a link opens once", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      const project = (yield* call("POST", "/v1/projects", {
        name: "Relaunch",
        client_id: client.id
      })).body
      yield* call("POST", "/v1/projects", { name: "Secret plan", client_id: client.id })
      const draft = {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      }
      const sent = (yield* call("POST", "/v1/invoices", draft)).body
      yield* call("POST", `/v1/invoices/${sent.id}/send`)
      yield* inbox.receive
      const kept = (yield* call("POST", "/v1/invoices", draft)).body
      const link = yield* invite(call, client.id, { project_ids: [project.id] })
      assert.isNull((yield* call("GET", `/v1/clients/${client.id}`)).body.portal_last_seen)
      const ada = anyone()
      const paths = yield* Effect.promise(async () => {
        for (let i = 0; i < 3; i++)
          assert.include((await anyone().get(link)).body, "Open the portal")
        const home = await submit(ada, link, {})
        assert.strictEqual(home.path, "/portal")
        assert.include(home.body, "INV-0001")
        assert.notInclude(home.body, "INV-0002")
        assert.include(home.body, "Relaunch")
        assert.notInclude(home.body, "Secret plan")
        const again = await anyone().get(link)
        assert.strictEqual(again.status, 410)
        assert.include(again.body, "used already")
        const pdf = /href="([^"]+\/pdf)"/.exec(home.body)?.[1] ?? ""
        const pay = /href="(\/pay\/[^"]+)"/.exec(home.body)?.[1] ?? ""
        return { pdf, pay }
      })
      assert.isNotNull((yield* call("GET", `/v1/clients/${client.id}`)).body.portal_last_seen)
      yield* Effect.promise(async () => {
        const document = await ada.once("GET", paths.pdf)
        assert.strictEqual(document.headers.get("content-type"), "application/pdf")
        assert.include(document.headers.get("content-disposition") ?? "", "INV-0001.pdf")
        const hidden = await ada.once("GET", `/portal/invoices/${kept.id}/pdf`)
        assert.strictEqual(hidden.status, 404)
        const page = await ada.get(paths.pay)
        assert.include(page.body, "Invoice INV-0001")
        const download = await ada.once("GET", `${paths.pay}/invoice.pdf`)
        assert.strictEqual(download.headers.get("content-type"), "application/pdf")
        assert.match(
          (await anyone().once("GET", paths.pdf)).headers.get("location") ?? "",
          /portal$/
        )
      })
    })
  )

  it.effect("revoked access ends at once; leaving ends it on the server", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const link = yield* invite(call, client.id)
      const ada = anyone()
      const open = () => ada.get("/portal").then(({ body }) => body.includes("Hello Ada"))
      yield* Effect.promise(() => submit(ada, link, {}))
      assert.isTrue(yield* Effect.promise(open))
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: false })
      assert.isFalse(yield* Effect.promise(open))
      const closed = yield* Effect.promise(() => anyone().get(link))
      assert.include(closed.body, "Your access to the portal has ended")
      assert.notInclude(closed.body, "new link")
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: true })
      assert.isFalse(yield* Effect.promise(open))
      const fresh = yield* invite(call, client.id)
      yield* Effect.promise(async () => {
        const home = await submit(ada, fresh, {})
        const cookie = ada.cookies.get("retainer_portal") ?? ""
        await ada.submit(home, "/portal/leave")
        ada.cookies.set("retainer_portal", cookie)
      })
      assert.isFalse(yield* Effect.promise(open))
    })
  )

  it.effect("an expired or replaced link explains itself and sends a new one", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      const first = yield* invite(call, client.id)
      const second = yield* invite(call, client.id)
      const ada = anyone()
      const replaced = yield* Effect.promise(() => ada.get(first))
      assert.include(replaced.body, "replaced by a newer one")
      yield* TestClock.adjust("8 days")
      const expired = yield* Effect.promise(() => ada.get(second))
      assert.strictEqual(expired.status, 410)
      assert.include(expired.body, "has expired")
      const sent = yield* Effect.promise(() => ada.submit(expired, `${second}/renew`))
      assert.include(sent.body, "Check your e-mail")
      const fresh = linkIn((yield* inbox.receive).text)
      assert.include((yield* Effect.promise(() => submit(ada, fresh, {}))).body, "Hello Ada")
      const forged = yield* Effect.promise(() => ada.get(`${fresh}x`))
      assert.strictEqual(forged.status, 404)
    })
  )

  it.effect("a client without a link asks for one; the answer tells nothing; it is limited", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      yield* invite(call, client.id)
      const ada = anyone()
      const before = (yield* inbox.mails).length
      yield* Effect.promise(async () => {
        const unknown = await submit(ada, "/portal", { email: "nobody@x.example" }, "/portal/links")
        const known = await submit(ada, "/portal", { email: client.email }, "/portal/links")
        assert.strictEqual(unknown.body, known.body)
      })
      const link = linkIn((yield* inbox.receive).text)
      assert.strictEqual((yield* inbox.mails).length, before + 1)
      const statuses = yield* Effect.promise(async () => {
        await submit(ada, link, {})
        const all: number[] = []
        const page = await anyone().get("/portal")
        for (let i = 0; i < 10; i++) {
          const person = anyone()
          const own = await person.get("/portal")
          all.push((await person.submit(own, "/portal/links", { email: "x@x.example" })).status)
        }
        assert.strictEqual(page.status, 200)
        return all
      })
      assert.strictEqual(statuses.at(-1), 429)
    })
  )

  it.effect("the invitation's secret stands in the mail alone", () =>
    Effect.gen(function* () {
      const { call, client } = yield* withClient
      const answer = yield* call("POST", `/v1/clients/${client.id}/invite`)
      const mail = yield* (yield* Inbox).receive
      const secret = linkIn(mail.text).split("/").at(-1) ?? ""
      assert.isAbove(secret.length, 20)
      assert.notInclude(JSON.stringify(answer.body), secret)
      assert.strictEqual(answer.body.portal_url, `${origin}/portal`)
    })
  )
})
