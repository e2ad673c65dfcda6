/** The workspace by API: every field, what may not be changed, and what changes with it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { CountryCode } from "../../../src/domain/address/Country.ts"
import type { WorkspaceUpdate } from "../../../src/domain/workspaces/WorkspaceResource.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send, sender } from "../../support/requests.ts"

const start = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const { apiKey, workspace } = yield* app.workspace()
  return { apiKey, workspace, call: sender(apiKey), path: "/v1/workspace" }
})

/** One of each field that may be sent: tsc demands the rest. */
const whole: Required<typeof WorkspaceUpdate.Encoded> = {
  name: "Studio",
  time_zone: "Europe/Berlin",
  locale: "de-AT",
  invoice_prefix: "RE",
  payment_terms_days: 10,
  reminder_days: [3, 7],
  legal_name: "Studio Nord GmbH",
  address: {
    line1: "Weg 1",
    line2: "Hof",
    city: "Wien",
    state: "",
    postal_code: "1010",
    country: CountryCode.make("AT")
  },
  vat_id: "ATU12345678",
  tax_number: "12 345/6789",
  registration: { scheme: null, id: "FN 123456 a" },
  legal_information: "Geschäftsführerin: Olga Owner\nSitz: Wien",
  email: "office@studio.example",
  contact: { name: "Olga Owner", phone: "+43 1 234", email: "olga@studio.example" },
  electronic_address: { scheme: "9914", id: "ATU12345678" },
  bank_account: { holder: "Studio Nord", iban: "AT611904300234573201", bic: "BKAUATWW" },
  payment_note: "2 % Skonto binnen 10 Tagen",
  colour: "#0b6b5a",
  e_invoice: "factur-x",
  default_tax_category: "S",
  default_tax_rate: 0.2,
  small_business: false
}

const refusals: ReadonlyArray<readonly [path: string, body: object]> = [
  ["id", { id: "ws_01h2xcejqtf2nbrexx3vqjhp41" }],
  ["plan", { plan: "growth" }],
  ["currency", { currency: "EUR" }],
  ["language", { language: "en" }],
  ["address_text", { address_text: null }],
  ["created_at", { created_at: "2026-01-01T00:00:00.000Z" }],
  ["updated_at", { updated_at: "2026-01-01T00:00:00.000Z" }],
  ["name", { name: null }],
  ["invoice_prefix", { invoice_prefix: "CN" }],
  ["vat_id", { vat_id: "DE12" }],
  ["registration.scheme", { registration: { scheme: "0001", id: "1" } }],
  ["registration.id", { registration: { scheme: "0002", id: "732829321" } }],
  ["electronic_address.scheme", { electronic_address: { scheme: "0000", id: "1" } }],
  ["electronic_address.id", { electronic_address: { scheme: "EM", id: "1" } }],
  ["bank_account.iban", { bank_account: { iban: "DE88370400440532013000" } }],
  ["bank_account.bic", { bank_account: { iban: "DE89370400440532013000", bic: "X" } }],
  ["contact.phone", { contact: { phone: "12" } }],
  ["contact.fax", { contact: { fax: "123" } }],
  ["address.country", { address: { ...whole.address, country: "XX" } }],
  ["payment_note", { payment_note: "x".repeat(1001) }],
  ["legal_information", { legal_information: "\u0000" }],
  ["colour", { colour: "red" }],
  ["e_invoice", { e_invoice: "pdf" }],
  ["default_tax_category", { default_tax_category: "L" }],
  ["default_tax_rate", { default_tax_rate: 0.1234567 }],
  ["default_tax_rate", { default_tax_category: "S" }],
  ["default_tax_rate", { small_business: true, default_tax_rate: 0.19 }],
  ["reminder_days[0]", { reminder_days: [366] }]
]

