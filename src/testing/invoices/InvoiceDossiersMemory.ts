/** Dossiers of invoices in memory. */
import { Effect, Layer } from "effect"
import { InvoiceDossiers } from "../../app/ports/invoices/InvoiceDossiers.ts"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import { MemoryStore } from "../store/MemoryStore.ts"

interface OfInvoice {
  readonly id: string
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId | null
}

export const InvoiceDossiersMemory = Layer.effect(
  InvoiceDossiers,
  Effect.map(MemoryStore, (store) => ({
    read: (workspaceId, invoiceId, limit) =>
      Effect.map(store.state, (state) => {
        const all = <Row extends OfInvoice>(rows: ReadonlyMap<string, Row>): ReadonlyArray<Row> =>
          [...rows.values()]
            .filter((row) => row.workspaceId === workspaceId && row.invoiceId === invoiceId)
            .sort((a, b) => (a.id < b.id ? 1 : -1))
        const notes = all(state.creditNotes)
        return {
          creditedMinor: notes.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
          creditNotes: notes.slice(0, limit).map((note) => ({
            id: note.id,
            number: note.number,
            issueDate: note.issueDate,
            totalMinor: note.totalMinor,
            deliveryStatus: note.deliveryStatus,
            deliveryError: note.deliveryError,
            xmlFormat: state.sentCreditNotes.get(note.id)?.xml?.format ?? null
          })),
          files: all(state.files)
            .slice(0, limit)
            .map(({ id, name, size }) => ({ id, name, size })),
          mails: all(state.mails)
            .slice(0, limit)
            .map(({ kind, status, lastError, createdAt }) => ({
              ...{ kind, status, lastError, createdAt }
            }))
        }
      })
  }))
)
