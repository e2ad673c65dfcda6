/** The mail that invites a client to the portal. */
import { Effect } from "effect"
import { sellerOf } from "../../../domain/workspaces/Workspace.ts"
import { InvitationLinks } from "../../clients/InvitationLinks.ts"
import { ClientRepository } from "../../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../../ports/clients/InvitationRepository.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { findWorkspaceOfJob, inlineLogo, mailMaker } from "../MailParts.ts"

export const invitationMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const workspaces = yield* WorkspaceRepository
  const clients = yield* ClientRepository
  const invitations = yield* InvitationRepository
  const links = yield* InvitationLinks
  const workspaceOf = yield* findWorkspaceOfJob
  const mailOf = yield* mailMaker
  return Effect.fnUntraced(function* (job: JobOf<"invitation">) {
    const workspace = yield* workspaceOf(job.workspaceId)
    const client = yield* clients.find(job.workspaceId, job.clientId)
    const open = yield* invitations.find(job.workspaceId, job.invitationId)
    // Replaced by a newer invitation, which has a mail of its own.
    if (client === null || open === null || open.revokedAt !== null) return null
    const logo = yield* workspaces.logo(workspace.id)
    const content = composer.invitation({
      seller: sellerOf(workspace, client.language),
      hasLogo: logo !== null,
      clientName: client.name,
      invitationUrl: links.url(job.invitationId),
      expiresAt: open.expiresAt,
      message: job.message
    })
    const to = { name: client.name, address: client.email }
    const name = job.invitationId
    return mailOf(workspace, workspace.displayName, name, to, content, inlineLogo(logo))
  })
})
