/** E-invoices: the problems by path, escaping, and figures that add up in the text of the XML. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import {
  type EInvoiceModel,
  type XmlFormat,
  xmlFormats
} from "../../../src/domain/einvoice/EInvoice.ts"
import { writeEInvoice } from "../../../src/domain/einvoice/EInvoiceXml.ts"
import { problemsOf } from "../../../src/domain/einvoice/Problems.ts"
import { allCases, anyEInvoice } from "../../support/anyEInvoice.ts"
import { faults, unwritable } from "../../support/eInvoiceFaults.ts"
import { cases, eInvoice } from "../../support/eInvoices.ts"

const write = (format: XmlFormat, invoice: EInvoiceModel): string =>
  Result.getOrThrowWith(
    writeEInvoice(format, invoice),
    (problems) => new Error(JSON.stringify(problems))
  )

/** The texts of an element, in order. */
const texts = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(
    ([, text = ""]) => text
  )
const cents = (text: string | undefined): number => {
  assert.match(text ?? "", /^-?\d+\.\d\d$/)
  return Number(text?.replace(".", ""))
}
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)
const standard = cases["standard"]
if (standard === undefined) throw new Error("there is no standard case")

describe("the problems of a format", () => {
  it.each([...faults])("%s", (_name, { format, invoice, path }) => {
    assert.include(
      problemsOf(format, invoice).map((problem) => problem.path),
      path
    )
    assert.isTrue(Result.isFailure(writeEInvoice(format, invoice)))
  })

  it.each(unwritable)("%s in every format", (path, invoice) => {
    for (const format of xmlFormats) {
      assert.deepStrictEqual(
        problemsOf(format, invoice).map((problem) => problem.path),
        [path]
      )
      assert.isTrue(Result.isFailure(writeEInvoice(format, invoice)))
    }
  })

  it.each([...allCases])("none of the case %s", (_name, invoice) => {
    for (const format of xmlFormats) assert.deepStrictEqual(problemsOf(format, invoice), [])
  })

  it("only those of XRechnung or Peppol keep a plain document", () => {
    const bare: EInvoiceModel = {
      ...standard,
      buyerReference: null,
      seller: { ...standard.seller, electronicAddress: null, contact: null },
      buyer: { ...standard.buyer, electronicAddress: null }
    }
    assert.deepStrictEqual(problemsOf("cii", bare), [])
    assert.deepStrictEqual(
      problemsOf("xrechnung", bare).map(({ path }) => path),
      [
        "workspace.contact.name",
        "workspace.contact.phone",
        "workspace.contact.email",
        "client.buyer_reference",
        "workspace.electronic_address"
      ]
    )
  })
})

describe("the XML", () => {
  it("adds up to the cent, in every syntax", () => {
    fc.assert(
      fc.property(anyEInvoice, (invoice) => {
        const ubl = write("ubl", invoice)
        const total = /<cac:LegalMonetaryTotal>.*/.exec(ubl)?.[0] ?? ""
        const amount = (name: string, within = total) => cents(texts(within, `cbc:${name}`)[0])
        const net = amount("TaxExclusiveAmount")
        const tax = amount("TaxAmount", ubl)
        const bases = texts(ubl, "cbc:TaxableAmount").map(cents)
        const discounts = texts(ubl, "cbc:Amount").map(cents)
        const lines = texts(
          ubl.replace(total, total.replace(/^.*?<\/cac:LegalMonetaryTotal>/, "")),
          "cbc:LineExtensionAmount"
        )
        assert.strictEqual(sum(lines.map(cents)), amount("LineExtensionAmount"))
        assert.strictEqual(amount("LineExtensionAmount") - sum(discounts), net)
        assert.strictEqual(sum(bases), net)
        assert.strictEqual(sum(texts(ubl, "cbc:TaxAmount").map(cents)), 2 * tax)
        assert.strictEqual(net + tax, amount("TaxInclusiveAmount"))
        assert.strictEqual(amount("PayableAmount"), amount("TaxInclusiveAmount"))
        const cii = write("cii", invoice)
        const same = [
          ["ram:BasisAmount", "cbc:TaxableAmount"],
          ["ram:ActualAmount", "cbc:Amount"],
          ["ram:TaxBasisTotalAmount", "cbc:TaxExclusiveAmount"],
          ["ram:GrandTotalAmount", "cbc:TaxInclusiveAmount"],
          ["ram:DuePayableAmount", "cbc:PayableAmount"]
        ] as const
        for (const [ours, theirs] of same) {
          assert.deepStrictEqual(texts(cii, ours), texts(ubl, theirs))
        }
      })
    )
  })

  it("has nothing but the declared texts between its tags", () => {
    const note = `<a href="x">&amp;</a> ]]> \u0000\u001f\ud800 \ufffe é\n\u{1f600}`
    for (const format of xmlFormats) {
      const xml = write(format, { ...standard, note })
      const escaped =
        "&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt; ]]&gt; \ufffd\ufffd\ufffd \ufffd é\n\u{1f600}"
      assert.include(texts(xml, format === "cii" ? "ram:Content" : "cbc:Note"), escaped)
    }
  })

  it("has no empty element where a text is missing or blank", () => {
    const { address } = standard.buyer
    const blank = address && { ...address, state: " ", line2: "" }
    const invoice = { ...standard, note: "", buyer: { ...standard.buyer, address: blank } }
    for (const format of xmlFormats) {
      const xml = write(format, invoice)
      assert.notMatch(xml.replace("<ram:ApplicableHeaderTradeDelivery>", ""), /<(\S+)[^>]*><\/\1>/)
    }
  })

  it("has the category O without VAT ids and without rates of lines", () => {
    const outside = cases["out of scope"]
    assert.isDefined(outside)
    for (const format of xmlFormats) {
      const xml = write(format, outside)
      assert.notInclude(xml, "DE123456788</cbc:CompanyID>")
      assert.notInclude(xml, 'schemeID="VA"')
      assert.strictEqual(xml.match(/Percent>/g)?.length, 2)
    }
  })

  it("gives a deduction a negative quantity and a positive price", () => {
    const invoice = eInvoice([
      { quantity: 2, price: 10_000, category: "S", rate: 0.19 },
      { quantity: 1.5, price: -999, category: "S", rate: 0.19 }
    ])
    const ubl = write("ubl", invoice)
    assert.deepStrictEqual(texts(ubl, "cbc:InvoicedQuantity"), ["2", "-1.5"])
    assert.deepStrictEqual(texts(ubl, "cbc:PriceAmount"), ["100.00", "9.99"])
    assert.deepStrictEqual(texts(write("cii", invoice), "ram:ChargeAmount"), ["100.00", "9.99"])
  })

  it("writes rates of six decimals exactly", () => {
    const invoice = eInvoice([{ quantity: 1, price: 100, category: "S", rate: 0.099755 }])
    assert.deepStrictEqual(texts(write("cii", invoice), "ram:RateApplicablePercent"), [
      "9.9755",
      "9.9755"
    ])
  })
})
