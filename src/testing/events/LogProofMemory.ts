/** Data for the verification of the log, in memory. */
import { Effect, Layer, Schema } from "effect"
import type { ChainPlace } from "../../app/ports/events/EventLog.ts"
import {
  type ChainedEntry,
  type ChainHead,
  type ChainLink,
  LogProof,
  type RowProblem
} from "../../app/ports/events/LogProof.ts"
import type { CreditNote } from "../../domain/creditnotes/CreditNoteResource.ts"
import { type Event, EventType } from "../../domain/events/Event.ts"
import {
  canonicalEntry,
  type Halves,
  joined,
  noHash,
  objectOf
} from "../../domain/events/LogEntry.ts"
import type { ReplayedFamily } from "../../domain/events/Replay.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { creditedOf } from "../../domain/invoices/Invoice.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"

const isEventType = Schema.is(EventType)

const eventsOf = ({ log }: MemoryState, workspaceId: WorkspaceId): ReadonlyArray<Event> =>
  log.flatMap(({ event, type, workspaceId: of, id, createdAt, data }) =>
    of === workspaceId && event !== null && isEventType(type)
      ? [{ id, type, workspaceId, createdAt, data, ...event }]
      : []
  )

const objectIdOf = ({ type, data }: Event) => objectOf(type, data).id

const headOf = (place: ChainPlace | null | undefined): ChainHead => ({
  sequence: place?.sequence ?? 0,
  hash: place?.hash ?? noHash
})

interface Owned {
  readonly id: string
  readonly workspaceId: WorkspaceId
}

const rows: { readonly [Family in ReplayedFamily]: (state: MemoryState) => Iterable<Owned> } = {
  project: ({ projects }) => projects.values(),
  client: ({ clients }) => clients.values(),
  invoice: ({ invoices }) => invoices.values(),
  credit: ({ credits }) => credits,
  credit_note: ({ creditNotes }) => creditNotes.values(),
  file: ({ files }) => files.values(),
  task: ({ tasks }) => tasks.values(),
  milestone: ({ milestones }) => milestones.values()
}

const placeOf = (number: string) => Number(/\d+$/.exec(number)?.[0])

const numberProblem = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  series: "invoice" | "credit_note",
  rows: ReadonlyArray<{ readonly id: string; readonly number: string }>
): RowProblem | null => {
  const inOrder = rows.toSorted((a, b) => placeOf(a.number) - placeOf(b.number))
  const due = inOrder.findIndex(({ number }, index) => placeOf(number) !== index + 1)
  const wrong = inOrder[due]
  const counted = state.counters.get(`${workspaceId}:${series}_number`) ?? 0
  if (wrong !== undefined) {
    return { id: wrong.id, what: `has the number ${wrong.number} where ${due + 1} is due` }
  }
  const named = `${series.replace("_", " ")}s`
  return rows.length === counted
    ? null
    : { id: workspaceId, what: `has ${rows.length} ${named} and gave out ${counted} numbers` }
}

const ledgerProblem = (
  { payments }: MemoryState,
  invoices: ReadonlyArray<{ readonly id: string; readonly amountPaidMinor: number }>
): RowProblem | null => {
  for (const { id, amountPaidMinor: paid } of invoices) {
    const booked = payments
      .filter(({ invoiceId }) => invoiceId === id)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (paid !== booked) {
      return { id, what: `says that ${paid} are paid; its payments are ${booked}` }
    }
  }
  return null
}

const notesOf = ({ creditNotes }: MemoryState, workspaceId: WorkspaceId) =>
  [...creditNotes.values()].filter((note) => note.workspaceId === workspaceId)

const creditProblem = (
  { invoices }: MemoryState,
  workspaceId: WorkspaceId,
  notes: ReadonlyArray<CreditNote>
): RowProblem | null => {
  for (const invoice of invoices.values()) {
    const own = notes.filter(({ invoiceId }) => invoiceId === invoice.id)
    const total = own.reduce((sum, note) => sum + note.totalMinor, 0)
    const net = own.reduce((sum, note) => sum + note.totalMinor - note.taxMinor, 0)
    const { creditNotesTotalMinor: shown, creditNotesNetMinor } = creditedOf(invoice)
    if (invoice.workspaceId === workspaceId && (shown !== total || creditNotesNetMinor !== net)) {
      const what = `says that ${shown} are credited; its credit notes are ${total}`
      return { id: invoice.id, what }
    }
  }
  return null
}

