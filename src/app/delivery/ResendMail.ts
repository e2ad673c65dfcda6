/**
 * Resends a recorded mail, as a new mail with a record of its own. It counts as a mail that a
 * caller requests. It has new links, because the old ones may have expired.
 */

import { Effect, Schema } from "effect"
import { MailId, parseOrFail, type WorkspaceId } from "../../domain/Ids.ts"
import {
  MailNotFound,
  MailNotRepeatable,
  type MailRefusal,
  type MailStored,
  mailView
} from "../../domain/mail/MailResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { inviteClient } from "../clients/InviteClient.ts"
import { writeCreditNoteResend } from "../creditnotes/ResendCreditNote.ts"
import { writeInvoiceResend } from "../invoices/SendInvoice.ts"
import { Journal } from "../Journal.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { UserLinks } from "../people/UserLinks.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { type JobOf, MailJobJson } from "../ports/mail/MailOutbox.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"

const decode = Schema.decodeEffect(MailJobJson)

const notRepeatable = (reason: MailRefusal) => new MailNotRepeatable({ reason })

/** The record of a mail that may be resent: no mail of its kind is queued for the same object. */
const findRepeatable = Effect.map(MailRepository, (mails) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId, idText: string) {
    const missing = () => new MailNotFound({ id: idText })
    const id = yield* parseOrFail(MailId, idText, missing)
    const mail = (yield* mails.find(workspaceId, id)) ?? (yield* missing())
    if (mail.kind === "link_request") {
      return yield* notRepeatable("requested")
    }
    const { object } = mailView(mail)
    const filter = { object: object.id, kind: mail.kind, status: "queued" } as const
    const { total } = yield* mails.list(workspaceId, filter, { limit: 1, after: null })
    if (total > 0) return yield* notRepeatable("queued")
    return mail
  })
)

const resendInvitation = Effect.gen(function* () {
  const invitations = yield* InvitationRepository
  const invite = yield* inviteClient
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { clientId, invitationId, message }: JobOf<"invitation">
  ) {
    const invitation = yield* invitations.find(workspace.id, invitationId)
    if (invitation === null) return yield* notRepeatable("ended")
    const { projectIds } = invitation
    yield* invite(workspace, clientId, { projectIds, ...(message === null ? {} : { message }) })
  })
})

const reissueLink = Effect.gen(function* () {
  const users = yield* UserRepository
  const links = yield* UserLinks
  const stored = yield* UserLinkRepository
  const bounds = yield* MailBounds
  return Effect.fnUntraced(function* (
    { workspaceId, userId, linkId }: JobOf<"user_link">,
    recipient: string
  ) {
    const found = (yield* users.list(workspaceId)).find(({ user }) => user.id === userId)
    if (found === undefined) return yield* notRepeatable("removed")
    const link = yield* stored.find(workspaceId, linkId)
    if (link?.email == null && recipient !== found.user.email) {
      return yield* notRepeatable("otherAddress")
    }
    yield* bounds.require(workspaceId, recipient)
    if (link?.email != null) return yield* links.issueForEmail(found.user, link.email, true)
    yield* links.issue(found.user, found.passwordHash === null ? "invite" : "reset", "caller")
  })
})

/** The document goes out as by the API, to the same address with the same message. */
const resendDocument = Effect.gen(function* () {
  const resendInvoice = yield* writeInvoiceResend
  const resendNote = yield* writeCreditNoteResend
  return Effect.fnUntraced(
    function* (workspace: Workspace, job: JobOf<"invoice"> | JobOf<"credit_note">) {
      const { email = null, message } = job
      if (job.kind === "invoice") {
        yield* resendInvoice(workspace, job.invoiceId, { email, message })
      } else yield* resendNote(workspace, job.creditNoteId, { email, message })
    },
    Effect.catchTags({
      InvoiceNotFound: Effect.die,
      CreditNoteNotFound: Effect.die,
      InvoiceNotResendable: () => Effect.fail(notRepeatable("void"))
    })
  )
})

export const resendMail = Effect.gen(function* () {
  const find = yield* findRepeatable
  const invite = yield* resendInvitation
  const link = yield* reissueLink
  const document = yield* resendDocument
  const bounds = yield* MailBounds
  const queue = yield* MailQueue
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  const repeat = Effect.fnUntraced(function* (workspace: Workspace, mail: MailStored) {
    const job = yield* Effect.orDie(decode(mail.job))
    if (job.kind === "link_request") return yield* Effect.die(new Error("a link is never stored"))
    if (job.kind === "invitation") return yield* invite(workspace, job)
    if (job.kind === "user_link") return yield* link(job, mail.recipient)
    if (job.kind === "invoice" || job.kind === "credit_note") {
      return yield* document(workspace, job)
    }
    const { recipient } = mail
    yield* bounds.require(workspace.id, recipient)
    yield* queue.enqueue({ job, recipient, trigger: "caller", isAgain: true })
  })

  return useCase("MailRecords.resend")(
    function* (workspace: Workspace, idText: string) {
      const mail = yield* find(workspace.id, idText)
      yield* repeat(workspace, mail)
      yield* journal.note(workspace.id, "mail.sent_again", null, mailView(mail))
    },
    transact,
    permitted("send")
  )
})
