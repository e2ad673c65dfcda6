/** What became of the mails of a workspace: a credential sees the kinds that its scopes cover. */
import { Context, Effect, Layer } from "effect"
import type { MailId } from "../../domain/Ids.ts"
import {
  isAboutUsers,
  type MailKind,
  type MailStatus,
  type MailView,
  mailView,
  visibleKinds
} from "../../domain/mail/MailResource.ts"
import type { Page } from "../../domain/Page.ts"
import type { Principal } from "../../domain/Principal.ts"
import { RoleTooLow, reaches } from "../../domain/people/User.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"

export interface MailQuery {
  readonly object?: string
  readonly kind?: MailKind
  readonly status?: MailStatus
}

export class MailRecords extends Context.Service<
  MailRecords,
  {
    /** Newest first. */
    readonly list: (
      principal: Pick<Principal, "workspace" | "scopes" | "role">,
      query: MailQuery,
      page: PageRequest<MailId>
    ) => Effect.Effect<Page<MailView, MailId>, RoleTooLow>
  }
>()("retainer/app/MailRecords") {
  static readonly layer = Layer.effect(
    MailRecords,
    Effect.map(MailRepository, (mails) =>
      MailRecords.of({
        list: Effect.fnUntraced(function* (principal, { kind, ...filter }, page) {
          if (isAboutUsers(kind, filter.object) && !reaches(principal.role, "admin")) {
            return yield* new RoleTooLow({ action: "read the mails of users" })
          }
          const kinds = visibleKinds(principal).filter((one) => kind === undefined || one === kind)
          const found = yield* mails.list(principal.workspace.id, { ...filter, kinds }, page)
          return { ...found, items: found.items.map(mailView) }
        })
      })
    )
  )
}
