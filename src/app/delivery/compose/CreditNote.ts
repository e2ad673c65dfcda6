/**
 * The mail that brings a credit note to the recipient of its invoice, with the document and, in the
 * invoice's format, the e-invoice.
 */
import { Effect } from "effect"
import { CreditNoteDocuments } from "../../creditnotes/CreditNoteDocuments.ts"
import { CreditNoteRepository } from "../../ports/creditnotes/CreditNoteRepository.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import {
  findWorkspaceOfJob,
  followInvoice,
  inlineLogo,
  isDoneMail,
  mailMaker
} from "../MailParts.ts"
import { withXml } from "./InvoiceFile.ts"

export const creditNoteMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const notes = yield* CreditNoteRepository
  const documents = yield* CreditNoteDocuments
  const workspaceOf = yield* findWorkspaceOfJob
  const mailOf = yield* mailMaker
  const follow = yield* followInvoice
  const isDone = yield* isDoneMail
  return Effect.fnUntraced(function* (job: JobOf<"credit_note">) {
    const { workspaceId, creditNoteId, email, message } = job
    const note = yield* notes.view(workspaceId, creditNoteId)
    if (note === null || (yield* isDone(job, note.delivery))) return null
    const workspace = yield* workspaceOf(workspaceId)
    const { original, document } = yield* documents.compose(workspace, note)
    const content = yield* documents.ensure(workspace, note, Effect.succeed(document))
    const { seller, recipient, logo } = document
    const file = {
      filename: `${note.number}.pdf`,
      contentType: "application/pdf",
      content
    }
    const written = composer.credit_note({ seller, hasLogo: logo !== null, note, message })
    const to = { name: recipient.name, address: email ?? recipient.email }
    const parts = [file, ...inlineLogo(logo)]
    const mail = mailOf(workspace, seller.name, `${note.id}.sent`, to, written, parts)
    const xml = yield* documents.attachedXml(workspace, note)
    return follow(xml === null ? mail : withXml(mail, note, xml), original)
  })
})
