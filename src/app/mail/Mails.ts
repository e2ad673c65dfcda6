/**
 * The mail that a job of the outbox asks for, from what is true when it is tried; none where it has
 * been overtaken by events. The same job is the same mail: one Message-ID, however often it is tried.
 */
import { Context, Effect, Layer } from "effect"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import { isOpen } from "../../domain/invoices/Invoice.ts"
import { sellerOf } from "../../domain/invoices/Seller.ts"
import type { Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvitationLinks } from "../clients/InvitationLinks.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { SentDocuments } from "../invoices/SentDocuments.ts"
import { UserLinks } from "../people/UserLinks.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import {
  type InvoiceDocument,
  type PdfNotDrawn,
  PdfRenderer
} from "../ports/invoices/PdfRenderer.ts"
import {
  type InvoiceMail,
  logoContentId,
  MailComposer,
  type MailContent
} from "../ports/mail/MailComposer.ts"
import type { Mail } from "../ports/mail/Mailer.ts"
import type { MailJob } from "../ports/mail/MailOutbox.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"

/** What is a mail: a request for a link becomes one when it is looked into. */
export type OwedMail = Exclude<MailJob, { kind: "link_request" }>

type JobOf<Kind extends MailJob["kind"]> = Extract<MailJob, { kind: Kind }>

/** The Message-ID's right side: the host that the links of the mail lead to. */
const hostOf = (url: string): string => new URL(url).hostname

/** The logo as a part of the mail: nothing is fetched when it is read. */
const inlineLogo = (logo: Logo | null): Mail["attachments"] =>
  logo === null
    ? []
    : [
        {
          filename: logo.type === "image/png" ? "logo.png" : "logo.jpg",
          contentType: logo.type,
          content: logo.bytes,
          contentId: logoContentId
        }
      ]

export class Mails extends Context.Service<
  Mails,
  {
    readonly compose: (job: OwedMail) => Effect.Effect<Mail | null, PdfNotDrawn>
    /** The workspace that a job names, which was there when it was queued. */
    readonly workspaceOf: (id: WorkspaceId) => Effect.Effect<Workspace>
  }
