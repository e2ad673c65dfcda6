/** The records of a workspace's mails: a credential sees the kinds that its scopes cover. */
import { Context, Effect, Layer } from "effect"
import type { Principal } from "../../domain/access/Principal.ts"
import { scopes } from "../../domain/access/Scope.ts"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import type { MailId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import {
  isAboutUsers,
  type MailKind,
  type MailListed,
  type MailNotFound,
  type MailNotRepeatable,
  type MailStatus,
  type MailView,
  mailView,
  visibleObjects
} from "../../domain/mail/MailResource.ts"
import type { Page } from "../../domain/Page.ts"
import { may, refusedAction } from "../../domain/people/Permissions.ts"
import { RoleTooLow, type User } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type MailFilter, MailRepository } from "../ports/mail/MailRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { resendMail } from "./ResendMail.ts"

interface MailQuery {
  readonly object?: string
  readonly kind?: MailKind
  readonly status?: MailStatus
}

/** The mails of the query that the reader may see. */
const filterOf = (query: MailQuery, reader: Parameters<typeof visibleObjects>[0]): MailFilter => ({
  ...query,
  objects: visibleObjects(reader)
})

type ResendRefused =
  | MailNotFound
  | MailNotRepeatable
  | MailBoundReached
  | ClientNotFound
  | Invalid
  | PreconditionFailed
  | RoleTooLow

export class MailRecords extends Context.Service<
  MailRecords,
  {
    /** Newest first. */
    readonly list: (
      principal: Pick<Principal, "workspace" | "scopes" | "role">,
      query: MailQuery,
      page: PageRequest<MailId>
    ) => Effect.Effect<Page<MailView, MailId>, RoleTooLow>
    /** The same for a user's page, with the name of each mail's object. */
    readonly listFor: (
      user: User,
      query: MailQuery,
      page: PageRequest<MailId>
    ) => Effect.Effect<Page<MailListed, MailId>>
    readonly resend: (workspace: Workspace, id: string) => Effect.Effect<void, ResendRefused>
  }
>()("retainer/app/MailRecords") {
  static readonly layer = Layer.effect(
    MailRecords,
    Effect.gen(function* () {
      const mails = yield* MailRepository
      return MailRecords.of({
        resend: yield* resendMail,
        listFor: ({ workspaceId, role }, query, page) =>
          mails.list(workspaceId, filterOf(query, { scopes: new Set(scopes), role }), page),
        list: Effect.fnUntraced(function* (principal, query, page) {
          if (isAboutUsers(query.kind, query.object) && !may(principal.role, "userMails")) {
            return yield* new RoleTooLow({ action: refusedAction("userMails") })
          }
          const filter = filterOf(query, principal)
          const found = yield* mails.list(principal.workspace.id, filter, page)
          return { ...found, items: found.items.map(mailView) }
        })
      })
    })
  )
}
