/**
 * The official judges accept what the writers of e-invoices write, and refuse the documents that
 * the problems of a format prevent.
 */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll } from "vitest"
import { ciiOf } from "../../src/domain/einvoice/Cii.ts"
import {
  type EInvoiceModel,
  type TaxedLine,
  type XmlFormat,
  xmlFormats
} from "../../src/domain/einvoice/EInvoice.ts"
import { writeEInvoice } from "../../src/domain/einvoice/EInvoiceXml.ts"
import { ublOf } from "../../src/domain/einvoice/Ubl.ts"
import { allCases, anyEInvoice } from "../support/anyEInvoice.ts"
import { faults } from "../support/eInvoiceFaults.ts"
import {
  describeJudged,
  judge,
  passes,
  printVerdicts,
  summary,
  type Verdict
} from "../support/judges.ts"

const expected: Readonly<Record<XmlFormat, string>> = {
  cii: passes("en16931"),
  ubl: passes("en16931"),
  xrechnung: passes("en16931", "xrechnung"),
  peppol: passes("en16931", "peppol")
}

const write = (format: XmlFormat, invoice: EInvoiceModel): string =>
  Result.getOrThrowWith(
    writeEInvoice(format, invoice),
    (problems) => new Error(`${format}: ${JSON.stringify(problems)}`)
  )

/** The document that the problems of a format would prevent. */
const writeAnyway = (format: XmlFormat, invoice: EInvoiceModel): string => {
  const { seller, buyer } = invoice
  const { address } = seller
  if (address === null || buyer.address === null) throw new Error("no address")
  const lines = invoice.lines.filter((line): line is TaxedLine => line.tax !== null)
  const writable = {
    ...invoice,
    lines,
    seller: { ...seller, address },
    buyer: { ...buyer, address: buyer.address }
  }
  return format === "cii" ? ciiOf(writable) : ublOf(writable, format)
}

const random = fc.sample(anyEInvoice, { numRuns: 200, seed: 7 })

describeJudged("the judges of e-invoices", () => {
  let verdicts: ReadonlyMap<string, ReadonlyArray<Verdict>>
  const documents = new Map<string, string>()
  beforeAll(async () => {
    for (const format of xmlFormats) {
      for (const [name, invoice] of allCases)
        documents.set(`${name}.${format}`, write(format, invoice))
      for (const [index, invoice] of random.entries()) {
        documents.set(`${index}.${format}`, write(format, invoice))
      }
    }
    for (const [name, { format, invoice }] of faults) {
      documents.set(name, writeAnyway(format, invoice))
    }
    verdicts = await judge(Object.fromEntries(documents))
  })

  const problems = (name: string) =>
    `${name} ${JSON.stringify(verdicts.get(name)?.flatMap(({ errors }) => errors))}\n` +
    `${documents.get(name)}`

  const accepted = (names: Iterable<string>, format: XmlFormat): number =>
    [...names].filter((name) => summary(verdicts.get(`${name}.${format}`)) === expected[format])
      .length
  const broken = (name: string) =>
    verdicts.get(name)?.flatMap(({ errors }) => errors.map(({ id }) => id)) ?? []

  afterAll(() => {
    const indices = random.map((_, index) => String(index))
    printVerdicts(
      ["case", ...xmlFormats],
      [
        ...[...allCases.keys()].map((name) => [
          name,
          ...xmlFormats.map((format) => summary(verdicts.get(`${name}.${format}`)))
        ]),
        [
          "random",
          ...xmlFormats.map((format) => `${accepted(indices, format)} of ${random.length}`)
        ]
      ]
    )
    printVerdicts(
      ["fault", "refused by"],
      [...faults.keys()].map((name) => [name, [...new Set(broken(name))].join(" ")])
    )
  })

  it.each(xmlFormats)("accept every case as %s", (format) => {
    for (const name of allCases.keys()) {
      const file = `${name}.${format}`
      assert.strictEqual(summary(verdicts.get(file)), expected[format], problems(file))
    }
  })

  it.each(xmlFormats)("accept 200 random invoices and credit notes as %s", (format) => {
    for (const index of random.keys()) {
      const file = `${index}.${format}`
      assert.strictEqual(summary(verdicts.get(file)), expected[format], problems(file))
    }
  })

  it.each([...faults])("refuse what the problems prevent: %s", (name, { rule }) => {
    const rules = broken(name)
    assert.isTrue(
      rules.some((id) => id.startsWith(rule)),
      rules.join(" ")
    )
  })
})
