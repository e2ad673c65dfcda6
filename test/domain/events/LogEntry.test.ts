/** The canonical forms of the log, by their definition, and what a line of the audit log shows. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { operatorActor } from "../../../src/domain/access/Actor.ts"
import { canonicalEntry, changeOf, halves, joined } from "../../../src/domain/events/LogEntry.ts"
import { EventId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { canonicalJson } from "../../../src/domain/text/Text.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const entry = {
  id: EventId.fromUuid(uuid),
  workspaceId: WorkspaceId.fromUuid(uuid),
  type: "invoice.updated",
  createdAt: DateTime.makeUnsafe("2026-03-01T12:00:00.120Z"),
  data: {
    object: { id: "inv_1", notes: "é\u2028\n", lines: [{ b: 1, a: 0.19 }], same: { y: 1, x: 2 } },
    previous: { id: "inv_1", notes: null, lines: [{ a: 0.19, b: 1 }], same: { x: 2, y: 1 } }
  },
  actor: operatorActor,
  address: null,
  requestId: null
}

describe("canonical forms", () => {
  it("of an event are those of its JSON", () => {
    const { data, event } = canonicalEntry(entry)
    assert.strictEqual(data, canonicalJson(entry.data))
    const text = joined(event, 7)
    assert.strictEqual(text, canonicalJson(JSON.parse(text)))
    assert.deepStrictEqual(JSON.parse(text), {
      id: entry.id,
      type: "invoice.updated",
      created_at: "2026-03-01T12:00:00.120Z",
      workspace_id: entry.workspaceId,
      sequence: 7,
      data: entry.data
    })
  })

  it("of a line show who, what and the fields that differ", () => {
    const text = joined(canonicalEntry(entry).audit, 12)
    assert.strictEqual(text, canonicalJson(JSON.parse(text)))
    assert.deepStrictEqual(JSON.parse(text), {
      id: entry.id.replace("evt_", "aud_"),
      sequence: 12,
      at: "2026-03-01T12:00:00.120Z",
      actor: { type: "system", id: null, name: "Command line", user: null },
      address: null,
      request_id: null,
      action: "invoice.updated",
      object: { type: "invoice", id: "inv_1" },
      before: { notes: null },
      after: { notes: "é\u2028\n" }
    })
  })

  it("are the same in halves, whatever the members are called", () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(members, fc.nat(), ({ sequence: _, ...given }, sequence) => {
        const texts = Object.fromEntries(
          Object.entries(given).map(([key, item]) => [key, canonicalJson(item)])
        )
        assert.strictEqual(joined(halves(texts), sequence), canonicalJson({ ...given, sequence }))
      })
    )
  })
})

describe("a change", () => {
  const one = { id: "proj_1", name: "A" }
  it("shows all of what came and went, what differs of the rest, and nothing of what stayed", () => {
    assert.deepStrictEqual(changeOf("project.created", { object: one, previous: null }), {
      before: null,
      after: one
    })
    assert.deepStrictEqual(changeOf("task.deleted", { object: one, previous: null }), {
      before: one,
      after: null
    })
    const renamed = { ...one, name: "B" }
    assert.deepStrictEqual(changeOf("project.updated", { object: renamed, previous: one }), {
      before: { name: "A" },
      after: { name: "B" }
    })
    assert.deepStrictEqual(changeOf("client.invited", { object: one, previous: null }), {
      before: null,
      after: null
    })
  })
})