>()("retainer/app/Mails") {
  static readonly layer = Layer.effect(
    Mails,
    Effect.gen(function* () {
      const composer = yield* MailComposer
      const renderer = yield* PdfRenderer
      const sentDocuments = yield* SentDocuments
      const workspaces = yield* WorkspaceRepository
      const clients = yield* ClientRepository
      const invitations = yield* InvitationRepository
      const users = yield* UserRepository
      const userLinkRows = yield* UserLinkRepository
      const userLinks = yield* UserLinks
      const invitationLinks = yield* InvitationLinks
      const views = yield* InvoiceViews
      const host = hostOf((yield* PublicUrls).baseUrl)

      const workspaceOf = (id: WorkspaceId) =>
        Effect.flatMap(workspaces.find(id), (workspace) =>
          workspace === null
            ? Effect.die(new Error(`a queued mail names the missing workspace ${id}`))
            : Effect.succeed(workspace)
        )

      /** A mail of the workspace: from the name that it shows, answered to its present address. */
      const mailOf = (
        workspace: Workspace,
        fromName: string,
        name: string,
        to: Mail["to"],
        content: MailContent,
        attachments: Mail["attachments"]
      ): Mail => ({
        messageId: `${name}@${host}`,
        fromName,
        replyTo: workspace.branding.email,
        to,
        ...content,
        attachments
      })

      /** A mail that brings an invoice: to whom it was sent, with the document. */
      const invoiceMail = Effect.fnUntraced(function* (
        name: string,
        document: InvoiceDocument,
        content: Uint8Array,
        message: string | null,
        compose: (mail: InvoiceMail) => MailContent
      ) {
        const { workspace, seller, invoice, recipient, logo } = document
        // A draft or a void invoice: there is nothing to send.
        if (invoice.processorPaymentUrl === null) return null
        const file = {
          filename: `${invoice.number}.pdf`,
          contentType: "application/pdf",
          content
        }
        const mail = compose({
          seller,
          hasLogo: logo !== null,
          invoice,
          paymentUrl: invoice.processorPaymentUrl,
          message
        })
        const to = { name: recipient.name, address: recipient.email }
        return mailOf(workspace, seller.name, name, to, mail, [file, ...inlineLogo(logo)])
      })

      const documentOf = Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: InvoiceId) {
        return yield* Effect.orDie(views.document(yield* workspaceOf(workspaceId), id))
      })

      const invoice = Effect.fnUntraced(function* (job: JobOf<"invoice">) {
        const document = yield* documentOf(job.workspaceId, job.invoiceId)
        // Sent before, but a crash or a stop came between the mail and the queue's receipt for it.
        if (document.invoice.delivery?.status === "sent") return null
        const file = yield* sentDocuments.ensure(document)
        const name = `${job.invoiceId}.sent`
        return yield* invoiceMail(name, document, file, job.message, composer.invoice)
      })

      const reminder = Effect.fnUntraced(function* (job: JobOf<"reminder">) {
        const document = yield* documentOf(job.workspaceId, job.invoiceId)
        // Paid or voided since: there is nothing to remind of.
        if (!isOpen(document.invoice)) return null
        const name = `${job.invoiceId}.reminder.${job.day}`
        const file = yield* renderer.invoice(document)
        return yield* invoiceMail(name, document, file, job.message, composer.reminder)
      })

      const receipt = Effect.fnUntraced(function* (job: JobOf<"receipt">) {
        const document = yield* documentOf(job.workspaceId, job.invoiceId)
        const { workspace, seller, invoice, recipient, logo } = document
        if (invoice.processorPaymentUrl === null) return null
        const content = composer.receipt({
          seller,
          hasLogo: logo !== null,
          invoice,
          payment: job.payment,
          paymentUrl: invoice.processorPaymentUrl
        })
        const to = { name: recipient.name, address: recipient.email }
        const name = `${job.payment.id}.receipt`
        return mailOf(workspace, seller.name, name, to, content, inlineLogo(logo))
      })

      /** Who reads a notice; null where the user, or the workspace's address, is gone. */
      const readerOf = Effect.fnUntraced(function* (
        { id, displayName, branding }: Workspace,
        userId: JobOf<"payment_notice">["userId"]
      ) {
        if (userId === null) {
          return branding.email === null ? null : { name: displayName, address: branding.email }
        }
        const user = yield* users.find(id, userId)
        return user === null ? null : { name: user.name, address: user.email }
      })

      const paymentNotice = Effect.fnUntraced(function* (job: JobOf<"payment_notice">) {
        const document = yield* documentOf(job.workspaceId, job.invoiceId)
        const { workspace, seller, invoice, recipient, logo } = document
        const to = yield* readerOf(workspace, job.userId)
        if (to === null) return null
        const content = composer.paymentNotice({
          seller,
          hasLogo: logo !== null,
          readerName: to.name,
          clientName: recipient.company ?? recipient.name,
          invoice,
          payment: job.payment
        })
        const name = `${job.payment.id}.notice.${job.userId ?? "workspace"}`
        return mailOf(workspace, seller.name, name, to, content, inlineLogo(logo))
      })

      const invitation = Effect.fnUntraced(function* (job: JobOf<"invitation">) {
        const workspace = yield* workspaceOf(job.workspaceId)
        const client = yield* clients.find(job.workspaceId, job.clientId)
        const open = yield* invitations.find(job.workspaceId, job.invitationId)
        // Replaced by a newer invitation, which has a mail of its own.
        if (client === null || open === null || open.revokedAt !== null) return null
        const logo = yield* workspaces.logo(workspace.id)
        const content = composer.invitation({
          seller: sellerOf(workspace),
          hasLogo: logo !== null,
          clientName: client.name,
          invitationUrl: invitationLinks.url(job.invitationId),
          expiresAt: open.expiresAt,
          message: job.message
        })
        const to = { name: client.name, address: client.email }
        return mailOf(
          workspace,
          workspace.displayName,
          job.invitationId,
          to,
          content,
          inlineLogo(logo)
        )
      })

      const userLink = Effect.fnUntraced(function* (job: JobOf<"user_link">) {
        const workspace = yield* workspaceOf(job.workspaceId)
        const user = yield* users.find(job.workspaceId, job.userId)
        const link = yield* userLinkRows.find(job.workspaceId, job.linkId)
        // Used, or replaced by a newer one.
        if (user === null || link === null) return null
        const logo = yield* workspaces.logo(workspace.id)
        const content = composer.userLink({
          seller: sellerOf(workspace),
          workspaceName: workspace.name,
          hasLogo: logo !== null,
          userName: user.name,
          purpose: link.purpose,
          url: userLinks.url(job.linkId)
        })
        const to = { name: user.name, address: user.email }
        return mailOf(workspace, workspace.displayName, job.linkId, to, content, inlineLogo(logo))
      })

      return Mails.of({
        workspaceOf,
        compose: (job) => {
          switch (job.kind) {
            case "invoice":
              return invoice(job)
            case "reminder":
              return reminder(job)
            case "receipt":
              return receipt(job)
            case "payment_notice":
              return paymentNotice(job)
            case "invitation":
              return invitation(job)
            case "user_link":
              return userLink(job)
          }
        }
      })
    })
  )
}
