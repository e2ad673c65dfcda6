/**
 * `verify`: any sequence of changes verifies, and whatever is changed past the service is named.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { CreditNotes } from "../../../src/app/creditnotes/CreditNotes.ts"
import { type Difference, Verification } from "../../../src/app/events/Verification.ts"
import { Invoicing } from "../../../src/app/invoices/Invoicing.ts"
import { LogProof } from "../../../src/app/ports/events/LogProof.ts"
import { DemoData } from "../../../src/app/workspaces/DemoData.ts"
import { canonicalJson } from "../../../src/domain/text/Text.ts"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import { Database } from "../../../src/infra/postgres/Database.ts"
import { MaintenanceClient, type ReadRows } from "../../../src/infra/postgres/ReadClient.ts"
import { layerSqlPorts } from "../../../src/infra/sql/SqlPorts.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { populated } from "../../support/populated.ts"
import type { sender } from "../../support/requests.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"

const lines = [{ description: "Work", quantity: 2, unit_price: 500 }]

type Call = ReturnType<typeof sender>

type Pick = (list: string) => Effect.Effect<string, never, RetainerMemory>

const milestoneOf = (pick: Pick) =>
  Effect.flatMap(pick("projects"), (id) => pick(`projects/${id}/milestones`))

/** Changes of a workspace, each made on whatever is there: a refused one changes nothing. */
const steps: Readonly<
  Record<string, (call: Call, pick: Pick) => Effect.Effect<unknown, never, RetainerMemory>>
> = {
  client: (call) => call("POST", "/v1/clients", { name: "A", email: "a@x.example" }),
  renamed: (call, pick) =>
    Effect.flatMap(pick("clients"), (id) =>
      call("PATCH", `/v1/clients/${id}`, { name: "Renamed" })
    ),
  invited: (call, pick) =>
    Effect.flatMap(pick("clients"), (id) => call("POST", `/v1/clients/${id}/invite`, {})),
  project: (call, pick) =>
    Effect.flatMap(pick("clients"), (id) =>
      call("POST", "/v1/projects", { name: "P", client_id: id, budget: 100 })
    ),
  archived: (call, pick) =>
    Effect.flatMap(pick("projects"), (id) => call("DELETE", `/v1/projects/${id}`)),
  budget: (call, pick) =>
    Effect.flatMap(pick("projects"), (id) =>
      call("PATCH", `/v1/projects/${id}`, { budget: 7, status: "review" })
    ),
  draft: (call, pick) =>
    Effect.flatMap(pick("clients"), (id) =>
      call("POST", "/v1/invoices", { client_id: id, line_items: lines, tax_rate: 0.19 })
    ),
  edited: (call, pick) =>
    Effect.flatMap(pick("invoices"), (id) =>
      call("PATCH", `/v1/invoices/${id}`, { notes: "n", discount: 10 })
    ),
  sent: (call, pick) =>
    Effect.flatMap(pick("invoices"), (id) => call("POST", `/v1/invoices/${id}/send`, {})),
  paid: (call, pick) =>
    Effect.flatMap(pick("invoices"), (id) =>
      call("POST", `/v1/invoices/${id}/payments`, { amount: 300 })
    ),
  voided: (call, pick) =>
    Effect.flatMap(pick("invoices"), (id) => call("POST", `/v1/invoices/${id}/void`, {})),
  reminded: (call, pick) =>
    Effect.flatMap(pick("invoices"), (id) => call("POST", `/v1/invoices/${id}/remind`, {})),
  milestone: (call, pick) =>
    Effect.flatMap(pick("projects"), (id) =>
      call("POST", `/v1/projects/${id}/milestones`, { name: "M", amount: 250 })
    ),
  reached: (call, pick) =>
    Effect.flatMap(milestoneOf(pick), (id) =>
      call("PATCH", `/v1/milestones/${id}`, { status: "completed", description: "d" })
    ),
  billed: (call, pick) =>
    Effect.flatMap(milestoneOf(pick), (id) => call("POST", `/v1/milestones/${id}/invoice`, {})),
  dropped: (call, pick) =>
    Effect.flatMap(milestoneOf(pick), (id) => call("DELETE", `/v1/milestones/${id}`)),
  endpoint: (call) => call("POST", "/v1/webhook_endpoints", { url: "https://x.example/hook" }),
  month: () => TestClock.adjust("20 days"),
  swept: () => Effect.flatMap(RetainerMemory, ({ sweep }) => sweep)
}

