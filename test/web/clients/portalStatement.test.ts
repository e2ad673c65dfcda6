/**
 * The statement of account in the portal: the client's own movements in the client's language, as
 * page and as PDF. Nothing of other clients, and nothing without a session.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Mail } from "../../../src/app/ports/mail/Mailer.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { textOf } from "../../support/clientPages.ts"
import { newAddress } from "../../support/owners.ts"
import { linkIn, submit } from "../../support/pages.ts"
import { withClient } from "../../support/portal.ts"

const setting = Effect.gen(function* () {
  const made = yield* withClient
  const { call, client, anyone } = made
  const { receive } = yield* Inbox
  const enter = Effect.fnUntraced(function* (id: string) {
    const by = anyone()
    yield* call("POST", `/v1/clients/${id}/invite`)
    const isInvitation = ({ text }: Mail) => text.includes("/invitations/")
    const link = linkIn((yield* Effect.repeat(receive, { until: isInvitation })).text)
    yield* Effect.promise(() => submit(by, link, {}))
    return by
  })
  const other = (yield* call("POST", "/v1/clients", { name: "Eve", email: newAddress() })).body
  const ada = yield* enter(client.id)
  const eve = yield* enter(other.id)
  const sent = Effect.fnUntraced(function* (clientId: string, minor: number, reference = "R <1>") {
    const { id } = (yield* call("POST", "/v1/invoices", {
      ...{ client_id: clientId, currency: "USD" },
      line_items: [{ description: "W", quantity: 1, unit_price: minor }]
    })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 10_00, reference })
  })
  yield* sent(client.id, 70_00)
  yield* sent(other.id, 4_321_00, "Of Eve")
  yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "Draft", quantity: 1, unit_price: 999_00 }]
  })
  return { ...made, ada, eve }
})

const days = "from=1970-01-01&to=1970-01-31"

layer(layerRetainerMemory)("the statement in the portal", (it) => {
  it.effect("has the client's movements and no one else's", () =>
    Effect.gen(function* () {
      const { ada, eve, client } = yield* setting
      const home = yield* Effect.promise(() => ada.get("/portal"))
      assert.include(home.body, 'href="/portal/statement"')
      const page = yield* Effect.promise(() => ada.get(`/portal/statement?${days}`))
      assert.strictEqual(page.status, 200)
      const text = textOf(page)
      for (const part of ["Invoice INV-0001 70.00", "R <1>", "Closing balance 60.00"]) {
        assert.include(text, part)
      }
      assert.include(page.body, `href="/portal/statement.pdf?from=1970-01-01&amp;to=1970-01-31"`)
      for (const part of ["INV-0002", "4,321.00", "Of Eve", "999.00", "/clients"]) {
        assert.notInclude(page.body, part)
      }
      // The address names no client: a parameter that does changes nothing.
      const tried = yield* Effect.promise(() =>
        eve.get(`/portal/statement?${days}&client=${client.id}`)
      )
      assert.include(textOf(tried), "INV-0002")
      assert.notInclude(tried.body, "INV-0001")
      const none = yield* Effect.promise(() =>
        ada.get("/portal/statement?from=1950-12-31&to=1950-01-01")
      )
      assert.include(textOf(none), "Nothing happened in this period.")
      const usual = yield* Effect.promise(() => ada.get("/portal/statement?from=nonsense&to=%00"))
      assert.include(usual.body, 'value="1969-02-01"')
    })
  )

  it.effect("as PDF, of the client alone", () =>
    Effect.gen(function* () {
      const { ada, eve } = yield* setting
      for (const [by, own, others] of [
        [ada, "Ada 1970-01-01 1970-01-31\nUSD 2 60.00", "4311"],
        [eve, "Eve 1970-01-01 1970-01-31\nUSD 2 4311.00", "60.00"]
      ] as const) {
        const pdf = yield* Effect.promise(() => by.once("GET", `/portal/statement.pdf?${days}`))
        assert.strictEqual(pdf.status, 200)
        assert.strictEqual(pdf.headers.get("content-type"), "application/pdf")
        assert.strictEqual(pdf.headers.get("cache-control"), "no-store")
        const text = yield* Effect.promise(() => pdf.text())
        assert.include(text, own)
        assert.notInclude(text, others)
      }
    })
  )

  it.effect("in the language of the client; without a session the way in", () =>
    Effect.gen(function* () {
      const { ada, anyone, call, client } = yield* setting
      for (const [language, title] of [
        ["de", "Kontoauszug"],
        ["fr", "Relevé de compte"],
        ["es", "Extracto de cuenta"]
      ] as const) {
        yield* call("PATCH", `/v1/clients/${client.id}`, { language })
        const page = yield* Effect.promise(() => ada.get(`/portal/statement?${days}`))
        assert.include(page.body, `<html lang="${language}`)
        assert.include(page.body, title)
      }
      for (const path of ["/portal/statement", "/portal/statement.pdf"]) {
        const stranger = yield* Effect.promise(() => anyone().get(path))
        assert.include(stranger.body, "Send me a link")
      }
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: false })
      const revoked = yield* Effect.promise(() => ada.get("/portal/statement"))
      assert.notInclude(revoked.body, "INV-0001")
    })
  )
})
