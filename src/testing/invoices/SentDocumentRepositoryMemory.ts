/** Files of sent invoices in memory. */
import { Effect, Layer } from "effect"
import { SentDocumentRepository } from "../../app/ports/invoices/SentDocumentRepository.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { sha256Of, withRow } from "../store/Rows.ts"

export const SentDocumentRepositoryMemory = Layer.effect(
  SentDocumentRepository,
  Effect.map(MemoryStore, (store) =>
    SentDocumentRepository.of({
      insert: (workspaceId, invoiceId, sent) =>
        store.modify((state) => {
          const isVoid = state.invoices.get(invoiceId)?.status === "void"
          return state.sentDocuments.has(invoiceId) || isVoid
            ? [Effect.succeed(false), state]
            : [
                Effect.succeed(true),
                {
                  ...state,
                  sentDocuments: withRow(state.sentDocuments, invoiceId, { workspaceId, ...sent })
                }
              ]
        }),
      find: (workspaceId, invoiceId) =>
        Effect.map(store.state, ({ sentDocuments }) => {
          const stored = sentDocuments.get(invoiceId)
          return stored?.workspaceId === workspaceId ? stored.content : null
        }),
      findXml: (workspaceId, invoiceId) =>
        Effect.map(store.state, ({ sentDocuments }) => {
          const stored = sentDocuments.get(invoiceId)
          return stored?.workspaceId === workspaceId ? stored.xml : null
        }),
      findByContent: (content) =>
        Effect.map(store.state, ({ sentDocuments }) => {
          const hash = sha256Of(content)
          const found = [...sentDocuments].find(([, stored]) => sha256Of(stored.content) === hash)
          return found === undefined
            ? null
            : { workspaceId: found[1].workspaceId, invoiceId: found[0] }
        })
    })
  )
)
