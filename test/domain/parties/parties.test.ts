/** Identifiers of sellers and buyers: which are taken, in which form, and what is said of others. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { BankAccountInput, spacedIban } from "../../../src/domain/parties/BankAccount.ts"
import {
  ContactInput,
  ElectronicAddressInput,
  leitwegWarning,
  RegistrationInput
} from "../../../src/domain/parties/Party.ts"
import { VatId, vatCountryOf } from "../../../src/domain/parties/VatId.ts"

const takes = (schema: Schema.Codec<unknown>) => Schema.is(Schema.toEncoded(schema))

describe("a VAT id", () => {
  const good = `ATU12345678 BE0123456789 BG123456789 BG1234567890 CHE123456789 CHE123456789MWST
    CY12345678X CZ12345678 CZ1234567890 DE123456789 DK12345678 EE123456789 EL123456789 ESX1234567X
    ES12345678Z FI12345678 FR12345678901 FRXX123456789 GB123456789 GB123456789012 GBGD123 HR12345678901
    HU12345678 IE1234567WA IE1A12345B IT12345678901 LT123456789 LT123456789012 LU12345678 LV12345678901
    MT12345678 NL123456789B01 NO123456789MVA PL1234567890 PT123456789 RO12 RO1234567890 SE123456789012
    SI12345678 SK1234567890 XI123456789 US12 AU51824753556`.split(/\s+/)
  const bad = `DE1 DE12345678 DE1234567890 DEX23456789 123456789 ZZ123456789 GR123456789 AT12345678
    BE2123456789 FRO0123456789 IT123 NL123456789 XX US1 DE INVOICE`.split(/\s+/)

  it.each(good)("%s is taken as it is", (text) => {
    assert.strictEqual(Schema.decodeSync(VatId)(text), text)
  })
  it.each(bad)("%s is refused", (text) => {
    assert.isFalse(takes(VatId)(text))
  })
  it("is stored without blanks, dots and dashes, in upper case", () => {
    assert.strictEqual(Schema.decodeSync(VatId)(" de 123.456-789"), "DE123456789")
  })
  it("names its country", () => {
    const countries = { DE123456789: "DE", EL123456789: "GR", XI123456789: "GB" }
    for (const [id, country] of Object.entries(countries)) {
      assert.strictEqual(vatCountryOf(id), country)
    }
  })
})

describe("a bank account", () => {
  // The samples of SWIFT's registry.
  const good = `DE89370400440532013000 GB29NWBK60161331926819 FR1420041010050500013M02606
    NO9386011117947 MT84MALT011000012345MTLCAST001S BE68539007547034 CH9300762011623852957
    ES9121000418450200051332 AT611904300234573201 NL91ABNA0417164300`.split(/\s+/)
  const bad = `DE88370400440532013000 DE8937040044053201300 DE893704004405320130000 US12345678901234
    GB29NWBK6016133192681A DE89-3704-0044-0532-0130-00 x`.split(/\s+/)
  const is = takes(BankAccountInput)

  it.each(good)("has the IBAN %s", (iban) => assert.isTrue(is({ iban })))
  it.each(bad)("has not %s", (iban) => assert.isFalse(is({ iban })))

  it("is stored without blanks and shown in groups of four", () => {
    const { iban, bic } = Schema.decodeSync(BankAccountInput)({
      iban: "de89 3704 0044 0532 0130 00",
      bic: "cobadeff xxx"
    })
    assert.deepStrictEqual([iban, bic], ["DE89370400440532013000", "COBADEFFXXX"])
    assert.strictEqual(spacedIban(iban), "DE89 3704 0044 0532 0130 00")
    assert.strictEqual(spacedIban("NO9386011117947"), "NO93 8601 1117 947")
  })
  it("has a BIC of 8 or 11 characters", () => {
    const iban = "DE89370400440532013000"
    for (const bic of ["COBADEFF", "COBADEFFXXX"]) assert.isTrue(is({ iban, bic }))
    for (const bic of ["COBADEF", "COBADEFFX", "C0BADEFF", ""]) assert.isFalse(is({ iban, bic }))
  })
})

describe("an identifier of a scheme", () => {
  const good = [
    ["0002", "732829320"],
    ["0007", "5560360793"],
    ["0009", "73282932000074"],
    ["0009", "35600000000048"],
    ["0088", "4000001123452"],
    ["0096", "1234567890"],
    ["0106", "any text"],
    ["0151", "51824753556"],
    ["0184", "DK12345678"],
    ["0192", "974760673"],
    ["0198", "DK12345678"],
    ["0204", "04011000-12345-34"],
    ["0208", "0202239951"],
    ["9930", "DE123456789"],
    ["EM", "in@x.example"]
  ] as const
  const bad = [
    ["0002", "732829321"],
    ["0007", "5560360794"],
    ["0009", "73282932000075"],
    ["0088", "4000001123453"],
    ["0088", "400000112345"],
    ["0151", "51824753557"],
    ["0184", "1234567"],
    ["0192", "974760674"],
    ["0208", "0202239952"],
    ["9930", "123456789"],
    ["EM", "not an address"],
    ["0001", "1"],
    ["9999", "1"],
    ["em", "in@x.example"],
    ["0106", ""],
    ["0106", "line\nfeed"]
  ] as const
  const is = takes(ElectronicAddressInput)

  it.each(good)("%s has %s", (scheme, id) => assert.isTrue(is({ scheme, id })))
  it.each(bad)("%s has not %s", (scheme, id) => assert.isFalse(is({ scheme, id })))

  it("of a register is of ISO 6523, or has none", () => {
    const takesRegistration = takes(RegistrationInput)
    for (const scheme of ["0003", "0248", null]) {
      assert.isTrue(takesRegistration({ scheme, id: "HRB 12345 B" }), String(scheme))
    }
    for (const scheme of ["0001", "0092", "0103", "0181", "0182", "0249", "9930", "EM", "2", ""]) {
      assert.isFalse(takesRegistration({ scheme, id: "1" }), scheme)
    }
    assert.isTrue(takesRegistration({ id: "HRB 1" }))
    assert.isFalse(takesRegistration({ scheme: "0002", id: "123456789" }))
  })
})

describe("a contact", () => {
  it("has a phone number of at least three digits, where it has one", () => {
    const is = takes(ContactInput)
    for (const phone of ["+49 30 1", "112", null]) assert.isTrue(is({ phone }), String(phone))
    for (const phone of ["12", "phone", ""]) assert.isFalse(is({ phone }), phone)
    assert.isFalse(is({ email: "x" }))
    assert.isTrue(is({}))
  })
})

describe("a Leitweg-ID", () => {
  it("with wrong check digits gets a warning, and other references none", () => {
    for (const good of ["04011000-1234512345-06", "PO 4711", "991-not-one", "12-34-5"]) {
      assert.isUndefined(leitwegWarning(good), good)
    }
    assert.include(leitwegWarning("04011000-1234512345-07") ?? "", "check digits")
  })
})
