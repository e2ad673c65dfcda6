/** Records of mails in memory. */
import { DateTime, Effect, Layer } from "effect"
import { MailRepository } from "../../app/ports/mail/MailRepository.ts"
import type { MailId } from "../../domain/Ids.ts"
import { type MailStored, mailView } from "../../domain/mail/MailResource.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"
import { addRow, withRow } from "../store/Rows.ts"

const nameIn = (
  state: MemoryState,
  { invoiceId, creditNoteId, clientId, userId }: MailStored
): string =>
  (invoiceId && state.invoices.get(invoiceId)?.number) ||
  (creditNoteId && state.creditNotes.get(creditNoteId)?.number) ||
  (clientId && state.clients.get(clientId)?.name) ||
  (userId && state.users.get(userId)?.user.name) ||
  ""

/** Whether no newer mail of the kind about the object has a record; true without a mail. */
export const isNewestMail = (
  { mails }: MemoryState,
  about: Partial<MailStored> & Pick<MailStored, "kind">,
  id: MailId | undefined
): boolean => {
  const { kind, invoiceId = null, creditNoteId = null } = about
  return ![...mails.values()].some(
    (mail) =>
      id !== undefined &&
      mail.id > id &&
      mail.kind === kind &&
      mail.invoiceId === invoiceId &&
      mail.creditNoteId === creditNoteId
  )
}

export const MailRepositoryMemory = Layer.effect(
  MailRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (mail) =>
      store.update((state) => ({
        ...state,
        mails: addRow("mails", state.mails, mail.id, mail)
      })),
    saveResult: (workspaceId, id, result) =>
      store.update((state) => {
        const mail = state.mails.get(id)
        return mail?.workspaceId === workspaceId
          ? { ...state, mails: withRow(state.mails, id, { ...mail, ...result }) }
          : state
      }),
    find: (workspaceId, id) =>
      Effect.map(store.state, ({ mails }) => {
        const mail = mails.get(id)
        return mail?.workspaceId === workspaceId ? mail : null
      }),
    list: (workspaceId, { objects, kind, status, object, ...others }, page) => {
      requireAllUsed(others)
      return Effect.map(store.state, (state) =>
        pageOf(
          [...state.mails.values()]
            .filter(
              (mail) =>
                mail.workspaceId === workspaceId &&
                (objects === undefined || objects.includes(mailView(mail).object.type)) &&
                (kind === undefined || mail.kind === kind) &&
                (status === undefined || mail.status === status) &&
                (object === undefined || mailView(mail).object.id === object)
            )
            .map((mail) => ({ ...mail, objectName: nameIn(state, mail) })),
          page
        )
      )
    },
    createdAtOf: (workspaceId, nth, { recipient, after, before }) =>
      Effect.map(store.state, ({ mails }) => {
        const counted = [...mails.values()]
          .filter(
            (mail) =>
              mail.workspaceId === workspaceId &&
              mail.counted &&
              DateTime.isGreaterThan(mail.createdAt, after) &&
              (recipient === null || mail.recipient.toLowerCase() === recipient.toLowerCase()) &&
              (before === null || mail.id < before)
          )
          .sort((a, b) => (a.id < b.id ? 1 : -1))
        return counted[nth - 1]?.createdAt ?? null
      })
  }))
)
