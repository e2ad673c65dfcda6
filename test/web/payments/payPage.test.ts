/**
 * The pay page: how to pay first, what was paid with its days, the seller; the receipt of a paid
 * invoice; the reason of a void one. An amount that has changed since is not paid unseen.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Language } from "../../../src/domain/text/Language.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { newAddress } from "../../support/owners.ts"
import { setUp } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const seller = {
  locale: "en-GB",
  legal_name: "Northwind GmbH",
  vat_id: "DE123456789",
  email: "hello@northwind.example",
  legal_information: "HRB 12345",
  bank_account: { holder: "Nora Nord", iban: "DE02120300000000202051", bic: "BYLADEM1001" }
}

const agency = Effect.gen(function* () {
  const setting = yield* setUp
  const { call, anyone } = setting
  yield* call("PATCH", "/v1/workspace", seller)
  const sent = Effect.fnUntraced(function* (language: Language | null, extra: object = {}) {
    const client = { name: "Ada Byron", company: "Engines & Co", email: newAddress(), language }
    const { id: client_id } = (yield* call("POST", "/v1/clients", client)).body
    const { id } = (yield* call("POST", "/v1/invoices", {
      client_id,
      currency: "EUR",
      tax_rate: 0.19,
      line_items: [
        { description: "Design", quantity: 1, unit_price: 10_000 },
        { description: "Study", quantity: 2, unit_price: 5_000, tax_rate: 0.07 }
      ],
      ...extra
    })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    const { body } = yield* call("GET", `/v1/invoices/${id}`)
    return { id, number: body.number, path: new URL(body.processor_payment_url).pathname }
  })
  const open = (path: string) => Effect.promise(() => anyone().get(path))
  return { ...setting, sent, open }
})

/** Each part stands after the one before it. */
const inOrder = (text: string, parts: ReadonlyArray<string>) => {
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    assert.isAtLeast(found, 0, part)
    at = found + part.length
  }
}

layer(layerRetainerMemory)("the pay page", (it) => {
  it.effect("amount, state, ways to pay, payments by day, lines with their rates, seller", () =>
    Effect.gen(function* () {
      const { call, sent, open } = yield* agency
      const { id, number, path } = yield* sent("en", { due_date: "2100-01-15" })
      const paid = { amount: 2_000, paid_at: "1970-01-01T00:30:00Z" }
      yield* call("POST", `/v1/invoices/${id}/payments`, paid)
      const lines = [{ line: 0, amount: 1_000 }]
      yield* call("POST", `/v1/invoices/${id}/credit_notes`, { lines, reason: "Less" })
      const body = unescapeHtml((yield* open(path)).body)
      inOrder(body, [
        `Invoice ${number}`,
        "194.10 EUR",
        "due 15 January 2100",
        "Pay 194.10 EUR",
        "Download the PDF",
        "Nora Nord",
        "DE02 1203 0000 0000 2020 51",
        "BYLADEM1001",
        "<svg",
        "Engines & Co, Ada Byron",
        "Paid 1 January",
        "-20.00 EUR",
        "Credit note CN-0001, 1 January",
        "-11.90 EUR",
        "Design",
        "19%",
        "7%",
        "226.00 EUR",
        "Northwind GmbH",
        "DE123456789",
        "HRB 12345",
        "mailto:hello@northwind.example?subject=Invoice"
      ])
      assert.notInclude(body, "style=")
    })
  )

  it.effect("another amount than the one that was shown is not paid unseen", () =>
    Effect.gen(function* () {
      const { call, anyone, sent } = yield* agency
      const { id, path } = yield* sent("en")
      const ada = anyone()
      const shown = yield* Effect.promise(() => ada.get(path))
      const pay = unescapeHtml(/href="([^"]+checkout[^"]*)"/.exec(shown.body)?.[1] ?? "")
      const card = yield* Effect.promise(() => ada.get(pay))
      assert.strictEqual(card.path, `${path}/test`)
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 2_600 })
      const late = yield* Effect.promise(async () => [
        await ada.get(pay),
        await ada.submit(card, `${path}/test`, { how: "pay" })
      ])
      for (const page of late) {
        assert.strictEqual(page.path, `${path}?changed=22600`)
        assert.include(page.body, wordsIn("en").pay.changed("200.00 EUR"))
        assert.include(page.body, "Pay 200.00 EUR")
      }
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}`)).body.amount_paid, 2_600)
      const [again] = late
      if (again === undefined) return assert.fail()
      const next = unescapeHtml(/href="([^"]+checkout[^"]*)"/.exec(again.body)?.[1] ?? "")
      const paid = yield* Effect.promise(async () =>
        ada.submit(await ada.get(next), `${path}/test`, { how: "pay" })
      )
      assert.include(paid.body, "Paid on 1 January, thank you")
      assert.notInclude(paid.body, "/checkout")
      // A note that anyone can type says nothing about a paid invoice.
      const typed = yield* Effect.promise(() => ada.get(`${path}?changed=5`))
      assert.notInclude(typed.body, "has changed")
    })
  )

  it.effect("a paid invoice has a receipt under its own number", () =>
    Effect.gen(function* () {
      const { call, anyone, sent, open } = yield* agency
      for (const language of Language.literals) {
        const words = wordsIn(language)
        const { id, number, path } = yield* sent(language)
        const before = yield* open(`${path}/receipt.pdf`)
        assert.strictEqual(before.status, 404)
        assert.notInclude((yield* open(path)).body, "receipt.pdf")
        yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 22_600 })
        const page = yield* open(path)
        assert.include(page.body, words.pay.receipt)
        const file = yield* Effect.promise(() => anyone().once("GET", `${path}/receipt.pdf`))
        assert.include(file.headers.get("content-disposition") ?? "", `${number}-receipt.pdf`)
        assert.include(yield* Effect.promise(() => file.text()), "Receipt")
        const own = yield* Effect.promise(() => anyone().once("GET", `${path}/invoice.pdf`))
        assert.notInclude(yield* Effect.promise(() => own.text()), "Receipt")
      }
    })
  )

  it.effect("a void invoice says why and whom to ask, and no more", () =>
    Effect.gen(function* () {
      const { call, sent, open } = yield* agency
      for (const language of Language.literals) {
        const words = wordsIn(language)
        const { id, number, path } = yield* sent(language)
        yield* call("POST", `/v1/invoices/${id}/void`, { reason: "Wrong <recipient>" })
        const page = yield* open(path)
        const body = unescapeHtml(page.body)
        inOrder(body, [number, words.pay.isVoid, "Wrong <recipient>", words.pay.write])
        assert.include(body, "hello@northwind.example")
        for (const hidden of ["226", "Ada", "checkout", ".pdf"]) assert.notInclude(body, hidden)
        assert.notInclude(page.body, "<recipient>")
      }
    })
  )

  it.effect("a language that is not ours has English words and its own figures", () =>
    Effect.gen(function* () {
      const { call, sent, open } = yield* agency
      yield* call("PATCH", "/v1/workspace", { locale: "pt-PT" })
      const { id, path } = yield* sent(null, { due_date: "2100-01-15" })
      const { body } = yield* open(path)
      assert.include(body, '<html lang="en">')
      assert.include(body, "due 15 de janeiro de 2100")
      assert.include(body, "Pay 226,00 EUR")
      // Later settings change nothing.
      yield* call("PATCH", "/v1/workspace", { locale: "de" })
      assert.include((yield* open(path)).body, "Pay 226,00 EUR")
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 22_600 })
      assert.include((yield* open(path)).body, "Paid on 1 de janeiro, thank you")
    })
  )
})