const history = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 20 })), {
  minLength: 5,
  maxLength: 30
})

const proven = Effect.fnUntraced(function* (
  workspace: Parameters<Verification["Service"]["verify"]>[0]
) {
  return yield* (yield* Verification).verify(workspace)
})

const isData = (
  value: unknown
): value is { readonly object: unknown; readonly previous: unknown } =>
  typeof value === "object" && value !== null && "object" in value && "previous" in value

const changedByte = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(..."09aZ{\"':,é"))

const parsed = (text: string): unknown =>
  Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

layer(layerRetainerMemory)("verify in memory", (it) => {
  it.effect("any sequence of changes verifies", () =>
    Effect.gen(function* () {
      for (const given of fc.sample(history, { numRuns: 15, seed: 5 })) {
        const { call, workspace } = yield* populated
        for (const [name, which] of given) {
          const pick = (list: string) =>
            Effect.map(call("GET", `/v1/${list}?limit=100`), ({ body }) => {
              const all: ReadonlyArray<{ readonly id: string }> = body.data
              return all?.[which % all.length]?.id ?? "none"
            })
          yield* steps[name]?.(call, pick) ?? Effect.void
        }
        const verified = yield* proven(workspace)
        assert.isNull(verified.firstDifference, JSON.stringify([given, verified.firstDifference]))
        assert.isAtLeast(verified.audit, verified.events)
      }
    })
  )

  it.effect("a credit note verifies after its credit is used, which has its own events", () =>
    Effect.gen(function* () {
      const { call, workspace } = yield* populated
      const person = { name: "Ada", email: "ada@x.example" }
      const client_id = (yield* call("POST", "/v1/clients", person)).body.id
      const line_items = [{ description: "W", quantity: 1, unit_price: 500 }]
      const { id } = (yield* call("POST", "/v1/invoices", { client_id, line_items })).body
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 500 })
      const note = yield* call("POST", `/v1/invoices/${id}/credit_notes`, { reason: "Wrong" })
      yield* call("POST", `/v1/credits/${note.body.credit.id}/refund`, {})
      const { body } = yield* call("GET", `/v1/credit_notes/${note.body.id}`)
      assert.strictEqual(body.status, "refunded")
      assert.isNull((yield* proven(workspace)).firstDifference)
    })
  )

  it.effect("milestones that are billed, freed by a void and deleted verify at each step", () =>
    Effect.gen(function* () {
      const { call, workspace, ids } = yield* populated
      const isSound = Effect.map(proven(workspace), ({ firstDifference }) =>
        assert.isNull(firstDifference)
      )
      const made = yield* call("POST", `/v1/projects/${ids.project}/milestones`, {
        name: "Launch",
        amount: 250
      })
      const path = `/v1/milestones/${made.body.id}`
      yield* isSound
      yield* call("PATCH", path, { status: "completed", description: "done" })
      yield* isSound
      const billed = yield* call("POST", `${path}/invoice`, {})
      assert.strictEqual(billed.status, 201)
      yield* isSound
      yield* call("POST", `/v1/invoices/${billed.body.id}/void`, {})
      yield* isSound
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      yield* isSound
    })
  )

  it.effect("a change that is made while it reads is no difference", () =>
    Effect.gen(function* () {
      const { call, workspace, ids } = yield* populated
      const memory = yield* Effect.context<RetainerMemory>()
      const proof = yield* LogProof
      let changes = 0
      const whileItChanges = LogProof.of({
        ...proof,
        latest: (...page) =>
          Effect.tap(proof.latest(...page), () => {
            changes += 1
            return changes > 2
              ? Effect.void
              : Effect.provide(
                  call("PATCH", `/v1/clients/${ids.client}`, { name: `Changed ${changes}` }),
                  memory
                )
          })
      })
      const { firstDifference } = yield* proven(workspace).pipe(
        Effect.provide(
          Layer.provide(Layer.fresh(Verification.layer), Layer.succeed(LogProof, whileItChanges))
        )
      )
      assert.deepStrictEqual([firstDifference, changes], [null, 3])
    })
  )

  it.effect("any other byte in what was recorded is found, at its place", () =>
    Effect.gen(function* () {
      const { workspace } = yield* populated
      const store = yield* MemoryStore
      const before = yield* store.state
      const events = before.log.flatMap((entry) =>
        entry.workspaceId === workspace.id && entry.event !== null ? [entry] : []
      )
      let tried = 0
      for (const [which, where, byte] of fc.sample(changedByte, { numRuns: 300, seed: 5 })) {
        const entry = events[which % events.length]
        if (entry === undefined) return assert.fail("nothing is recorded")
        const text = JSON.stringify(entry.data)
        const at = where % text.length
        const data = parsed(text.slice(0, at) + byte + text.slice(at + 1))
        if (!isData(data) || canonicalJson(data) === canonicalJson(entry.data)) continue
        tried += 1
        yield* store.update((state) => ({
          ...state,
          log: state.log.map((one) => (one === entry ? { ...one, data } : one))
        }))
        const { firstDifference } = yield* proven(workspace)
        yield* store.update(() => before)
        const { sequence } = entry.event ?? entry.audit
        assert.deepInclude(firstDifference, { in: "events", sequence })
      }
      assert.isAbove(tried, 50)
    })
  )
})

