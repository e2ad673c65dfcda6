/**
 * Delivers the mails of the outbox. A mail is tried until it is taken, refused for good, or has used
 * up its tries; what became of an invoice's mail is shown on the invoice.
 */
import { Context, Effect, Layer, Metric } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { Delivery } from "../domain/Invoice.ts"
import { toWire } from "../domain/Wire.ts"
import type { Logo, Workspace } from "../domain/Workspace.ts"
import { InvitationLinks } from "./InvitationLinks.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { mails } from "./Metrics.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import { ClientRepository } from "./ports/ClientRepository.ts"
import { EventLog } from "./ports/EventLog.ts"
import { InvitationRepository } from "./ports/InvitationRepository.ts"
import { InvoiceRepository } from "./ports/InvoiceRepository.ts"
import { logoContentId, MailComposer } from "./ports/MailComposer.ts"
import { type Mail, Mailer, type MailNotDelivered } from "./ports/Mailer.ts"
import { type MailJob, MailOutbox, maxAttempts } from "./ports/MailOutbox.ts"
import { type InvoiceDocument, PdfRenderer } from "./ports/PdfRenderer.ts"
import { PublicUrls } from "./ports/PublicUrls.ts"
import { UnitOfWork } from "./ports/UnitOfWork.ts"
import { UserLinkRepository } from "./ports/UserLinkRepository.ts"
import { UserRepository } from "./ports/UserRepository.ts"
import { WorkspaceRepository } from "./ports/WorkspaceRepository.ts"
import { UserLinks } from "./UserLinks.ts"

type InvoiceJob = Extract<MailJob, { kind: "invoice" }>
type ReminderJob = Extract<MailJob, { kind: "reminder" }>
type UserLinkJob = Extract<MailJob, { kind: "user_link" }>
type InvitationJob = Extract<MailJob, { kind: "invitation" }>

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

export class MailDelivery extends Context.Service<
  MailDelivery,
  {
    /** Takes one job and handles it; fails where the outbox should bring it back later. */
    readonly deliverNext: Effect.Effect<void, MailNotDelivered>
  }
