/**
 * A document is drawn once for as long as it shows the same, in the storage of tests and in a
 * database. For each part of what is drawn there is a change here, after which the file is another
 * one.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { InvoiceDocuments } from "../../../../src/app/invoices/documents/InvoiceDocuments.ts"
import { InvoiceViews } from "../../../../src/app/invoices/InvoiceViews.ts"
import { PaymentLinks } from "../../../../src/app/PaymentLinks.ts"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { PdfRenderer } from "../../../../src/app/ports/invoices/PdfRenderer.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import * as Invoice from "../../../../src/domain/invoices/Invoice.ts"
import { reviseInvoice } from "../../../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoicePatch } from "../../../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import type { Language } from "../../../../src/domain/text/Language.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { type PdfInput, toPdfInput } from "../../../../src/infra/pdf/invoice/PdfInput.ts"
import { layerMemoryStorage } from "../../../../src/testing/MemoryPorts.ts"
import { PublicUrlsMemory } from "../../../../src/testing/PublicUrlsMemory.ts"
import { SignerMemory } from "../../../../src/testing/SignerMemory.ts"
import type { MemoryStore } from "../../../../src/testing/store/MemoryStore.ts"
import { WorkspaceMovesMemory } from "../../../../src/testing/workspaces/WorkspaceMovesMemory.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import { plainPng } from "../../../support/pictures.ts"
import {
  issue,
  newClient,
  newDraft,
  newProject,
  newWorkspace,
  now
} from "../../../support/records.ts"
import { layerPglite, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"

type Ports = Exclude<Layer.Success<typeof layerMemoryStorage>, MemoryStore>

class Drawings extends Context.Service<Drawings, { count: number }>()("test/Drawings") {}

/** Draws as a text of all that a drawing is given. */
const layerRenderer = Layer.effect(
  PdfRenderer,
  Effect.map(Drawings, (drawings) =>
    PdfRenderer.of({
      warnings: () => Effect.succeed([]),
      statement: () => Effect.die("no statement is drawn"),
      invoice: (document) =>
        Effect.sync(() => {
          drawings.count += 1
          return new TextEncoder().encode(JSON.stringify(toPdfInput(document)))
        })
    })
  )
)

const layerDocuments = InvoiceDocuments.layer.pipe(
  Layer.provideMerge(InvoiceViews.layer),
  Layer.provide(Layer.provide(PaymentLinks.layer, WorkspaceMovesMemory)),
  Layer.provideMerge(layerRenderer),
  Layer.provideMerge(Layer.sync(Drawings, () => ({ count: 0 }))),
  Layer.provide(Layer.mergeAll(SignerMemory, PublicUrlsMemory))
)

const unbranded = { legalName: null, addressText: null, vatId: null, email: null, colour: null }
const farOff = CalendarDate.make("9999-01-01")

/** A draft with all that a document may show, of a workspace of its own. */
const newInvoice = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  const input = { projectId: project.id, notes: "n", dueDate: farOff }
  const draft = yield* newDraft(workspace.id, client.id, input)
  return { workspace, client, project, draft }
})
type Fixture = Effect.Success<typeof newInvoice>

const sentOf = Effect.fnUntraced(function* ({ draft }: Fixture) {
  const sent = Invoice.send(draft, issue, now)
  if (sent.status !== "sent") return assert.fail("an invoice over nothing")
  yield* (yield* each(InvoiceRepository)).save(sent, "draft")
  return sent
})

/** The subject of a change; a request brings the present workspace, so a change may replace it. */
interface Change {
  readonly isSent?: true
  readonly make: (
    fixture: Fixture,
    sent: Invoice.SentInvoice | null
  ) => Effect.Effect<Workspace | undefined, never, Ports>
}

const revised = (patch: InvoicePatch): Change => ({
  make: Effect.fnUntraced(function* ({ draft }) {
    // At the same moment, so that the time of a change cannot be the key.
    const changed = yield* Effect.orDie(Effect.fromResult(reviseInvoice(draft, patch, now)))
    yield* (yield* each(InvoiceRepository)).save(changed, "draft")
    return undefined
  })
})

const workspaceWith = (change: Partial<Workspace>): Change => ({
  make: ({ workspace }) => Effect.succeed(new Workspace({ ...workspace, ...change }))
})

const open = (
  make: (sent: Invoice.SentInvoice) => Effect.Effect<unknown, never, Ports>
): Change => ({
  isSent: true,
  make: (_, sent) => (sent === null ? Effect.die("not sent") : Effect.as(make(sent), undefined))
})

