/** A person of the agency, in one workspace. */
import { Data, Effect, Schema } from "effect"
import { Role } from "../access/Scope.ts"
import { shownId, UserId, WorkspaceId } from "../Ids.ts"
import { Language } from "../text/Language.ts"
import { EmailAddress, line } from "../text/Text.ts"

export const UserName = line(255)

export class User extends Schema.Class<User>("User")({
  id: UserId.schema,
  workspaceId: WorkspaceId.schema,
  name: UserName,
  email: EmailAddress,
  role: Role,
  /** The language of pages; null follows the browser. */
  language: Schema.NullOr(Language).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  /** Whether single keys are shortcuts on the pages (WCAG 2.2, 2.1.4). */
  keys: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(true)))
}) {}

/** Neither a page nor a user's token does more than the user's role allows. */
export class RoleTooLow extends Data.TaggedError("RoleTooLow")<{ readonly action: string }> {
  override get message() {
    return (
      `Only an owner or admin of the workspace may ${this.action}; the user of this session ` +
      "or token is a member"
    )
  }
}

export class UserNotFound extends Data.TaggedError("UserNotFound")<{ readonly id: string }> {
  override get message() {
    return `No user has the id ${shownId(this.id)}`
  }
}

/** A workspace always has an owner. */
export class LastOwner extends Data.TaggedError("LastOwner") {
  override get message() {
    return "A workspace needs an owner: make someone else one first"
  }
}

/** Only an owner appoints, changes or removes owners. */
export class OwnersOnly extends Data.TaggedError("OwnersOnly") {
  override get message() {
    return "Only an owner may do this to an owner, or make someone one"
  }
}

export class UserEmailTaken extends Data.TaggedError("UserEmailTaken")<{
  readonly email: string
}> {
  override get message() {
    return `A user with the e-mail address ${this.email} already exists in this workspace`
  }
}