>()("retainer/app/MailDelivery") {
  static readonly layer = Layer.effect(
    MailDelivery,
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const mailer = yield* Mailer
      const composer = yield* MailComposer
      const renderer = yield* PdfRenderer
      const invoices = yield* InvoiceRepository
      const workspaces = yield* WorkspaceRepository
      const clients = yield* ClientRepository
      const invitations = yield* InvitationRepository
      const users = yield* UserRepository
      const userLinkRows = yield* UserLinkRepository
      const userLinks = yield* UserLinks
      const invitationLinks = yield* InvitationLinks
      const paymentLinks = yield* PaymentLinks
      const views = yield* InvoiceViews
      const events = yield* EventLog
      const { transact } = yield* UnitOfWork
      const host = hostOf((yield* PublicUrls).baseUrl)

      /** Hands the mail over and counts what became of it. */
      const hand = (mail: Mail) => {
        const counted = (outcome: string) =>
          Metric.update(Metric.withAttributes(mails, { outcome }), 1)
        return mailer.send(mail).pipe(
          Effect.tap(() => counted("delivered")),
          Effect.tapError(({ _tag }) => counted(_tag === "MailRefused" ? "refused" : "put_off"))
        )
      }

      const requireWorkspace = (id: WorkspaceId) =>
        Effect.flatMap(workspaces.find(id), (workspace) =>
          workspace === null
            ? Effect.die(new Error(`a queued mail names the missing workspace ${id}`))
            : Effect.succeed(workspace)
        )

      const settle = (workspace: Workspace, job: InvoiceJob, delivery: Delivery) =>
        transact(
          Effect.gen(function* () {
            const locked = yield* invoices.getForUpdate(workspace.id, job.invoiceId)
            // Voided while the mail was under way: its delivery was settled by the void.
            if (locked.status === "void" || locked.status === "draft") return
            const save = invoices.saveDelivery(workspace.id, job.invoiceId, delivery)
            if (delivery.status !== "failed") return yield* save
            const previous = yield* views.get(workspace, job.invoiceId)
            yield* save
            yield* events.append({
              workspaceId: workspace.id,
              type: "invoice.delivery_failed",
              object: toWire(yield* views.get(workspace, job.invoiceId)),
              previous: toWire(previous)
            })
          })
        ).pipe(Effect.orDie)

      /** The invoice as a file, and the logo of the mail. */
      const documentOf = (document: InvoiceDocument) =>
        Effect.map(renderer.invoice(document), (content) => [
          {
            filename: `${document.invoice.number}.pdf`,
            contentType: "application/pdf",
            content
          },
          ...inlineLogo(document.logo)
        ])

      const attemptInvoice = Effect.fnUntraced(function* (workspace: Workspace, job: InvoiceJob) {
        const document = yield* Effect.orDie(views.document(workspace, job.invoiceId))
        const { invoice, recipient } = document
        // Sent before, but a crash or a stop came between the mail and the queue's receipt for it.
        if (invoice.status === "void" || invoice.delivery?.status === "sent") return false
        yield* hand({
          messageId: `${job.invoiceId}.sent@${host}`,
          fromName: workspace.displayName,
          replyTo: workspace.branding.email,
          to: { name: recipient.name, address: recipient.email },
          ...composer.invoice({
            workspace,
            hasLogo: document.logo !== null,
            invoice,
            paymentUrl: paymentLinks.url(workspace.id, job.invoiceId),
            message: job.message
          }),
          attachments: yield* documentOf(document)
        })
        return true
      })

      const deliverInvoice = Effect.fn("MailDelivery.invoice")(function* (
        job: InvoiceJob,
        attempt: number
      ) {
        const workspace = yield* requireWorkspace(job.workspaceId)
        const failed = (lastError: string): Delivery => ({
          status: "failed",
          attempts: Math.min(attempt, maxAttempts),
          lastError
        })
        // A crash in the last try leaves one more turn, which only writes down how it ended.
        if (attempt > maxAttempts) {
          return yield* settle(workspace, job, failed("The last try was cut off"))
        }
        yield* attemptInvoice(workspace, job).pipe(
          Effect.flatMap((sent) =>
            sent
              ? settle(workspace, job, { status: "sent", attempts: attempt, lastError: null })
              : Effect.void
          ),
          Effect.catchTag("MailRefused", ({ reason }) => settle(workspace, job, failed(reason))),
          Effect.catchTag("MailNotDelivered", (error) =>
            attempt === maxAttempts
              ? settle(workspace, job, failed(error.reason))
              : Effect.andThen(
                  settle(workspace, job, {
                    status: "queued",
                    attempts: attempt,
                    lastError: error.reason
                  }),
                  error
                )
          )
        )
      })

      /** A mail whose fate nobody reads on a resource: the log tells it. */
      const handOrLog = (mail: Mail, attempt: number) =>
        hand(mail).pipe(
          Effect.catchTag("MailRefused", ({ reason }) =>
            Effect.logWarning("A mail was refused", { mail: mail.messageId, reason })
          ),
          Effect.catchTag("MailNotDelivered", (error) =>
            attempt < maxAttempts
              ? Effect.fail(error)
              : Effect.logWarning("A mail was given up", {
                  mail: mail.messageId,
                  reason: error.reason
                })
          )
        )

      const deliverInvitation = Effect.fn("MailDelivery.invitation")(function* (
        job: InvitationJob,
        attempt: number
      ) {
        const workspace = yield* requireWorkspace(job.workspaceId)
        const client = yield* clients.find(job.workspaceId, job.clientId)
        const open = yield* invitations.find(job.workspaceId, job.invitationId)
        // Replaced by a newer invitation, which has a mail of its own.
        if (client === null || open === null || open.revokedAt !== null) return
        const logo = yield* workspaces.logo(workspace.id)
        yield* handOrLog(
          {
            messageId: `${job.invitationId}@${host}`,
            fromName: workspace.displayName,
            replyTo: workspace.branding.email,
            to: { name: client.name, address: client.email },
            ...composer.invitation({
              workspace,
              hasLogo: logo !== null,
              clientName: client.name,
              invitationUrl: invitationLinks.url(job.invitationId),
              expiresAt: open.expiresAt,
              message: job.message
            }),
            attachments: inlineLogo(logo)
          },
          attempt
        )
      })

      const deliverReminder = Effect.fn("MailDelivery.reminder")(function* (
        job: ReminderJob,
        attempt: number
      ) {
        const workspace = yield* requireWorkspace(job.workspaceId)
        const document = yield* Effect.orDie(views.document(workspace, job.invoiceId))
        const { invoice, recipient } = document
        // Paid or voided since: there is nothing to remind of.
        if (invoice.status !== "sent" && invoice.status !== "overdue") return
        yield* handOrLog(
          {
            messageId: `${job.invoiceId}.reminder.${job.day}@${host}`,
            fromName: workspace.displayName,
            replyTo: workspace.branding.email,
            to: { name: recipient.name, address: recipient.email },
            ...composer.reminder({
              workspace,
              hasLogo: document.logo !== null,
              invoice,
              paymentUrl: paymentLinks.url(workspace.id, job.invoiceId),
              message: job.message
            }),
            attachments: yield* documentOf(document)
          },
          attempt
        )
      })

      const deliverUserLink = Effect.fn("MailDelivery.userLink")(function* (
        job: UserLinkJob,
        attempt: number
      ) {
        const workspace = yield* requireWorkspace(job.workspaceId)
        const user = yield* users.find(job.workspaceId, job.userId)
        const link = yield* userLinkRows.find(job.workspaceId, job.linkId)
        // Used, or replaced by a newer one.
        if (user === null || link === null) return
        const logo = yield* workspaces.logo(workspace.id)
        yield* handOrLog(
          {
            messageId: `${job.linkId}@${host}`,
            fromName: workspace.displayName,
            replyTo: workspace.branding.email,
            to: { name: user.name, address: user.email },
            ...composer.userLink({
              workspace,
              hasLogo: logo !== null,
              userName: user.name,
              purpose: link.purpose,
              url: userLinks.url(job.linkId)
            }),
            attachments: inlineLogo(logo)
          },
          attempt
        )
      })

      const deliver = (job: MailJob, attempt: number) => {
        switch (job.kind) {
          case "invoice":
            return deliverInvoice(job, attempt)
          case "invitation":
            return deliverInvitation(job, attempt)
          case "reminder":
            return deliverReminder(job, attempt)
          case "user_link":
            return deliverUserLink(job, attempt)
        }
      }

      return MailDelivery.of({
        deliverNext: outbox.take((job, attempt) =>
          // A stop lets the mail that is under way end, so that what became of it is written down.
          Effect.uninterruptible(deliver(job, attempt))
        )
      })
    })
  )
}

/** Keeps `workers` mails under way at a time for as long as the layer lives. */
export const layerMailWorkers = (workers: number): Layer.Layer<never, never, MailDelivery> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { deliverNext } = yield* MailDelivery
      const forever = deliverNext.pipe(
        Effect.catchTag("MailNotDelivered", ({ reason }) =>
          Effect.logWarning("A mail was not delivered and will be tried again", { reason })
        ),
        // A database that is away fails every take at once: without the pause this would spin.
        Effect.catchCause((cause) =>
          Effect.andThen(
            Effect.logError("The mail worker met a defect", cause),
            Effect.sleep("1 second")
          )
        ),
        Effect.forever
      )
      for (let i = 0; i < workers; i++) yield* Effect.forkScoped(forever)
    })
  )
