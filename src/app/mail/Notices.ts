/**
 * Notices: mails that inform users of an event, queued in the event's transaction. Time and IP
 * address are read here, so a use case names only the event.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { mayManage } from "../../domain/people/Permissions.ts"
import type { User } from "../../domain/people/User.ts"
import { CurrentOrigin } from "../CurrentActor.ts"
import type { NoticeSubject } from "../ports/mail/NoticeSubject.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { MailQueue } from "./MailQueue.ts"

export class Notices extends Context.Service<
  Notices,
  {
    /** About the user's own account; to `email` instead of the user's address if it is given. */
    readonly toUser: (
      user: { readonly workspaceId: WorkspaceId; readonly id: UserId },
      subject: NoticeSubject,
      email?: string
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
      const queue = yield* MailQueue
      const users = yield* UserRepository

      const enqueue = Effect.fnUntraced(function* (
        user: User,
        subject: NoticeSubject,
        email?: string
      ) {
        const origin = yield* CurrentOrigin
        const address = origin === null ? null : origin.address()
        const at = yield* DateTime.now
        const { workspaceId, id: userId } = user
        const to = email === undefined ? {} : { email }
        const job = { kind: "notice", workspaceId, userId, subject, at, address, ...to } as const
        yield* queue.enqueue({ job, recipient: email ?? user.email, trigger: "consequence" })
      })

      return Notices.of({
        toUser: Effect.fnUntraced(function* ({ workspaceId, id }, subject, email) {
          const user = yield* users.find(workspaceId, id)
          if (user !== null) yield* enqueue(user, subject, email)
        }),
        toManagers: Effect.fnUntraced(function* (workspaceId, subject) {
          for (const { user } of yield* users.list(workspaceId)) {
            if (mayManage(user)) yield* enqueue(user, subject)
          }
        })
      })
    })
  )
}
