/** The table of what users may do, as the specification of the pages has it. */
import { assert, describe, it } from "@effect/vitest"
import { Role } from "../../../src/domain/access/Scope.ts"
import { type Action, may } from "../../../src/domain/people/Permissions.ts"

const expected: Readonly<Record<Action, string>> = {
  read: "owner admin member",
  work: "owner admin member",
  draft: "owner admin member",
  send: "owner admin",
  remind: "owner admin",
  pay: "owner admin",
  reverse: "owner admin",
  void: "owner admin",
  credit: "owner admin",
  refund: "owner admin",
  invite: "owner admin",
  portal: "owner admin",
  settings: "owner admin",
  audit: "owner admin",
  userMails: "owner admin",
  owners: "owner",
  export: "owner",
  delete: "owner"
}

describe("permissions", () => {
  it.each(Object.keys(expected))("%s", (name) => {
    const action = Object.keys(expected).find((one): one is Action => one === name)
    if (action === undefined) return assert.fail(name)
    const allowed = Role.literals.filter((role) => may(role, action))
    assert.deepStrictEqual(allowed, expected[action].split(" "))
    assert.isTrue(may(null, action), "an API key has no role")
  })
})