/** Tampering with database access, and the finding that names it. */
const tampering: ReadonlyArray<
  readonly [statement: string, said: Partial<Difference>, what: RegExp]
> = [
  [
    `UPDATE events SET data = jsonb_set(data, '{object,name}', '"x"') WHERE sequence = 3`,
    { in: "events", sequence: 3 },
    /not what its hash/
  ],
  [
    "UPDATE events SET type = 'client.updated' WHERE sequence = 2",
    { in: "events", sequence: 2 },
    /hash/
  ],
  ["DELETE FROM events WHERE sequence = 4", { in: "events", sequence: 5 }, /^4 is missing/],
  [
    "UPDATE events SET sequence = CASE sequence WHEN 2 THEN 1002 WHEN 3 THEN 2 END WHERE sequence IN (2, 3)",
    { in: "events", sequence: 2 },
    /does not follow/
  ],
  [
    `UPDATE events SET hash = sha256('x') WHERE sequence = 5`,
    { in: "events", sequence: 5 },
    /not what its hash/
  ],
  [
    "DELETE FROM events WHERE sequence = (SELECT max(sequence) FROM events)",
    { in: "events", sequence: null },
    /^ends at/
  ],
  ["UPDATE counters SET head = sha256('x') WHERE name = 'event'", { in: "events" }, /^ends at/],
  [
    `UPDATE events SET actor = jsonb_set(actor, '{name}', '"Mallory"') WHERE audit_sequence = 2`,
    { in: "audit", sequence: 2 },
    /hash/
  ],
  [
    "UPDATE events SET address = '192.0.2.1' WHERE audit_sequence = 3",
    { in: "audit", sequence: 3 },
    /hash/
  ],
  ["DELETE FROM events WHERE audit_sequence = 1", { in: "audit", sequence: 2 }, /^1 is missing/],
  // As an older process wrote an event: without a line in the audit log.
  [
    `WITH ends AS (UPDATE counters SET audit_value = audit_value - 1,
        audit_head = audit_previous_head WHERE name = 'event')
      UPDATE events SET audit_sequence = NULL, hash = sha256('x')
      WHERE audit_sequence = (SELECT max(audit_sequence) FROM events)`,
    { in: "events", sequence: 58 },
    /not what its hash/
  ],
  [
    "UPDATE invoices SET notes = 'x' WHERE number = 'INV-0002'",
    { in: "resource" },
    /^notes is "x"/
  ],
  ["UPDATE clients SET email = 'x@x.example'", { in: "resource" }, /^email is "x@x\.example"/],
  ["UPDATE projects SET budget = 1", { in: "resource" }, /^budget is 1, by the log 1500000/],
  [
    "DELETE FROM invoices WHERE number = 'INV-0003'",
    { in: "resource" },
    /the invoice is not there/
  ],
  [
    `INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
      SELECT workspace_id, gen_random_uuid(), name, email, portal_access, created_at, updated_at
      FROM clients LIMIT 1`,
    { in: "resource" },
    /the client is in no event/
  ],
  [
    "UPDATE counters SET value = value + 1 WHERE name = 'invoice_number'",
    { in: "numbers" },
    /gave out 13 numbers/
  ],
  [
    "UPDATE counters SET value = value + 1 WHERE name = 'credit_note_number'",
    { in: "numbers" },
    /credit notes and gave out/
  ],
  [
    "UPDATE credit_notes SET total = total + 1, subtotal = subtotal + 1",
    { in: "resource" },
    /^subtotal is/
  ],
  [
    "UPDATE payments SET amount = amount + 1 WHERE id = (SELECT id FROM payments LIMIT 1)",
    { in: "ledger" },
    /are paid; its payments are/
  ],
  ["DELETE FROM payments", { in: "ledger" }, /its payments are 0/]
]

