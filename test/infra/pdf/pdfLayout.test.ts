/**
 * The layout of a document: unbroken lines, sums carried over pages, taxes, payments, the invoice's
 * state.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { type InvoiceDocument, PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { PaymentId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { formatsOf } from "../../../src/domain/money/Formats.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { PdfRendererThreads } from "../../../src/infra/pdf/PdfRendererThreads.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { fullDocument } from "../../support/fullDocument.ts"
import { sampleDocument as sample } from "../../support/invoiceDocument.ts"
import { type Placed, pdfItems } from "../../support/pdf.ts"
import { lineOf } from "../../support/views.ts"

const itemsOf = Effect.fnUntraced(function* (document: InvoiceDocument) {
  const bytes = yield* (yield* PdfRenderer).invoice(document)
  const pages = yield* Effect.promise(() => pdfItems(bytes))
  return pages.map((items) => items.filter(({ text }) => text.trim() !== ""))
})

/** The texts of each row, from left to right, from the top down. */
const rowsOf = (items: ReadonlyArray<Placed>): ReadonlyArray<string> => {
  const rows = new Map<number, Placed[]>()
  for (const item of items) {
    const y = Math.round(item.y)
    rows.set(y, [...(rows.get(y) ?? []), item])
  }
  return [...rows]
    .sort(([a], [b]) => b - a)
    .map(([, row]) =>
      row
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(" ")
    )
}
const allRows = (document: InvoiceDocument) =>
  Effect.map(itemsOf(document), (pages) => pages.map(rowsOf))

const line = (description: string, totalMinor = 100) => lineOf(description, 1, totalMinor)
/** So many lines, each marked at its first and its last row. */
const marked = (count: number, rows: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => {
    const between = Array.from({ length: rows(index) - 2 }, () => "and so on")
    return line([`from${index}!`, ...between, `to${index}!`].join("\n"), 100 + index)
  })
const pageWith = (pages: ReadonlyArray<ReadonlyArray<string>>, text: string): number =>
  pages.findIndex((rows) => rows.some((row) => row.includes(text)))

const payment = (amountMinor: number, paidAt: string, method: string | null) => {
  const { id, currency } = sample().invoice
  return {
    id: PaymentId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901"),
    workspaceId: sample().workspace.id,
    invoiceId: id,
    amountMinor,
    currency,
    paidAt: DateTime.makeUnsafe(paidAt),
    method,
    reference: null,
    processorReference: null,
    creditId: null,
    collected: true,
    reverses: null,
    reason: null,
    createdAt: DateTime.makeUnsafe(paidAt)
  }
}

