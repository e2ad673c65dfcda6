/** Roles that may change settings. */
import { assert, describe, it } from "@effect/vitest"
import { Role } from "../../../src/domain/access/Scope.ts"
import { UserId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { mayManage } from "../../../src/domain/people/Permissions.ts"
import { User } from "../../../src/domain/people/User.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const userOf = (role: Role) =>
  new User({
    id: UserId.fromUuid(uuid),
    workspaceId: WorkspaceId.fromUuid(uuid),
    name: "Ada",
    email: "ada@x.example",
    role
  })

describe("a role", () => {
  it("owners and admins change settings, members do not", () => {
    assert.deepStrictEqual(
      Role.literals.map((role) => [role, mayManage(userOf(role))]),
      [
        ["owner", true],
        ["admin", true],
        ["member", false]
      ]
    )
  })
})
