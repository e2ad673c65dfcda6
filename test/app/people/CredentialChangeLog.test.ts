/** The log of changes forgets towards safety. */
import { assert, describe, it } from "@effect/vitest"
import { makeCredentialChangeLog } from "../../../src/app/people/CredentialChangeLog.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"

const id = (digit: number) => WorkspaceId.fromUuid(`0190a5b0-0000-7000-8000-00000000000${digit}`)

describe("the log of changes to credentials", () => {
  it("tells so many workspaces apart; beyond them everything counts as changed", () => {
    const { tell, changes } = makeCredentialChangeLog({ areHeard: true, capacity: 2 })
    const since = changes.count()
    tell(id(1))
    tell(id(2))
    assert.isTrue(changes.isCurrent(id(3), since))
    assert.isFalse(changes.isCurrent(id(1), since))
    tell(id(4))
    for (const digit of [1, 2, 3, 4]) assert.isFalse(changes.isCurrent(id(digit), since))
    const later = changes.count()
    tell(id(1))
    assert.isTrue(changes.isCurrent(id(2), later))
    assert.isFalse(changes.isCurrent(id(1), later))
  })

  it("trusts nothing that was read before it began to hear, or while it did not", () => {
    const { hear, changes } = makeCredentialChangeLog({ areHeard: false })
    const deaf = changes.count()
    hear(true)
    assert.isTrue(changes.areHeard())
    assert.isFalse(changes.isCurrent(id(1), deaf))
    const hearing = changes.count()
    hear(true)
    assert.isTrue(changes.isCurrent(id(1), hearing))
    hear(false)
    assert.isFalse(changes.isCurrent(id(1), hearing))
  })
})
