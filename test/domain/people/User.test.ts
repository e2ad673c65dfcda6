/** Who may change settings, and which passwords may be chosen. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { UserId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { mayManage, Password, Role, User } from "../../../src/domain/people/User.ts"

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

describe("a password", () => {
  it("has 10 to 200 characters, however many units each takes", () => {
    const isPassword = Schema.is(Password)
    for (const character of ["a", "ä", "🔑"]) {
      assert.deepStrictEqual(
        [9, 10, 200, 201].map((length) => isPassword(character.repeat(length))),
        [false, true, true, false]
      )
    }
  })
})
