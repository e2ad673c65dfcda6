/**
 * Home's use cases on memory: what a role sees, what the months and years add up to, reminders of
 * a client within the bounds, and sample data that comes once.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRole } from "../../../src/app/CurrentActor.ts"
import { Home } from "../../../src/app/home/Home.ts"
import { SampleData } from "../../../src/app/home/SampleData.ts"
import { Reminders } from "../../../src/app/invoices/reminders/Reminders.ts"
import { HomeRepository } from "../../../src/app/ports/home/HomeRepository.ts"
import type { Role } from "../../../src/domain/access/Scope.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { User } from "../../../src/domain/people/User.ts"
import type { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"

const signedIn = (workspace: Workspace, role: Role) => ({
  workspace,
  user: new User({
    ...{ id: UserId.fromUuid(uuid), workspaceId: workspace.id },
    ...{ name: "Uma", email: "uma@x.example", role }
  })
})

const facts = { overdue: 2, isSimulated: true }

const setUp = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-25T12:00:00Z"))
  const { workspace, apiKey } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })).body
  const send = Effect.fnUntraced(function* (due: string, fields: object = {}) {
    const { body } = yield* call("POST", "/v1/invoices", {
      ...{ client_id: client.id, issue_date: "2025-01-01", due_date: due },
      line_items: [{ description: "Work", quantity: 1, unit_price: 1000 }],
      ...fields
    })
    yield* call("POST", `/v1/invoices/${body.id}/send`)
    return body
  })
  return { workspace, apiKey, call, client, send }
})

layer(layerRetainerMemory)("Home", (it) => {
  it.effect("adds up the months and both years so far", () =>
    Effect.gen(function* () {
      const { workspace, call, send } = yield* setUp
      const pay = Effect.fnUntraced(function* (amount: number, paid_at: string, fields = {}) {
        const { id } = yield* send("2026-12-31", fields)
        const path = `/v1/invoices/${id}/payments`
        yield* call("POST", path, { amount, paid_at: `${paid_at}T10:00:00Z` })
      })
      yield* pay(1, "2025-11-25")
      yield* pay(20, "2025-11-26")
      yield* pay(300, "2026-01-01", { issue_date: "2025-12-31" })
      yield* pay(400, "2026-11-25", { issue_date: "2026-11-01" })
      yield* pay(7, "2026-03-03", { currency: "EUR", issue_date: "2026-03-03" })
      const view = yield* (yield* Home).read(signedIn(workspace, "owner"), facts)
      assert.deepStrictEqual(
        view.collected.map(({ currency, ...amounts }) => [currency, ...Object.values(amounts)]),
        [
          ["EUR", 7, 0],
          ["USD", 700, 1]
        ]
      )
      assert.lengthOf(view.months, 12)
      assert.deepStrictEqual(
        view.months
          .filter(({ billedMinor, collectedMinor }) => billedMinor + collectedMinor > 0)
          .map(({ month, ...amounts }) => [month.name, ...Object.values(amounts)]),
        [
          ["2025-12", 1000, 0],
          ["2026-01", 0, 300],
          ["2026-11", 1000, 400]
        ]
      )
      assert.strictEqual(view.receivables[0]?.currency, "USD")
      assert.strictEqual(view.receivables[0]?.totalMinor, 4000 - 721)
    })
  )

  it.effect("shows members nothing that only others can do", () =>
    Effect.gen(function* () {
      const { workspace } = yield* setUp
      const { read } = yield* Home
      const kinds = Effect.fnUntraced(function* (role: Role, known = facts) {
        const { attention } = yield* read(signedIn(workspace, role), known)
        return attention.map(({ kind }) => kind)
      })
      assert.deepStrictEqual(yield* kinds("admin"), ["reminders_off", "test_processor"])
      assert.deepStrictEqual(yield* kinds("member"), [])
      assert.deepStrictEqual(yield* kinds("owner", { overdue: 0, isSimulated: false }), [])
    })
  )

  it.effect("reminds a client once a day of every overdue invoice, within the bounds", () =>
    Effect.gen(function* () {
      const { workspace, call, client, send } = yield* setUp
      const { remindClient } = yield* Reminders
      const remind = remindClient(workspace, client.id)
      assert.strictEqual(yield* remind, 0)
      const first = yield* send("2026-11-01")
      yield* send("2026-11-25")
      yield* call("POST", `/v1/invoices/${first.id}/remind`)
      const second = yield* send("2026-11-02")
      assert.strictEqual(yield* remind, 1)
      const after = (yield* call("GET", `/v1/mails?object=${second.id}&kind=reminder`)).body
      assert.lengthOf(after.data, 1)
      assert.strictEqual(yield* remind, 0)
      const types = (yield* call("GET", "/v1/events?limit=100")).body.data.map(
        ({ type }: { type: string }) => type
      )
      assert.strictEqual(types.filter((type: string) => type === "invoice.reminded").length, 2)
      // 20 mails in 24 hours to one address, of which two are used.
      for (let at = 0; at < 19; at++) yield* send("2026-11-03")
      assert.strictEqual(yield* remind, 18)
      const refused = yield* Effect.flip(remind)
      assert.strictEqual(refused._tag, "MailBoundReached")
      yield* TestClock.adjust("25 hours")
      assert.strictEqual(yield* remind, 20)
    })
  )

  it.effect("refuses members, and knows no client of another workspace", () =>
    Effect.gen(function* () {
      const { client, send } = yield* setUp
      const other = yield* setUp
      yield* send("2026-11-01")
      const { remindClient } = yield* Reminders
      const foreign = yield* Effect.flip(remindClient(other.workspace, client.id))
      assert.strictEqual(foreign._tag, "ClientNotFound")
      const hostile = yield* Effect.flip(remindClient(other.workspace, "'; DROP TABLE clients"))
      assert.strictEqual(hostile._tag, "ClientNotFound")
      const refused = yield* Effect.flip(
        Effect.provideService(remindClient(other.workspace, other.client.id), CurrentRole, "member")
      )
      assert.strictEqual(refused._tag, "RoleTooLow")
    })
  )

  it.effect("fills an empty workspace with sample data once, also twice at once", () =>
    Effect.gen(function* () {
      const { workspace } = yield* (yield* RetainerMemory).workspace()
      const samples = yield* SampleData
      const { counts } = yield* HomeRepository
      const fill = samples.fill(workspace)
      const refused = yield* Effect.flip(Effect.provideService(fill, CurrentRole, "member"))
      assert.strictEqual(refused._tag, "RoleTooLow")
      const filled = yield* Effect.all([fill, fill], { concurrency: 2 })
      assert.deepStrictEqual(filled.toSorted(), [false, true])
      const before = yield* counts(workspace.id)
      assert.isAbove(before.invoices, 10)
      assert.isFalse(yield* fill)
      assert.deepStrictEqual(yield* counts(workspace.id), before)
      const { workspace: used } = yield* setUp
      assert.isFalse(yield* samples.fill(used))
    })
  )
})
