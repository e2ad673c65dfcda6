/** The language and locale of each mail, after settings have changed since the invoice's send. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("mails of a sent invoice", (it) => {
  it.effect("have the language and locale of the send; others those of now", () =>
    Effect.gen(function* () {
      const { call, anyone, visitor } = yield* signedIn
      const { receive } = yield* Inbox
      const setLocale = (locale: string) =>
        Effect.promise(() =>
          submit(visitor, "/settings/workspace", {
            name: "Studio",
            invoice_prefix: "INV",
            payment_terms: "14",
            time_zone: "UTC",
            locale
          })
        )
      const next = (subject: string) =>
        Effect.map(
          Effect.repeat(receive, { until: (mail) => mail.subject.startsWith(subject) }),
          ({ text }) => text.split("\n").at(-1)
        )
      yield* setLocale("de")
      const client = (yield* call("POST", "/v1/clients", {
        name: "Ada",
        email: newAddress(),
        language: "fr"
      })).body
      const { id } = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 1000 }]
      })).body
      yield* call("POST", `/v1/invoices/${id}/send`)
      assert.strictEqual(yield* next("Invoice"), "in fr fr-FR")

      yield* call("PATCH", `/v1/clients/${client.id}`, { language: "es" })
      yield* setLocale("en-GB")
      yield* call("POST", `/v1/invoices/${id}/remind`, {})
      assert.strictEqual(yield* next("Reminder"), "in fr fr-FR")
      const { processor_payment_url: url } = (yield* call("GET", `/v1/invoices/${id}`)).body
      const path = new URL(url).pathname
      yield* Effect.promise(async () => {
        const ada = anyone()
        const card = await ada.get(`${path}/checkout`)
        await ada.submit(card, `${path}/test`, { how: "pay" })
      })
      assert.strictEqual(yield* next("Receipt"), "in fr fr-FR")
      // Its reader is of the agency.
      assert.strictEqual(yield* next("Paid"), "in en en-GB")
      yield* call("POST", `/v1/clients/${client.id}/invite`, {})
      assert.strictEqual(yield* next("Invitation"), "in es es-ES")
    })
  )
})