const invoicesOf = ({ invoices }: MemoryState, workspaceId: WorkspaceId) =>
  [...invoices.values()]
    .filter((invoice) => invoice.workspaceId === workspaceId)
    .map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      amountPaidMinor: "amountPaidMinor" in invoice ? invoice.amountPaidMinor : 0
    }))

const linkOf = (place: ChainPlace | null, canonical: Halves): ChainLink | null =>
  place && { ...place, canonical: joined(canonical, place.sequence) }

const chainedEntryOf = (entry: MemoryState["log"][number]): ChainedEntry => {
  const { event, audit } = canonicalEntry(entry)
  return { id: entry.id, events: linkOf(entry.event, event), audit: linkOf(entry.audit, audit) }
}

/** An object that no event has. */
const unloggedIn = (state: MemoryState, workspaceId: WorkspaceId): RowProblem | null => {
  const logged = new Set(eventsOf(state, workspaceId).map(objectIdOf))
  for (const [family, of] of Object.entries(rows)) {
    for (const { id, workspaceId: whose } of of(state)) {
      if (whose === workspaceId && !logged.has(id)) {
        return { id, what: `the ${family} is in no event` }
      }
    }
  }
  return null
}

export const LogProofMemory = Layer.effect(
  LogProof,
  Effect.map(MemoryStore, ({ state }) =>
    LogProof.of({
      heads: (workspaceId) =>
        Effect.map(state, (all) => {
          const own = all.log.filter((entry) => entry.workspaceId === workspaceId)
          return {
            events: headOf(own.findLast(({ event }) => event !== null)?.event),
            audit: headOf(own.at(-1)?.audit)
          }
        }),
      links: (workspaceId, chain, after, limit) =>
        Effect.map(state, ({ log }) =>
          log
            .filter((entry) => entry.workspaceId === workspaceId)
            .map(chainedEntryOf)
            .filter((entry) => (entry[chain]?.sequence ?? 0) > after)
            .slice(0, limit)
        ),
      latest: (workspaceId, after, limit, since) =>
        Effect.map(state, (all) => {
          const newest = new Map<string, Event>()
          for (const event of eventsOf(all, workspaceId)) newest.set(objectIdOf(event), event)
          return [...newest.entries()]
            .filter(([id]) => id > after)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([, event]) => event)
            .filter(({ sequence }) => sequence > since)
            .slice(0, limit)
        }),
      asOf: (workspaceId, objectId, at) =>
        Effect.map(
          state,
          (all) =>
            eventsOf(all, workspaceId).findLast(
              (event) =>
                objectIdOf(event) === objectId &&
                event.createdAt.epochMilliseconds <= at.epochMilliseconds
            ) ?? null
        ),
      unlogged: (workspaceId) => Effect.map(state, (all) => unloggedIn(all, workspaceId)),
      numbers: (workspaceId) =>
        Effect.map(state, (all) => {
          const invoices = invoicesOf(all, workspaceId)
          return {
            count: invoices.length,
            problem: numberProblem(all, workspaceId, "invoice", invoices)
          }
        }),
      creditNotes: (workspaceId) =>
        Effect.map(state, (all) => {
          const notes = notesOf(all, workspaceId)
          return {
            count: notes.length,
            problem:
              numberProblem(all, workspaceId, "credit_note", notes) ??
              creditProblem(all, workspaceId, notes)
          }
        }),
      ledger: (workspaceId) =>
        Effect.map(state, (all) => ({
          count: all.payments.filter((payment) => payment.workspaceId === workspaceId).length,
          problem: ledgerProblem(all, invoicesOf(all, workspaceId))
        }))
    })
  )
)
