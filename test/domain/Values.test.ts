/** Ids, texts, dates, currencies, secrets and the wire's names. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { addDays, CalendarDate, dayIn, startOfYear } from "../../src/domain/CalendarDate.ts"
import { countryCodes } from "../../src/domain/Country.ts"
import { CurrencyCode, currencyCodes, exponentOf, formatMinor } from "../../src/domain/Currency.ts"
import { ClientId, InvoiceId } from "../../src/domain/Ids.ts"
import { formatInvoiceNumber } from "../../src/domain/invoices/InvoiceNumber.ts"
import { formatsOf, Locale } from "../../src/domain/Locale.ts"
import { hasSecretForm, makeSecret } from "../../src/domain/people/Credential.ts"
import { EmailAddress, line, prose } from "../../src/domain/Text.ts"
import { fromWire, toWire } from "../../src/domain/Wire.ts"

describe("ids", () => {
  it.prop(
    "are TypeIDs of their uuid",
    { uuid: Schema.String.check(Schema.isUUID(7)) },
    ({ uuid }) => {
      const id = InvoiceId.fromUuid(uuid.toLowerCase())
      assert.match(id, /^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
      assert.strictEqual(InvoiceId.toUuid(id), uuid.toLowerCase())
    }
  )
  // The vectors of the TypeID specification.
  it.each([
    ["00000000-0000-0000-0000-000000000000", "00000000000000000000000000"],
    ["00000000-0000-0000-0000-000000000001", "00000000000000000000000001"],
    ["01890a5d-ac96-774b-bcce-b302099a8057", "01h455vb4pex5vsknk084sn02q"],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "7zzzzzzzzzzzzzzzzzzzzzzzzz"]
  ])("%s", (uuid, suffix) => {
    assert.strictEqual(ClientId.fromUuid(uuid), `client_${suffix}`)
    assert.strictEqual(ClientId.toUuid(ClientId.fromUuid(uuid)), uuid)
  })
  it.each([
    "client_8zzzzzzzzzzzzzzzzzzzzzzzzz",
    "inv_01h455vb4pex5vsknk084sn02q",
    "client_01H455VB4PEX5VSKNK084SN02Q",
    "client_01h455vb4pex5vsknk084sn02",
    "client_01h455vb4pex5vsknk084sn02il",
    "client_",
    ""
  ])("refuses %s", (text) => {
    assert.isTrue(Option.isNone(ClientId.parse(text)))
  })
  it.effect("ascend", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ids = yield* Effect.forEach(Array.from({ length: 500 }), () => InvoiceId.next(random))
      assert.deepStrictEqual([...ids].sort(), ids)
      assert.strictEqual(new Set(ids).size, 500)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})

describe("texts", () => {
  const is = Schema.is(line(10))
  it.each(["a", "é".repeat(10), "😀".repeat(10), "Ада"])("takes %j", (text) => {
    assert.isTrue(is(text))
  })
  it.each(["", "  ", "a\u0000", "a\nb", "a\tb", "\u007f", "a\u0085", "\ud800", "x".repeat(11)])(
    "refuses %j",
    (text) => {
      assert.isFalse(is(text))
    }
  )
  it("prose has lines and tabs, and no other control", () => {
    assert.isTrue(Schema.is(prose(20))("a\n\tb"))
    assert.isFalse(Schema.is(prose(20))("a\rb"))
    assert.isFalse(Schema.is(prose(20))("a\u001bb"))
  })
  it.each(["a@b.co", "a.b+c@sub.example.com", "o'hara@x.example", "x@müller.example"])(
    "mails to %s",
    (text) => {
      assert.isTrue(Schema.is(EmailAddress)(text))
    }
  )
  it.each([
    "a@b.co, c@d.co",
    "a@b.co;c@d.co",
    "a@b.co\r\nBcc: x@y.co",
    "<a@b.co>",
    '"a b"@c.co',
    "a b@c.co",
    "a@b",
    "@b.co",
    "a@",
    "a..b@c.co",
    ".a@c.co",
    "a@-b.co",
    "a@b..co",
    `${"x".repeat(65)}@b.co`,
    `a@${"b".repeat(250)}.co`
  ])("does not mail to %j", (text) => {
    assert.isFalse(Schema.is(EmailAddress)(text))
  })
})

describe("dates", () => {
  const is = Schema.is(CalendarDate)
  it.each(["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s", (text) => {
    assert.isTrue(is(text))
  })
  it.each([
    "2026-02-30",
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "0000-01-01",
    "2026-01-01T00:00:00Z",
    "10000-01-01",
    ""
  ])("refuses %s", (text) => {
    assert.isFalse(is(text))
  })
  it("adds days over months, leap days and the end of time", () => {
    assert.strictEqual(addDays(CalendarDate.make("2024-02-28"), 2), "2024-03-01")
    assert.strictEqual(addDays(CalendarDate.make("2026-12-31"), 1), "2027-01-01")
    assert.strictEqual(addDays(CalendarDate.make("9999-12-31"), 30), "9999-12-31")
  })
  it("is another day elsewhere", () => {
    const instant = DateTime.makeUnsafe("2026-03-01T23:30:00Z")
    assert.strictEqual(dayIn(DateTime.zoneMakeNamedUnsafe("Europe/Berlin"), instant), "2026-03-02")
    assert.strictEqual(
      dayIn(DateTime.zoneMakeNamedUnsafe("America/New_York"), instant),
      "2026-03-01"
    )
    const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
    assert.strictEqual(
      DateTime.formatIso(startOfYear(berlin, CalendarDate.make("2026-07-01"))),
      "2025-12-31T23:00:00.000Z"
    )
  })
})

describe("currencies", () => {
  it("have the exponents of ISO 4217, where Intl differs too", () => {
    const exponent = (code: string) => exponentOf(CurrencyCode.make(code))
    assert.deepStrictEqual(
      ["JPY", "USD", "KWD", "HUF", "IDR", "COP", "IQD", "ISK", "CLF", "TND"].map(exponent),
      [0, 2, 3, 2, 2, 2, 3, 0, 4, 3]
    )
    assert.isAbove(currencyCodes.length, 160)
    assert.strictEqual(countryCodes.length, 249)
  })
  it.each(["usd", "XXX", "XAU", "ABC", "US", ""])("refuses %s", (code) => {
    assert.isFalse(Schema.is(CurrencyCode)(code))
  })
  it("print their own decimals, in the forms of a locale", () => {
    const print = (minor: number, code: string, locale = "en") =>
      formatsOf(locale).money(minor, CurrencyCode.make(code))
    assert.strictEqual(print(13_200, "USD"), "132.00 USD")
    assert.strictEqual(print(1_234_567, "JPY"), "1,234,567 JPY")
    assert.strictEqual(print(-1_234_567, "KWD"), "-1,234.567 KWD")
    assert.strictEqual(print(1_234_567, "EUR", "de"), "12.345,67 EUR")
    assert.strictEqual(print(1_234_567, "EUR", "de-CH").replace("’", "'"), "12'345.67 EUR")
    // Exact where a float of the major unit is not.
    assert.strictEqual(print(99_999_999_999_999, "KWD"), "99,999,999,999.999 KWD")
    assert.strictEqual(formatMinor(5, CurrencyCode.make("USD")), "0.05")
    assert.strictEqual(formatMinor(0, CurrencyCode.make("KWD")), "0.000")
    assert.strictEqual(formatsOf("en").percent(0.09975), "9.975%")
    assert.strictEqual(formatsOf("de").quantity(1234.5678), "1.234,5678")
    assert.strictEqual(formatsOf("de").date(CalendarDate.make("2026-03-01")), "01.03.2026")
    assert.isFalse(Schema.is(Locale)("no such locale"))
    assert.isFalse(Schema.is(Locale)("xx"))
  })
})

describe("secrets", () => {
  it.effect("carry their kind and a checksum", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const secret = yield* makeSecret("rk", random)
      const text = Redacted.value(secret)
      assert.match(text, /^rk_[0-9A-Za-z]{38}$/)
      assert.isTrue(hasSecretForm("rk", secret))
      assert.isFalse(hasSecretForm("rat", secret))
      for (const at of [3, 20, 40]) {
        const typo = `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`
        assert.isFalse(hasSecretForm("rk", Redacted.make(typo)))
      }
      assert.notStrictEqual(text, Redacted.value(yield* makeSecret("rk", random)))
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})

describe("names on the wire", () => {
  it("are snake_case, with money and instants as the wire has them", () => {
    const view = {
      budgetSpentMinor: 3,
      createdAt: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z"),
      lineItems: [{ unitPriceMinor: 1, taxRate: null }],
      line1: "x"
    }
    assert.deepStrictEqual(toWire(view), {
      budget_spent: 3,
      created_at: "2026-01-02T03:04:05.678Z",
      line_items: [{ unit_price: 1, tax_rate: null }],
      line1: "x"
    })
  })
  it("come back in the words of the code", () => {
    const body = {
      client_id: "c",
      budget: 1,
      address: { postal_code: "1", line1: "x" },
      notes: null
    }
    assert.deepStrictEqual(fromWire(body), {
      clientId: "c",
      budgetMinor: 1,
      address: { postalCode: "1", line1: "x" },
      notes: null
    })
  })
  it("numbers have at least four digits", () => {
    assert.strictEqual(formatInvoiceNumber("INV", 1), "INV-0001")
    assert.strictEqual(formatInvoiceNumber("A-B", 12_345), "A-B-12345")
  })
})