/** Reads in the transactions of this client, and so sees what is not committed. */
const verifyingBy = (sql: SqlClient.SqlClient) => {
  const layerInside = Verification.layer.pipe(Layer.provide(layerSqlPorts), Layer.fresh)
  return Effect.fnUntraced(function* (workspace: Parameters<Verification["Service"]["verify"]>[0]) {
    // Compiled statements bypass the client.
    const rows: ReadRows = ({ text, parameters }) => sql.unsafe(text, parameters)
    const database = { ...(yield* Database), rows }
    return yield* proven(workspace).pipe(
      Effect.provide(layerInside),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provideService(Database, database)
    )
  })
}

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) => {
  const ports = Layer.merge(layerMemoryPorts, onDatabase(database).pipe(Layer.orDie))
  const app = layerRetainerMemoryOn(ProcessorTest, ports).pipe(
    Layer.provideMerge(database.pipe(Layer.orDie))
  )
  layer(app, { excludeTestServices: true, timeout: "60 seconds" })(name, (it) => {
    it.effect("what was changed past the service is named, each at its place", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const inside = verifyingBy(sql)
        const { workspace } = yield* (yield* RetainerMemory).workspace()
        yield* (yield* DemoData).add(workspace, 12, () => Effect.void)
        const page = { limit: 20, after: null }
        const { items } = yield* (yield* Invoicing).list(workspace, { status: "overdue" }, page)
        // Others are tampered with below.
        const sent = items.find(({ number }) => !/-000[23]$/.test(number))
        const part = { lines: [{ line: 0, amountMinor: 1 }], reason: "Too much" }
        yield* (yield* CreditNotes).create(workspace, sent?.id ?? "", part)
        const sound = yield* proven(workspace)
        assert.isNull(sound.firstDifference)
        assert.deepInclude(sound, { events: 58, audit: 62, invoices: 12, creditNotes: 2 })
        for (const [statement, said, what] of tampering) {
          const found = yield* Effect.flip(
            sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`SET LOCAL session_replication_role = replica`
                yield* sql.unsafe(statement)
                const { firstDifference } = yield* inside(workspace)
                return yield* Effect.fail({ found: firstDifference })
              })
            )
          )
          const difference = "found" in found ? found.found : assert.fail(`${statement}: ${found}`)
          assert.isNotNull(difference, statement)
          assert.deepInclude(difference, said, statement)
          assert.match(difference?.what ?? "", what, statement)
        }
        assert.isNull((yield* proven(workspace)).firstDifference)
      })
    )
  })
}

suite("verify on PGlite", layerPglite)
suite("verify on PostgreSQL", layerPostgres)