const paid = open((sent) => Effect.flatMap(paymentOf(sent, 100), (one) => book(sent, one)))
const credited = open((sent) =>
  Effect.flatMap(each(InvoiceRepository), (invoices) =>
    invoices.save(
      {
        ...sent,
        amountCreditedMinor: 100,
        creditNotesTotalMinor: 100,
        creditNotesNetMinor: 100
      },
      "sent"
    )
  )
)
const voided = open((sent) =>
  Effect.flatMap(each(InvoiceRepository), (invoices) =>
    invoices.save(Invoice.becomeVoid(sent, null, now), "sent")
  )
)
const overdue = open((sent) =>
  Effect.flatMap(each(InvoiceRepository), (invoices) =>
    invoices.save(Invoice.becomeOverdue(sent), "sent")
  )
)
const relinked = open((sent) =>
  Effect.flatMap(each(InvoiceRepository), (invoices) =>
    invoices.save(Invoice.replacePaymentLink(sent, "00112233445566ff", now), "sent")
  )
)
const renamedClient: Change = {
  make: Effect.fnUntraced(function* ({ client }) {
    yield* (yield* each(ClientRepository)).save({ ...client, name: "Ada King" })
    return undefined
  })
}
const speaking = (language: Language): Change => ({
  make: Effect.fnUntraced(function* ({ client }) {
    yield* (yield* each(ClientRepository)).save({ ...client, language })
    return undefined
  })
})
const renamedProject: Change = {
  make: Effect.fnUntraced(function* ({ project }) {
    yield* (yield* each(ProjectRepository)).save({ ...project, name: "Shop" })
    return undefined
  })
}
const newLogo: Change = {
  make: Effect.fnUntraced(function* ({ workspace }) {
    const workspaces = yield* each(WorkspaceRepository)
    yield* workspaces.saveLogo(workspace.id, { type: "image/png", bytes: plainPng(3) })
    return (yield* workspaces.find(workspace.id)) ?? undefined
  })
}

type Fixed = "number" | "createdAt" | "attachment" | "title" | "corrects" | "ofInvoice"

/**
 * By what is drawn; number, title and day of creation never change, and only a mailed file has
 * more.
 */
const changes: Readonly<Record<Exclude<keyof PdfInput, Fixed>, ReadonlyArray<Change>>> = {
  agency: [
    workspaceWith({ name: "Other", ...unbranded }),
    workspaceWith({ ...unbranded, colour: "#123456" }),
    newLogo
  ],
  // The client has a language of its own, which decides the locale too.
  language: [speaking("fr")],
  locale: [speaking("de")],
  recipientLines: [renamedClient],
  mark: [voided],
  issueDate: [revised({ issueDate: CalendarDate.make("2026-03-09") })],
  dueDate: [revised({ dueDate: CalendarDate.make("9999-01-02") })],
  currency: [revised({ currency: CurrencyCode.make("CHF") })],
  projectName: [renamedProject, revised({ projectId: null })],
  lineItems: [revised({ lineItems: [{ description: "Other", quantity: 1, unitPriceMinor: 5 }] })],
  subtotalMinor: [
    revised({ lineItems: [{ description: "Work", quantity: 2, unitPriceMinor: 5 }] })
  ],
  discountMinor: [revised({ discountMinor: 7 })],
  taxRate: [revised({ taxRate: 0.07 })],
  taxCategory: [revised({ taxCategory: "AE" })],
  taxes: [revised({ taxCategory: "AE", exemptionReason: "Article 196" })],
  buyerReference: [revised({ buyerReference: "04011000-1234512345-06" })],
  purchaseOrder: [revised({ purchaseOrder: "PO 7" })],
  contractReference: [revised({ contractReference: "C 7" })],
  buyerAccountingReference: [revised({ buyerAccountingReference: "K 7" })],
  deliveryDate: [revised({ deliveryDate: CalendarDate.make("2026-03-09") })],
  servicePeriod: [
    revised({
      servicePeriod: {
        start: CalendarDate.make("2026-02-01"),
        end: CalendarDate.make("2026-02-28")
      }
    })
  ],
  totalMinor: [revised({ discountMinor: 9 })],
  state: [overdue],
  payments: [paid],
  amountCreditedMinor: [credited],
  amountDueMinor: [paid, credited, voided],
  notes: [revised({ notes: null })],
  paymentUrl: [relinked, voided]
}

const readByState = Effect.fnUntraced(function* (workspace: Workspace, { draft }: Fixture) {
  const documents = yield* InvoiceDocuments
  return yield* documents.file(workspace, yield* documents.state(workspace, draft.id))
})

