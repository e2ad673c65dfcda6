/**
 * A document is drawn once while it shows the same, and again as soon as anything on it is
 * different.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { type InvoiceDocument, PdfRenderer } from "../../../src/app/ports/invoices/PdfRenderer.ts"
import { CountryCode } from "../../../src/domain/address/Country.ts"
import { InvoiceId, PaymentId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { PdfRendererCached } from "../../../src/infra/pdf/PdfRendererCached.ts"
import { sampleDocument, sampleWorkspace } from "../../support/invoiceDocument.ts"
import { lineOf } from "../../support/views.ts"

const other = "0190f5fe-7c00-7a00-8abc-0123456789ff"

/** A cached renderer that counts its drawings; each drawing has this many bytes. */
const counted = Effect.fnUntraced(function* (bytes = 4, most = 1024) {
  let drawn = 0
  const drawing = Layer.succeed(
    PdfRenderer,
    PdfRenderer.of({
      warnings: () => Effect.succeed([]),
      statement: () => Effect.die("no statement is drawn"),
      invoice: () =>
        Effect.sync(() => {
          drawn += 1
          return new Uint8Array(bytes).fill(drawn)
        })
    })
  )
  const context = yield* Layer.build(PdfRendererCached(drawing, most))
  const { invoice } = yield* Effect.provide(PdfRenderer, context)
  return { invoice, drawn: () => drawn }
})

const sample = sampleDocument()
const { invoice, seller, recipient } = sample
const paidAt = DateTime.makeUnsafe("2026-03-09T23:30:00Z")
const payment = {
  id: PaymentId.fromUuid(other),
  invoiceId: invoice.id,
  amountMinor: 947,
  currency: CurrencyCode.make("EUR"),
  method: "card",
  reference: null,
  workspaceId: sampleWorkspace.id,
  processorReference: null,
  creditId: null,
  collected: true,
  reverses: null,
  reason: null,
  paidAt,
  createdAt: paidAt
} as const
const paid = sampleDocument({ status: "paid", paidAt })
const png = (...bytes: ReadonlyArray<number>) =>
  ({ type: "image/png", bytes: Uint8Array.from(bytes) }) as const

const attached = (...bytes: ReadonlyArray<number>) =>
  ({ name: "factur-x.xml", profile: "EN 16931", bytes: Uint8Array.from(bytes) }) as const

const others: Readonly<Record<string, InvoiceDocument>> = {
  "the client's name": { ...sample, recipient: { ...recipient, name: "Ada King" } },
  "the client's company": { ...sample, recipient: { ...recipient, company: null } },
  "the client's address": {
    ...sample,
    recipient: {
      ...recipient,
      address: {
        line1: "2 Way",
        line2: "",
        city: "London",
        state: "",
        postalCode: "N1",
        country: CountryCode.make("GB")
      }
    }
  },
  "the seller's name": { ...sample, seller: { ...seller, name: "Other GmbH" } },
  "the seller's colour": { ...sample, seller: { ...seller, colour: "#123456" } },
  "the locale": { ...sample, seller: { ...seller, locale: "de" } },
  "the project": { ...sample, projectName: "Other" },
  "a logo": { ...sample, logo: png(1, 2, 3) },
  "another logo": { ...sample, logo: png(1, 2, 4) },
  "an e-invoice": { ...sample, attachment: attached(1, 2, 3) },
  "another e-invoice": { ...sample, attachment: attached(1, 2, 4) },
  "a payment": { ...sample, payments: [payment] },
  "a payment's method": { ...sample, payments: [{ ...payment, method: "cash" }] },
  "what was paid": sampleDocument({ amountPaidMinor: 948 }),
  "the due day has passed": sampleDocument({ status: "overdue" }),
  "a void": sampleDocument({ status: "void", processorPaymentUrl: null }),
  "a draft": sampleDocument({ status: "draft", processorPaymentUrl: null }),
  "paid in full": paid,
  "the day of the payment where the seller is": {
    ...paid,
    seller: { ...seller, timeZone: "Europe/Berlin" }
  },
  "the link": sampleDocument({ processorPaymentUrl: "https://retainer.example/pay/abd" }),
  "the due day": sampleDocument({ dueDate: CalendarDate.make("2026-03-16") }),
  "a line": sampleDocument({
    lineItems: [lineOf("Design", 1.25, 1, 1)]
  }),
  "the notes": sampleDocument({ notes: null }),
  "another invoice": sampleDocument({ id: InvoiceId.fromUuid(other) }),
  "another workspace": {
    ...sample,
    workspace: new Workspace({ ...sampleWorkspace, id: WorkspaceId.fromUuid(other) })
  }
}

describe("kept documents", () => {
  it.effect("are drawn once, whatever became of what they do not show", () =>
    Effect.gen(function* () {
      const { invoice: read, drawn } = yield* counted()
      const first = yield* read(sampleDocument())
      const delivery = { status: "failed", attempts: 9, lastError: "x" } as const
      const updatedAt = DateTime.makeUnsafe("2026-04-01T00:00:00Z")
      assert.deepStrictEqual(yield* read(sampleDocument({ delivery, updatedAt })), first)
      const branded = yield* read({ ...sample, logo: png(7, 7) })
      assert.deepStrictEqual(yield* read({ ...sample, logo: png(7, 7) }), branded)
      assert.strictEqual(drawn(), 2)
    }).pipe(Effect.scoped)
  )

  it.effect("are drawn again when anything that they show is different", () =>
    Effect.gen(function* () {
      const { invoice: read, drawn } = yield* counted()
      yield* read(sample)
      for (const [index, [what, document]] of Object.entries(others).entries()) {
        yield* read(document)
        assert.strictEqual(drawn(), index + 2, what)
      }
      // All of them fit into the cache.
      for (const document of [sample, ...Object.values(others)]) yield* read(document)
      assert.strictEqual(drawn(), Object.keys(others).length + 1)
    }).pipe(Effect.scoped)
  )

  it.effect("go when their room is used up, those first that were not read for longest", () =>
    Effect.gen(function* () {
      const { invoice: read, drawn } = yield* counted(100, 1000)
      const numbered = (index: number) => sampleDocument({ number: `INV-${index}` })
      for (let index = 0; index < 10; index++) yield* read(numbered(index))
      yield* read(numbered(0))
      assert.strictEqual(drawn(), 10)
      yield* read(numbered(10))
      yield* read(numbered(0))
      assert.strictEqual(drawn(), 11)
      yield* read(numbered(1))
      assert.strictEqual(drawn(), 12)
    }).pipe(Effect.scoped)
  )
})
