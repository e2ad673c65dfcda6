/** Parts shared by all mails: the seller, the reply address and the logo. */
import { Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { logoContentId, type MailContent } from "../ports/mail/MailComposer.ts"
import type { Mail } from "../ports/mail/Mailer.ts"
import type { RecordedJob } from "../ports/mail/MailOutbox.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"

/** The Message-ID's right side: the host that the links of the mail lead to. */
const hostOf = (url: string): string => new URL(url).hostname

/** The logo as a part of the mail: nothing is fetched when it is read. */
export const inlineLogo = (logo: Logo | null): Mail["attachments"] =>
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

/** The workspace that a job names, which was there when it was queued. */
export const findWorkspaceOfJob = Effect.map(
  WorkspaceRepository,
  (workspaces) => (id: WorkspaceId) =>
    Effect.flatMap(workspaces.findAny(id), (workspace) =>
      workspace === null
        ? Effect.die(new Error(`a queued mail names the missing workspace ${id}`))
        : Effect.succeed(workspace)
    )
)

/**
 * Whether this mail was sent already: a crash or a stop came between the mail and the end of its
 * job. Any sent mail counts for jobs of versions without records.
 */
export const isDoneMail = Effect.map(
  MailRepository,
  (mails) =>
    ({ workspaceId, mail }: RecordedJob, delivery: InvoiceView["delivery"]) =>
      delivery?.status !== "sent" || mail === undefined
        ? Effect.succeed(delivery?.status === "sent")
        : Effect.map(mails.find(workspaceId, mail.id), (record) => record?.status === "sent")
)

/** The invoice that a job names, with all that its document shows. */
export const findDocumentOfJob = Effect.gen(function* () {
  const workspaceOf = yield* findWorkspaceOfJob
  const views = yield* InvoiceViews
  return Effect.fnUntraced(function* (job: {
    readonly workspaceId: WorkspaceId
    readonly invoiceId: InvoiceId
  }) {
    return yield* Effect.orDie(views.document(yield* workspaceOf(job.workspaceId), job.invoiceId))
  })
})

/** The mail with which an invoice is sent, as its Message-ID names it. */
export const nameOfSent = (id: InvoiceId): string => `${id}.sent`

/** A later mail of an invoice is shown below the one that brought it, where that one went out. */
export const followInvoice = Effect.map(PublicUrls, ({ baseUrl }) => {
  const host = hostOf(baseUrl)
  return (mail: Mail, { id, delivery }: Pick<InvoiceView, "id" | "delivery">): Mail =>
    delivery?.status === "sent" ? { ...mail, follows: `${nameOfSent(id)}@${host}` } : mail
})

/** Puts a mail of the workspace together: from the name that it shows, answered to its address. */
export const mailMaker = Effect.map(PublicUrls, ({ baseUrl }) => {
  const host = hostOf(baseUrl)
  return (
    workspace: Workspace,
    fromName: string,
    name: string,
    to: Mail["to"],
    content: MailContent,
    attachments: Mail["attachments"]
  ): Mail => ({
    messageId: `${name}@${host}`,
    follows: null,
    fromName,
    replyTo: workspace.email,
    to,
    ...content,
    attachments
  })
})
