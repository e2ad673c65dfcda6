/** Changes of a client, and equality of its mailboxes. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { CountryCode } from "../../../src/domain/address/Country.ts"
import { invite, make, revise, sameMailbox } from "../../../src/domain/clients/Client.ts"
import { ClientId, WorkspaceId } from "../../../src/domain/Ids.ts"

const uuid = "0190a5b0-0000-7000-8000-00000000000c"
const now = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")
const later = DateTime.add(now, { minutes: 1 })
const address = {
  line1: "Main Street 1",
  city: "Berlin",
  state: "",
  postalCode: "10115",
  country: CountryCode.make("DE")
}

const client = make(
  ClientId.fromUuid(uuid),
  WorkspaceId.fromUuid(uuid),
  { name: "Ada", email: "ada@example.com", notes: "VIP" },
  now
)

describe("a client", () => {
  it("begins without access to the portal, and with null for what was not given", () => {
    assert.deepInclude(client, { company: null, phone: null, address: null, notes: "VIP" })
    assert.deepInclude(client, { portalAccess: false, portalLastSeen: null, updatedAt: now })
  })

  it("is the very same where a patch holds nothing", () => {
    assert.strictEqual(revise(client, {}, later), client)
  })

  it("keeps what a patch does not name, and loses what it sets to null", () => {
    const moved = revise(client, { company: "Acme", notes: null, address }, later)
    assert.deepInclude(moved, { name: "Ada", company: "Acme", notes: null, updatedAt: later })
    assert.strictEqual(moved.address?.line1, "Main Street 1")
    assert.isNull(revise(moved, { address: null }, later).address)
    assert.strictEqual(revise(moved, { phone: "1" }, later).address, moved.address)
  })

  it("has another mailbox when more than letter case changes", () => {
    assert.isTrue(sameMailbox("Ada@Example.com", "ada@example.COM"))
    assert.isFalse(sameMailbox("ada@example.com", "ada@example.org"))
  })

  it("gets access with an invitation, and is left as it is by the next", () => {
    const invited = invite(client, later)
    assert.deepInclude(invited, { portalAccess: true, updatedAt: later })
    assert.strictEqual(invite(invited, DateTime.add(later, { days: 1 })), invited)
  })
})
