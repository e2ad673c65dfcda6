/** Credit notes in memory. */
import { Effect, Layer } from "effect"
import {
  type CreditNoteFilter,
  CreditNoteRepository
} from "../../app/ports/creditnotes/CreditNoteRepository.ts"
import {
  type CreditNoteParties,
  creditNotePrefix,
  creditNoteViewOf,
  statusOfCredit
} from "../../domain/creditnotes/CreditNote.ts"
import type { CreditedLine } from "../../domain/creditnotes/CreditNoteLines.ts"
import type {
  CreditNote,
  CreditNoteListItem,
  CreditNoteView
} from "../../domain/creditnotes/CreditNoteResource.ts"
import type { CreditNoteId, WorkspaceId } from "../../domain/Ids.ts"
import { formatInvoiceNumber, issuedOf } from "../../domain/invoices/Invoice.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { isNewestMail } from "../mail/MailRepositoryMemory.ts"
import { creditViewOf } from "../payments/CreditRepositoryMemory.ts"
import { takeNext } from "../store/Counters.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"
import { addRow, sha256Of, withRow } from "../store/Rows.ts"

const partiesOf = (state: MemoryState, { invoiceId }: CreditNote): CreditNoteParties => {
  const invoice = state.invoices.get(invoiceId)
  const recipient = invoice === undefined ? undefined : issuedOf(invoice)?.recipient
  return {
    invoiceNumber: invoice?.number ?? "",
    clientName: recipient?.name ?? "",
    clientEmail: recipient?.email ?? ""
  }
}

const documentOf = ({ sentCreditNotes }: MemoryState, { id }: CreditNote) => {
  const content = sentCreditNotes.get(id)?.content
  return content === undefined ? null : { sha256: sha256Of(content), bytes: content.length }
}

const viewOf = (state: MemoryState, note: CreditNote): CreditNoteView => {
  const credit = state.credits.find(({ id }) => id === note.creditId)
  return {
    ...creditNoteViewOf(note, partiesOf(state, note), credit?.amountMinor ?? 0),
    document: documentOf(state, note),
    status: statusOfCredit(credit && creditViewOf(state, credit))
  }
}

const listItemOf = (state: MemoryState, note: CreditNote): CreditNoteListItem => {
  const { lineItems, taxes, delivery, document, client, ...item } = viewOf(state, note)
  return { ...item, client: { id: client.id, name: client.name } }
}

/** The sums of each line. Quantities have four decimals, so their sum is rounded to as many. */
const byLine = (parts: ReadonlyArray<CreditedLine>): ReadonlyArray<CreditedLine> => {
  const sums = new Map<number, CreditedLine>()
  for (const { line, creditedQuantity, totalMinor } of parts) {
    const before = sums.get(line) ?? { creditedQuantity: 0, totalMinor: 0 }
    const quantity = Math.round((before.creditedQuantity + creditedQuantity) * 10_000) / 10_000
    sums.set(line, {
      line,
      creditedQuantity: quantity,
      totalMinor: before.totalMinor + totalMinor
    })
  }
  return [...sums.values()].sort((one, other) => one.line - other.line)
}

const matches = (note: CreditNote, filter: CreditNoteFilter): boolean => {
  const { clientId, invoiceId, from, to, ...others } = filter
  requireAllUsed(others)
  return (
    (clientId === undefined || note.clientId === clientId) &&
    (invoiceId === undefined || note.invoiceId === invoiceId) &&
    (from === undefined || note.issueDate >= from) &&
    (to === undefined || note.issueDate <= to)
  )
}

type Files = Pick<
  CreditNoteRepository["Service"],
  "insertDocument" | "findDocument" | "findXml" | "findByContent"
>

const makeFiles = (store: MemoryStore["Service"]): Files => ({
  insertDocument: (workspaceId, id, sent) =>
    store.modify((state) => {
      if (state.sentCreditNotes.has(id)) return [Effect.succeed(false), state]
      const sentCreditNotes = withRow(state.sentCreditNotes, id, { workspaceId, ...sent })
      return [Effect.succeed(true), { ...state, sentCreditNotes }]
    }),
  findDocument: (workspaceId, id) =>
    Effect.map(store.state, ({ sentCreditNotes }) => {
      const found = sentCreditNotes.get(id)
      return found?.workspaceId === workspaceId ? found.content : null
    }),
  findXml: (workspaceId, id) =>
    Effect.map(store.state, ({ sentCreditNotes }) => {
      const found = sentCreditNotes.get(id)
      return found?.workspaceId === workspaceId ? found.xml : null
    }),
  findByContent: (content) =>
    Effect.map(store.state, ({ sentCreditNotes }) => {
      const wanted = sha256Of(content)
      const found = [...sentCreditNotes].find(([, sent]) => sha256Of(sent.content) === wanted)
      return found === undefined ? null : { workspaceId: found[1].workspaceId, id: found[0] }
    })
})

export const CreditNoteRepositoryMemory = Layer.effect(
  CreditNoteRepository,
  Effect.map(MemoryStore, (store) => {
    const read = (workspaceId: WorkspaceId, id: CreditNoteId) =>
      Effect.map(store.state, (state) => {
        const note = state.creditNotes.get(id)
        return note?.workspaceId === workspaceId ? viewOf(state, note) : null
      })
    return CreditNoteRepository.of({
      nextNumber: Effect.fnUntraced(function* (workspaceId) {
        const sequence = yield* store.modify((state) =>
          takeNext(state, workspaceId, "credit_note_number")
        )
        const { workspaces } = yield* store.state
        const prefix = creditNotePrefix(workspaces.get(workspaceId)?.invoicePrefix ?? "")
        const number = formatInvoiceNumber(prefix, sequence)
        return { standIn: number, number: Effect.succeed(number) }
      }),
      insert: (note) =>
        store.update((state) => ({
          ...state,
          creditNotes: addRow("credit_notes", state.creditNotes, note.id, note)
        })),
      creditedLines: (workspaceId, invoiceId) =>
        Effect.map(store.state, ({ creditNotes }) =>
          byLine(
            [...creditNotes.values()]
              .filter((note) => note.workspaceId === workspaceId && note.invoiceId === invoiceId)
              .flatMap(({ lineItems }) => lineItems)
          )
        ),
      view: read,
      viewForUpdate: read,
      saveDelivery: (workspaceId, id, { status, attempts, lastError }, mail) =>
        store.update((state) => {
          const note = state.creditNotes.get(id)
          if (note?.workspaceId !== workspaceId) return state
          const about = { kind: "credit_note", creditNoteId: id } as const
          if (!isNewestMail(state, about, mail)) return state
          const changed = {
            ...note,
            deliveryStatus: status,
            deliveryAttempts: attempts,
            deliveryError: lastError
          }
          return { ...state, creditNotes: withRow(state.creditNotes, id, changed) }
        }),
      ...makeFiles(store),
      list: (workspaceId, filter, page) =>
        Effect.map(store.state, (state) => {
          const found = [...state.creditNotes.values()].filter(
            (note) => note.workspaceId === workspaceId && matches(note, filter)
          )
          return pageOf(
            found.map((note) => listItemOf(state, note)),
            page
          )
        })
    })
  })
)
