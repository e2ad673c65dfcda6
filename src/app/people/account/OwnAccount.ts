/** A user's own account: name, preferences, password and e-mail address. */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { MailBoundReached } from "../../../domain/mail/MailBounds.ts"
import type { PasswordTooCommon } from "../../../domain/people/Password.ts"
import type { User } from "../../../domain/people/User.ts"
import { Journal } from "../../Journal.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import type { LinkUnusable } from "../ChoosePassword.ts"
import { type EmailLink, emailChange } from "./ChangeEmail.ts"
import { changePassword, type PasswordWrong } from "./ChangePassword.ts"

export class OwnAccount extends Context.Service<
  OwnAccount,
  {
    readonly rename: (user: User, name: string) => Effect.Effect<void>
    readonly savePreferences: (
      user: User,
      preferences: Pick<User, "language" | "keys">
    ) => Effect.Effect<void>
    readonly changePassword: (
      session: Redacted.Redacted,
      present: Redacted.Redacted,
      chosen: Redacted.Redacted
    ) => Effect.Effect<void, PasswordWrong | PasswordTooCommon>
    /** Mails a link to the new address, and a notice to the present one. */
    readonly requestEmail: (user: User, email: string) => Effect.Effect<void, MailBoundReached>
    readonly openEmailLink: (secret: string) => Effect.Effect<EmailLink, LinkUnusable>
    readonly confirmEmail: (secret: string) => Effect.Effect<EmailLink, LinkUnusable>
  }
>()("retainer/app/OwnAccount") {
  static readonly layer = Layer.effect(
    OwnAccount,
    Effect.gen(function* () {
      const users = yield* UserRepository
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      return OwnAccount.of({
        changePassword: yield* changePassword,
        ...(yield* emailChange),

        rename: useCase("OwnAccount.rename")(function* (user, name) {
          if (name === user.name) return
          yield* users.saveProfile(user.workspaceId, user.id, { name })
          yield* journal.note(user.workspaceId, "user.updated", user, { ...user, name })
        }, transact),

        savePreferences: useCase("OwnAccount.savePreferences")(function* (
          { workspaceId, id },
          { language, keys }
        ) {
          yield* users.saveProfile(workspaceId, id, { language, keys })
        }, transact)
      })
    })
  )
}