const readAtOnce = Effect.fnUntraced(function* (workspace: Workspace, { draft }: Fixture) {
  const { current } = yield* InvoiceDocuments
  const { number, bytes } = yield* current(workspace, draft.id)
  assert.strictEqual(number, draft.number)
  return bytes
}, Effect.orDie)

const shownIn = (file: Uint8Array): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(file))

const run = <E>(name: string, storage: Layer.Layer<Ports, E>, read: typeof readByState) =>
  layer(layerDocuments.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
    `documents that are kept, ${name}`,
    (it) => {
      it.effect("are drawn again after a change of anything that they show, and once then", () =>
        Effect.gen(function* () {
          const drawings = yield* Drawings
          for (const [part, each] of Object.entries(changes)) {
            for (const { isSent, make } of each) {
              const fixture = yield* newInvoice
              const sent = isSent === true ? yield* sentOf(fixture) : null
              const before = yield* read(fixture.workspace, fixture)
              const count = drawings.count
              assert.strictEqual(yield* read(fixture.workspace, fixture), before)
              assert.strictEqual(drawings.count, count, "nothing changed")
              const workspace = (yield* make(fixture, sent)) ?? fixture.workspace
              const after = yield* read(workspace, fixture)
              assert.notDeepEqual(shownIn(after)[part], shownIn(before)[part], part)
              assert.strictEqual(yield* read(workspace, fixture), after)
              assert.strictEqual(drawings.count, count + 1, part)
            }
          }
        })
      )

      it.effect("are kept as what they show, not as what was asked for before it changed", () =>
        Effect.gen(function* () {
          const drawings = yield* Drawings
          const documents = yield* InvoiceDocuments
          const fixture = yield* newInvoice
          const { workspace, draft } = fixture
          const stale = yield* documents.state(workspace, draft.id)
          yield* revised({ notes: "new" }).make(fixture, null)
          const file = yield* documents.file(workspace, stale)
          assert.strictEqual(shownIn(file)["notes"], "new")
          const count = drawings.count
          assert.strictEqual(yield* read(workspace, fixture), file)
          assert.strictEqual(drawings.count, count)
          yield* documents.file(workspace, stale)
          assert.strictEqual(drawings.count, count + 1, "the stale one keeps nothing")
        })
      )

      it.effect("of what was sent show nothing of later settings, client and project", () =>
        Effect.gen(function* () {
          const fixture = yield* newInvoice
          yield* sentOf(fixture)
          const before = yield* read(fixture.workspace, fixture)
          yield* renamedClient.make(fixture, null)
          yield* renamedProject.make(fixture, null)
          const drawings = yield* Drawings
          const count = drawings.count
          assert.strictEqual(yield* read(fixture.workspace, fixture), before)
          assert.strictEqual(drawings.count, count)
          const other = new Workspace({ ...fixture.workspace, locale: "fr" })
          assert.deepStrictEqual(yield* read(other, fixture), before)
        })
      )
    }
  )

run("memory, by their state", layerMemoryStorage, readByState)
run("memory, at once", layerMemoryStorage, readAtOnce)
run("PGlite, by their state", onDatabase(layerPglite), readByState)
run("PGlite, at once", onDatabase(layerPglite), readAtOnce)

/** The reads of invoices, in order. */
class Reads extends Context.Service<Reads, string[]>()("test/Reads") {}

const layerReads = Layer.effect(
  InvoiceRepository,
  Effect.gen(function* () {
    const reads = yield* Reads
    const { view, documentState, ...others } = yield* InvoiceRepository
    const note = (read: string) => Effect.sync(() => reads.push(read))
    return InvoiceRepository.of({
      ...others,
      view: (...of) => Effect.andThen(note("view"), view(...of)),
      documentState: (...of) => Effect.andThen(note("state"), documentState(...of))
    })
  })
).pipe(Layer.provideMerge(Layer.sync(Reads, () => [])))

layer(layerDocuments.pipe(Layer.provideMerge(layerReads), Layer.provideMerge(layerMemoryStorage)), {
  excludeTestServices: true
})("documents", (it) => {
  it.effect("are read at once where none was drawn, and by their state from then on", () =>
    Effect.gen(function* () {
      const reads = yield* Reads
      const fixture = yield* newInvoice
      const { workspace } = fixture
      yield* readAtOnce(workspace, fixture)
      assert.deepStrictEqual(reads.splice(0), ["view"])
      yield* readAtOnce(workspace, fixture)
      assert.deepStrictEqual(reads.splice(0), ["state"])
      yield* revised({ notes: "new" }).make(fixture, null)
      assert.strictEqual(shownIn(yield* readAtOnce(workspace, fixture))["notes"], "new")
      assert.deepStrictEqual(reads.splice(0), ["state", "view"])
    })
  )
})
