/** The mail with the link by which a user chooses a password or confirms an address. */
import { Effect } from "effect"
import { sellerOf } from "../../../domain/workspaces/Workspace.ts"
import { UserLinks } from "../../people/UserLinks.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { UserLinkRepository } from "../../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { findWorkspaceOfJob, inlineLogo, mailMaker } from "../MailParts.ts"

export const userLinkMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const workspaces = yield* WorkspaceRepository
  const users = yield* UserRepository
  const stored = yield* UserLinkRepository
  const links = yield* UserLinks
  const workspaceOf = yield* findWorkspaceOfJob
  const mailOf = yield* mailMaker
  return Effect.fnUntraced(function* (job: JobOf<"user_link">) {
    const workspace = yield* workspaceOf(job.workspaceId)
    const user = yield* users.find(job.workspaceId, job.userId)
    const link = yield* stored.find(job.workspaceId, job.linkId)
    // Used, or replaced by a newer one.
    if (user === null || link === null) return null
    const logo = yield* workspaces.logo(workspace.id)
    const content = composer.user_link({
      seller: sellerOf(workspace, user.language),
      workspaceName: workspace.name,
      hasLogo: logo !== null,
      userName: user.name,
      purpose: link.purpose,
      url: links.url(link)
    })
    const to = { name: user.name, address: link.email ?? user.email }
    return mailOf(workspace, workspace.displayName, job.linkId, to, content, inlineLogo(logo))
  })
})