layer(PdfRendererThreads(null), { excludeTestServices: true })("layout of documents", (it) => {
  it.effect("labels stand on the baseline of their values, and what is due in one line", () =>
    Effect.gen(function* () {
      for (const [language, locale] of [
        ["en", "en-GB"],
        ["de", "de-DE"],
        ["fr", "fr-FR"],
        ["es", "es-ES"]
      ] as const) {
        const { document: words } = wordsIn(language)
        const change = { totalMinor: 123_456_789, dueDate: CalendarDate.make("2026-09-30") }
        const [items = []] = yield* itemsOf(fullDocument({ language, locale, change }))
        const heightOf = (part: string) => items.find(({ text }) => text.includes(part))?.y
        assert.strictEqual(heightOf(words.purchaseOrder), heightOf("PO-4711"), language)
        const { amount, longDate } = formatsOf(locale)
        const due = amount(123_456_789, CurrencyCode.make("EUR")).replace(/\s/g, " ")
        const titled = items.filter(({ text }) => text.replace(/\s/g, " ").startsWith(due))
        const day = longDate(change.dueDate).split(" ").at(-1) ?? ""
        assert.include(titled[0]?.text, day, language)
      }
    })
  )

  it.effect("a line that fits on a page is on one page", () =>
    Effect.gen(function* () {
      const lineItems = marked(40, (index) => 2 + ((index * 7) % 30))
      const pages = yield* allRows(sample({ lineItems }))
      assert.isAbove(pages.length, 5)
      for (const index of lineItems.keys()) {
        const page = pageWith(pages, `from${index}!`)
        assert.isAtLeast(page, 0)
        assert.strictEqual(pageWith(pages, `to${index}!`), page, `line ${index}`)
      }
    })
  )

  it.effect("a line longer than a page goes over pages, with all of its text", () =>
    Effect.gen(function* () {
      const lineItems = [line("first"), ...marked(1, () => 120), line("last")]
      const pages = yield* allRows(sample({ lineItems }))
      assert.strictEqual(pageWith(pages, "from0!"), 0)
      assert.strictEqual(pageWith(pages, "to0!"), 2)
      assert.lengthOf(
        pages.flat().filter((row) => row.startsWith("and so on")),
        118
      )
    })
  )

  it.effect("a long text in dotted letters has each outline once", () =>
    Effect.gen(function* () {
      // The font draws the dots of these letters as separate glyphs.
      const letters = "بتثجخذزشضظغفقنيةؤئأإ"
      const long = Array.from({ length: 2000 }, (_, at) => letters[(at * at + at) % letters.length])
      const lineItems = Array.from({ length: 10 }, () => line(long.join("")))
      const bytes = yield* Effect.flatMap(PdfRenderer, ({ invoice }) =>
        invoice(sample({ lineItems }))
      )
      // Inline outlines took 40 bytes a letter.
      assert.isBelow(bytes.length / 20_000, 15)
    })
  )

  it.effect("what was charged so far stands at the foot of a page and the head of the next", () =>
    Effect.gen(function* () {
      const lineItems = marked(40, (index) => 2 + (index % 4))
      const pages = yield* allRows(sample({ lineItems }))
      const euros = (minor: number) => (minor / 100).toFixed(2)
      let charged = 0
      for (const [index, rows] of pages.entries()) {
        if (index > 0) {
          assert.match(rows[0] ?? "", /^Description/)
          assert.strictEqual(rows[1], `Brought forward ${euros(charged)}`)
        }
        for (const [at, item] of lineItems.entries()) {
          if (rows.some((row) => row.startsWith(`from${at}! `))) charged += item.totalMinor
        }
        const isLast = index === pages.length - 1
        // The last row of all is the page's number.
        if (!isLast) assert.strictEqual(rows.at(-2), `Carried forward ${euros(charged)}`)
        else assert.isFalse(rows.some((row) => row.startsWith("Carried forward")))
      }
      assert.isAbove(pages.length, 2)
      assert.strictEqual(
        charged,
        lineItems.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
      )
    })
  )

  it.effect("the totals stay with the last line, whatever the number of lines", () =>
    Effect.gen(function* () {
      for (let count = 12; count <= 32; count++) {
        const lineItems = Array.from({ length: count }, (_, index) => line(`Line${index}!`))
        const pages = yield* allRows(sample({ lineItems, amountPaidMinor: 0 }))
        const last = pageWith(pages, `Line${count - 1}!`)
        for (const words of ["Subtotal", "VAT on", "Balance due"]) {
          assert.strictEqual(pageWith(pages, words), last, `${words} after ${count} lines`)
        }
      }
    })
  )

  it.effect("shows rate, base and tax in one row, and that nothing is taxed", () =>
    Effect.gen(function* () {
      const [rows = []] = yield* allRows(sample())
      assert.include(rows, "9.975% VAT on 145.00 14.47 EUR")
      const untaxed = { taxRate: null, taxMinor: 0, totalMinor: 14_500, taxes: [] }
      const [without = []] = yield* allRows(sample(untaxed))
      assert.include(without, "Not taxed –")
      const free = { rate: 0, baseMinor: 14_500, taxMinor: 0, exemptionReason: null }
      const zero = sample({ ...untaxed, taxRate: 0, taxes: [{ category: "Z", ...free }] })
      assert.include((yield* allRows(zero))[0] ?? [], "0% VAT on 145.00 0.00 EUR")
      const dinars = sample({ currency: CurrencyCode.make("KWD") })
      assert.include((yield* allRows(dinars))[0] ?? [], "9.975% VAT on 14.500 1.447 KWD")
    })
  )

  it.effect("lists what was paid, by days of the seller's zone, older payments as one sum", () =>
    Effect.gen(function* () {
      const payments = [
        payment(100, "2026-03-04T20:00:00Z", "bank_transfer"),
        payment(200, "2026-03-02T12:00:00Z", null)
      ]
      const paid = { ...sample({ amountPaidMinor: 1000 }), payments }
      const [rows = []] = yield* allRows(paid)
      const total = rows.findIndex((row) => row.startsWith("Total 159.47"))
      assert.deepStrictEqual(rows.slice(total + 1, total + 5), [
        "Paid earlier -7.00 EUR",
        "Mar 2, 2026 Paid -2.00 EUR",
        "Mar 4, 2026 Paid by bank transfer -1.00 EUR",
        "Balance due 149.47 EUR"
      ])
      const inTokyo = { ...paid, seller: { ...paid.seller, timeZone: "Asia/Tokyo" } }
      const tokyo = (yield* allRows(inTokyo)).flat()
      assert.include(tokyo, "Mar 5, 2026 Paid by bank transfer -1.00 EUR")
    })
  )

  it.effect("many payments go over pages and never leave what is due alone", () =>
    Effect.gen(function* () {
      for (let count = 20; count <= 50; count += 3) {
        const payments = Array.from({ length: count }, () =>
          payment(1, "2026-03-02T12:00:00Z", "x")
        )
        const document = { ...sample({ amountPaidMinor: count }), payments }
        const pages = yield* allRows(document)
        assert.lengthOf(
          pages.flat().filter((row) => row.includes("Paid by x")),
          count
        )
        const due = pages[pageWith(pages, "Balance due")] ?? []
        assert.isTrue(due.some((row) => row.includes("Paid by x")))
      }
    })
  )

  it.effect("says OVERDUE, and PAID with the day in the seller's zone", () =>
    Effect.gen(function* () {
      const textOf = (document: InvoiceDocument) =>
        Effect.map(allRows(document), (pages) => pages.flat().join("\n"))
      assert.notMatch(yield* textOf(sample()), /OVERDUE|PAID/)
      assert.include(yield* textOf(sample({ status: "overdue" })), "OVERDUE")
      const paidAt = DateTime.makeUnsafe("2026-03-20T23:30:00Z")
      const paid = sample({ status: "paid", amountPaidMinor: 15_947, paidAt })
      assert.include(yield* textOf(paid), "PAID Mar 20, 2026")
      const inTokyo = { ...paid, seller: { ...paid.seller, timeZone: "Asia/Tokyo" } }
      assert.include(yield* textOf(inTokyo), "PAID Mar 21, 2026")
    })
  )

  it.effect("words end before amounts begin, whatever their lengths", () =>
    Effect.gen(function* () {
      const method = "a name of a method that is longer than what is left for it"
      const lineItems = Array.from({ length: 9 }, () => line("Much", 99_999_999_999))
      const amounts = { subtotalMinor: 9e13, totalMinor: 9e13 + 1447, amountPaidMinor: 8e13 }
      const document = {
        ...sample({ lineItems, ...amounts }),
        payments: [payment(7e13, "2026-03-02T12:00:00Z", method)]
      }
      for (const items of yield* itemsOf(document)) {
        const boxes = items.map(({ x, y, width }) => ({ x, y, end: x + width }))
        for (const [index, one] of boxes.entries()) {
          for (const other of boxes.slice(index + 1)) {
            if (Math.abs(one.y - other.y) > 4) continue
            const [left, right] = one.x < other.x ? [one, other] : [other, one]
            assert.isAtMost(left.end, right.x + 0.5, `row at ${one.y}`)
          }
        }
      }
    })
  )
})
