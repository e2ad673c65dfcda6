/** A person of the agency, in one workspace. */
import { Data, Schema } from "effect"
import { UserId, WorkspaceId } from "./Ids.ts"
import { EmailAddress, line } from "./Text.ts"

export const Role = Schema.Literals(["owner", "admin", "member"])
export type Role = typeof Role.Type

export class User extends Schema.Class<User>("User")({
  id: UserId.schema,
  workspaceId: WorkspaceId.schema,
  name: line(255),
  email: EmailAddress,
  role: Role
}) {}

/** A password that may be chosen: 10 to 200 characters. */
export const Password = Schema.String.check(
  Schema.isMinCodePoints(10, { message: "must be at least 10 characters" }),
  Schema.isMaxCodePoints(200, { message: "must be at most 200 characters" })
)

export class UserEmailTaken extends Data.TaggedError("UserEmailTaken")<{
  readonly email: string
}> {
  override get message() {
    return `A user with the e-mail address ${this.email} already exists in this workspace`
  }
}
