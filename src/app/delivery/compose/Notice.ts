/**
 * Composes notices: to one user about an event of the account or the workspace, and to the client
 * about the void of an invoice.
 */
import { DateTime, Effect } from "effect"
import { may } from "../../../domain/people/Permissions.ts"
import type { User } from "../../../domain/people/User.ts"
import { isAvailable } from "../../../domain/workspaces/ExportRequest.ts"
import { sellerOf } from "../../../domain/workspaces/Workspace.ts"
import { WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { MailComposer, type NoticeContent } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import type { NoticeSubject } from "../../ports/mail/NoticeSubject.ts"
import { PublicUrls } from "../../ports/PublicUrls.ts"
import { ApiKeyRepository } from "../../ports/people/ApiKeyRepository.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { ExportRepository } from "../../ports/workspaces/ExportRepository.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { archivePath } from "../../workspaces/Exports.ts"
import {
  findDocumentOfJob,
  findWorkspaceOfJob,
  followInvoice,
  inlineLogo,
  mailMaker
} from "../MailParts.ts"

interface Found {
  readonly about: NoticeContent
  /** The page on which the reader can react. */
  readonly path: string
}

/** The object that the notice names; null if it no longer exists, or not for this reader. */
const findSubject = Effect.gen(function* () {
  const webhooks = yield* WebhookRepository
  const keys = yield* ApiKeyRepository
  const exports = yield* ExportRepository
  return Effect.fnUntraced(function* ({ workspaceId, role }: User, subject: NoticeSubject) {
    const found = (about: NoticeContent, path: string): Found => ({ about, path })
    switch (subject.type) {
      case "webhook_endpoint_disabled": {
        const endpoint = yield* webhooks.find(workspaceId, subject.endpointId)
        return endpoint === null || endpoint.enabled
          ? null
          : found(
              { type: subject.type, endpointUrl: endpoint.url },
              `/settings/webhooks/${endpoint.id}`
            )
      }
      case "api_key_created": {
        const key = (yield* keys.list(workspaceId)).find(({ id }) => id === subject.apiKeyId)
        if (key === undefined) return null
        const { name, visiblePart } = key
        const createdBy = key.createdBy?.name ?? null
        return found({ type: subject.type, name, visiblePart, createdBy }, "/settings/api-keys")
      }
      case "export_ready": {
        const { type, fileId } = subject
        const ready = yield* exports.find(workspaceId)
        if (ready === null || !isAvailable(ready, yield* DateTime.now)) return null
        if (ready.fileId !== fileId || !may(role, "export")) return null
        return found({ type, endsAt: ready.endsAt }, `${archivePath}/${fileId}`)
      }
      case "email_changed":
        return found({ type: subject.type }, "/sign-in")
      case "password_changed":
      case "second_factor_on":
      case "second_factor_off":
      case "email_requested":
      case "new_device":
        return found({ type: subject.type }, "/sign-in/forgot")
    }
  })
})

const thingOf = (subject: NoticeSubject): string => {
  switch (subject.type) {
    case "webhook_endpoint_disabled":
      return subject.endpointId
    case "api_key_created":
      return subject.apiKeyId
    case "export_ready":
      return subject.fileId
    default:
      return subject.type
  }
}

/** Each event has its own mail. */
const nameOf = ({ subject, userId, at }: JobOf<"notice">): string =>
  `${thingOf(subject)}.${userId}.${DateTime.toEpochMillis(at)}`

export const noticeMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const workspaces = yield* WorkspaceRepository
  const users = yield* UserRepository
  const { baseUrl } = yield* PublicUrls
  const find = yield* findSubject
  const workspaceOf = yield* findWorkspaceOfJob
  const mailOf = yield* mailMaker
  return Effect.fnUntraced(function* (job: JobOf<"notice">) {
    const workspace = yield* workspaceOf(job.workspaceId)
    const user = yield* users.find(job.workspaceId, job.userId)
    if (user === null) return null
    const found = yield* find(user, job.subject)
    if (found === null) return null
    const logo = yield* workspaces.logo(workspace.id)
    const content = composer.notice({
      seller: sellerOf(workspace, user.language),
      workspaceName: workspace.name,
      hasLogo: logo !== null,
      userName: user.name,
      about: found.about,
      at: job.at,
      address: job.address,
      url: `${baseUrl}${found.path}`
    })
    const to = { name: user.name, address: job.email ?? user.email }
    return mailOf(workspace, workspace.displayName, nameOf(job), to, content, inlineLogo(logo))
  })
})

/** Informs the client of the void of an invoice that was mailed. */
export const voidNoticeMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const documentOf = yield* findDocumentOfJob
  const mailOf = yield* mailMaker
  const follow = yield* followInvoice
  return Effect.fnUntraced(function* (job: JobOf<"void_notice">) {
    const { workspace, seller, invoice, recipient, logo } = yield* documentOf(job)
    const content = composer.void_notice({ seller, hasLogo: logo !== null, invoice })
    const to = { name: recipient.name, address: recipient.email }
    const name = `${job.invoiceId}.void`
    const mail = mailOf(workspace, seller.name, name, to, content, inlineLogo(logo))
    return follow(mail, invoice)
  })
})
