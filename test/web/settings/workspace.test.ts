/** The page of the workspace's settings. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WarnsOfSimulation } from "../../../src/app/payments/Checkouts.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { defaultColour } from "../../../src/domain/workspaces/Workspace.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, signedIn, submit } from "../../support/pages.ts"

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("the workspace's settings reach its invoices; unfit ones change nothing", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const values = {
        name: "Studio",
        legal_name: "Studio GmbH",
        address_line1: "Weg 1",
        address_line2: "",
        address_postal_code: "10115",
        address_city: "Berlin",
        address_state: "",
        address_country: "DE",
        vat_id: "DE 123 456 789",
        registration_id: "HRB 1",
        registration_scheme: "",
        default_tax_category: "S",
        default_tax_rate: "19",
        bank_account_iban: "DE89 3704 0044 0532 0130 00",
        bank_account_bic: "",
        bank_account_holder: "",
        e_invoice: "factur-x",
        contact_name: "Olga",
        contact_phone: "",
        contact_email: "",
        email: "hi@studio.example",
        colour: "#0A7F3F",
        invoice_prefix: "STU",
        payment_terms: "14",
        time_zone: "Europe/Berlin",
        locale: "de"
      }
      const path = "/settings/workspace"
      yield* Effect.promise(async () => {
        for (const [name, value] of [
          ["name", ""],
          ["email", "no"],
          ["colour", "red"],
          ["invoice_prefix", "a b"],
          ["payment_terms", "366"],
          ["payment_terms", "x"],
          ["time_zone", "Mars/Base"],
          ["locale", "??"],
          ["vat_id", "DE1"],
          ["address_country", "XX"],
          ["address_city", ""],
          ["bank_account_iban", "DE88370400440532013000"],
          ["registration_scheme", "0001"],
          ["contact_phone", "12"],
          ["default_tax_rate", "101"],
          ["default_tax_rate", "x"],
          ["default_tax_rate", "0"]
        ] as const) {
          const refused = await submit(visitor, path, { ...values, [name]: value })
          assert.strictEqual(refused.status, 422, name)
          assert.include(refused.body, `href="#${name}"`)
        }
        // The rule of the field, beside it and under its label above the form.
        for (const [changes, problem] of [
          [{ default_tax_rate: "0" }, "Tax rate in percent: Enter a rate from 0 to 100"],
          [{ small_business: "true" }, "and none for a small business."],
          [
            { small_business: "true", default_tax_category: "AE", default_tax_rate: "" },
            "Tax category: Choose a category that fits the rate"
          ]
        ] as const) {
          const refused = await submit(visitor, path, { ...values, ...changes })
          assert.strictEqual(refused.status, 422)
          assert.include(refused.body, problem)
        }
        const saved = await submit(visitor, path, values)
        assert.include(saved.body, "Gespeichert.")
        assert.match(saved.body, /<code>ws_\w{26}<\/code>/)
        assert.include(saved.body, "/assets/brand/0a7f3f.css")
        const css = await visitor.get("/assets/brand/0a7f3f.css")
        assert.include(css.body, "--brand:#0a7f3f;--on-brand:#ffffff;")
      })
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        issue_date: "2026-01-01",
        line_items: [{ description: "Work", quantity: 1, unit_price: 1 }]
      })).body
      assert.strictEqual(invoice.number, "STU-0001")
      assert.strictEqual(invoice.due_date, "2026-01-15")
      assert.deepStrictEqual([invoice.tax_category, invoice.tax_rate], ["S", 0.19])
      assert.deepInclude((yield* call("GET", "/v1/workspace")).body, {
        address: {
          line1: "Weg 1",
          line2: null,
          city: "Berlin",
          state: "",
          postal_code: "10115",
          country: "DE"
        },
        vat_id: "DE123456789",
        registration: { scheme: null, id: "HRB 1" },
        bank_account: { holder: null, iban: "DE89370400440532013000", bic: null },
        e_invoice: "factur-x",
        contact: { name: "Olga", phone: null, email: null },
        electronic_address: null,
        email: "hi@studio.example"
      })
    })
  )

  it.effect("an older value that today's rules refuse does not block the others", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const { id } = (yield* call("GET", "/v1/workspace")).body
      yield* (yield* Workspaces).update(id, {
        vatId: "of earlier times",
        invoicePrefix: "CN",
        addressText: "Weg 1"
      })
      const path = "/settings/workspace"
      const page = yield* Effect.promise(() => visitor.get(path))
      assert.include(page.body, "Printed until you fill in the address: Weg 1")
      const values = {
        ...{ name: "Studio", colour: "#0A7F3F", invoice_prefix: "CN", payment_terms: "14" },
        ...{ time_zone: "UTC", locale: "de", vat_id: "of earlier times", tax_number: "30/1" }
      }
      const saved = yield* Effect.promise(() => submit(visitor, path, values))
      assert.include(saved.body, "Gespeichert.")
      assert.deepInclude((yield* call("GET", "/v1/workspace")).body, {
        ...{ vat_id: "of earlier times", tax_number: "30/1", invoice_prefix: "CN" },
        address_text: "Weg 1"
      })
    })
  )
})

const warned = layerRetainerMemory.pipe(Layer.provide(Layer.succeed(WarnsOfSimulation, true)))

layer(layerRetainerMemory)("the three pages", (it) => {
  it.effect("each changes what it has, and nothing else", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      yield* Effect.promise(async () => {
        const branding = await submit(visitor, "/settings/branding", { colour: "#0a7f3f" })
        assert.include(branding.body, "Saved.")
        const terms = { invoice_prefix: "RE", payment_terms: "7", reminder_1_days: "7" }
        await submit(visitor, "/settings/invoicing", terms)
        await submit(visitor, "/settings/workspace", { name: "Studio", locale: "en-GB" })
        // A colour input is never empty: that of the product is no colour.
        const unset = await submit(visitor, "/settings/branding", { colour: defaultColour })
        assert.notInclude(unset.body, "/assets/brand/")
        await submit(visitor, "/settings/branding", { colour: "#0a7f3f" })
      })
      assert.deepInclude((yield* call("GET", "/v1/workspace")).body, {
        ...{ name: "Studio", colour: "#0a7f3f", invoice_prefix: "RE" },
        ...{ payment_terms_days: 7, reminder_days: [7], locale: "en-GB" }
      })
    })
  )

  it.effect("a refused form of all fields comes back with all of them", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const typed = { name: "Typed", invoice_prefix: "a b", reminder_2_days: "400" }
        const refused = await submit(visitor, "/settings/workspace", typed)
        assert.strictEqual(refused.status, 422)
        for (const part of ['value="Typed"', 'value="a b"', 'value="400"', "Invoice prefix: "]) {
          assert.include(refused.body, part)
        }
        assert.include(refused.body, 'href="#reminder_2_days">Reminders: Reminders go out up to 60')
      })
    })
  )

  it.effect("are in German, and members read them", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        for (const [path, text] of [
          ["/settings/workspace", "Rechtlicher Name"],
          ["/settings/branding", "Farbe"],
          ["/settings/invoicing", "Zahlungsziel in Tagen"]
        ] as const) {
          for (const one of [visitor, member]) {
            const headers = { "accept-language": "de" }
            const body = await (await one.once("GET", path, { headers })).text()
            assert.include(body, text)
            assert.strictEqual(/<button[^>]*>Speichern/.test(body), one === visitor, path)
          }
        }
      })
    })
  )
})

layer(warned)("with a processor that money is not safe with", (it) => {
  it.effect("the page warns of it", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const page = yield* Effect.promise(() => visitor.get("/settings/workspace"))
      assert.include(page.body, "can mark its invoice as paid")
    })
  )
})