layer(layerRetainerMemory)("the workspace", (it) => {
  it.effect("begins with nulls, and has every field that was sent", () =>
    Effect.gen(function* () {
      const { call, path, workspace } = yield* start
      const { status, body, headers } = yield* call("GET", path)
      assert.strictEqual(status, 200)
      assert.match(headers.get("etag") ?? "", /^"/)
      const { id, plan, currency, created_at, updated_at, ...rest } = body
      assert.strictEqual(id, workspace.id)
      const initial = yield* call("PATCH", path, {})
      assert.deepStrictEqual(initial.body, body)
      assert.strictEqual(rest.language, "en")
      assert.deepInclude(rest, {
        address: null,
        address_text: null,
        vat_id: null,
        registration: null
      })
      assert.deepInclude(rest, { e_invoice: "auto", small_business: false, default_tax_rate: null })
      yield* TestClock.adjust("1 second")
      const changed = yield* call("PATCH", path, whole)
      assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
      const read = yield* call("GET", path)
      assert.deepStrictEqual(read.body, changed.body)
      assert.notStrictEqual(read.headers.get("etag"), headers.get("etag"))
      assert.isAbove(Date.parse(read.body.updated_at), Date.parse(updated_at))
      assert.deepStrictEqual(read.body, {
        ...{ id, plan, currency, created_at },
        ...whole,
        updated_at: read.body.updated_at,
        language: "de",
        address_text: null
      })
      const audit = yield* call("GET", "/v1/audit?limit=100")
      const lines = audit.body.data.filter(
        ({ action }: { action: string }) => action === "workspace.updated"
      )
      assert.lengthOf(lines, 1)
      assert.deepNestedInclude(lines[0], {
        "before.vat_id": null,
        "after.vat_id": "ATU12345678",
        "after.bank_account.iban": "AT611904300234573201"
      })
    })
  )

  it.effect("stores identifiers in their normal form, and null clears", () =>
    Effect.gen(function* () {
      const { call, path } = yield* start
      const changed = yield* call("PATCH", path, {
        vat_id: "de 123 456 789",
        bank_account: { iban: "de89 3704 0044 0532 0130 00" }
      })
      assert.deepInclude(changed.body, {
        vat_id: "DE123456789",
        bank_account: { holder: null, iban: "DE89370400440532013000", bic: null }
      })
      const cleared = yield* call("PATCH", path, { vat_id: null, bank_account: null })
      assert.deepInclude(cleared.body, { vat_id: null, bank_account: null })
    })
  )

  it.effect.each(refusals)("refuses %s: %j", ([at, body]) =>
    Effect.gen(function* () {
      const { call, path } = yield* start
      const before = (yield* call("GET", path)).body
      const refused = yield* call("PATCH", path, body)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, at)
      assert.deepStrictEqual((yield* call("GET", path)).body, before)
    })
  )

  it.effect("keeps a value that today's rules refuse until it is itself changed", () =>
    Effect.gen(function* () {
      const { call, path, workspace } = yield* start
      yield* (yield* Workspaces).update(workspace.id, {
        vatId: "of earlier times",
        invoicePrefix: "CN",
        addressText: "Weg 1\nBerlin"
      })
      const changed = yield* call("PATCH", path, { name: "Other" })
      assert.deepInclude(changed.body, {
        name: "Other",
        vat_id: "of earlier times",
        invoice_prefix: "CN",
        address_text: "Weg 1\nBerlin"
      })
      const moved = yield* call("PATCH", path, { address: whole.address })
      assert.deepInclude(moved.body, { address: whole.address, address_text: null })
    })
  )

  it.effect("takes If-None-Match and If-Match", () =>
    Effect.gen(function* () {
      const { apiKey, call, path } = yield* start
      const tag = (yield* call("GET", path)).headers.get("etag") ?? ""
      const known = yield* send("GET", path, { key: apiKey, headers: { "if-none-match": tag } })
      assert.strictEqual(known.status, 304)
      const change = (name: string) =>
        send("PATCH", path, { key: apiKey, headers: { "if-match": tag }, body: { name } })
      assert.strictEqual((yield* change("Second")).status, 200)
      assert.strictEqual((yield* change("Third")).status, 422)
      assert.strictEqual((yield* call("GET", path)).body.name, "Second")
    })
  )

  it.effect("gives new invoices its tax, unless they name their own", () =>
    Effect.gen(function* () {
      const { call, path } = yield* start
      const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      const create = (more: object) =>
        Effect.map(
          call("POST", "/v1/invoices", {
            client_id: client.body.id,
            line_items: [{ description: "x", quantity: 1, unit_price: 1000 }],
            ...more
          }),
          ({ status, body }) =>
            status === 201
              ? [body.tax_category, body.tax_rate, body.exemption_reason, body.total]
              : body.error.message
        )
      assert.deepStrictEqual(yield* create({}), [null, null, null, 1000])
      yield* call("PATCH", path, { default_tax_rate: 0.19 })
      assert.deepStrictEqual(yield* create({}), ["S", 0.19, null, 1190])
      assert.deepStrictEqual(yield* create({ tax_rate: null }), [null, null, null, 1000])
      assert.deepStrictEqual(yield* create({ tax_rate: 0.07 }), ["S", 0.07, null, 1070])
      const small = { small_business: true, default_tax_category: null, default_tax_rate: null }
      yield* call("PATCH", path, { ...small, vat_id: "DE123456789" })
      const sentence = "Steuerfrei als Kleinunternehmer nach § 19 UStG"
      assert.deepStrictEqual(yield* create({}), ["E", 0, sentence, 1000])
      assert.deepStrictEqual(yield* create({ tax_category: "Z" }), ["Z", 0, null, 1000])
      yield* call("PATCH", path, { vat_id: "IT12345678901" })
      assert.include(yield* create({}), "exemption_reason")
      assert.deepStrictEqual(yield* create({ exemption_reason: "art. 1" }), [
        ...["E", 0, "art. 1", 1000]
      ])
    })
  )
})
