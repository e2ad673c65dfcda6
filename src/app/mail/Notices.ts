/**
 * Notices: mails that inform users of something that happened, queued in its transaction. When it happened
 * and from which IP address are read here, so that a use case says only what.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { mayManage } from "../../domain/people/User.ts"
import { CurrentOrigin } from "../Acting.ts"
import { MailOutbox } from "../ports/mail/MailOutbox.ts"
import type { NoticeSubject } from "../ports/mail/NoticeSubject.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"

export class Notices extends Context.Service<
  Notices,
  {
    /** About the user's own account. */
    readonly toUser: (
      user: { readonly workspaceId: WorkspaceId; readonly id: UserId },
      subject: NoticeSubject
    ) => Effect.Effect<void, never, Transaction>
    /** To every owner and admin. */
    readonly toManagers: (
      workspaceId: WorkspaceId,
      subject: NoticeSubject
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const users = yield* UserRepository

      const toUser = Effect.fnUntraced(function* (
        { workspaceId, id: userId }: { readonly workspaceId: WorkspaceId; readonly id: UserId },
        subject: NoticeSubject
      ) {
        const origin = yield* CurrentOrigin
        const address = origin === null ? null : origin.address()
        const at = yield* DateTime.now
        yield* outbox.offer({ kind: "notice", workspaceId, userId, subject, at, address })
      })

      return Notices.of({
        toUser,
        toManagers: Effect.fnUntraced(function* (workspaceId, subject) {
          for (const { user } of yield* users.list(workspaceId)) {
            if (mayManage(user)) yield* toUser(user, subject)
          }
        })
      })
    })
  )
}
