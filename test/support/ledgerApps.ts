/**
 * The whole API in memory and on the embedded database, on one clock that a program moves, and an
 * agency in each for every program.
 */
import { assert } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, Redacted } from "effect"
import { ClientAccounts } from "../../src/app/clients/ClientAccounts.ts"
import { Statements } from "../../src/app/clients/Statements.ts"
import { Verification } from "../../src/app/events/Verification.ts"
import { Payments } from "../../src/app/payments/Payments.ts"
import { shadowDatabaseClock } from "../../src/dev/DatabaseTime.ts"
import { makeManualClock } from "../../src/dev/ManualClock.ts"
import type { ClientAccount } from "../../src/domain/clients/ClientBoard.ts"
import type { Statement } from "../../src/domain/clients/Statement.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { ProcessorTest } from "../../src/infra/payments/ProcessorTest.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { checkTotals, foldTotals } from "../../src/infra/sql/lists/Totals.ts"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { receiptOf } from "./credits.ts"
import type { Ids, Planned } from "./ledgerPlans.ts"
import { newAddress } from "./owners.ts"
import { send, sender } from "./requests.ts"
import { layerPglite, onDatabase } from "./storages.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** What a program does in one app. */
export interface LedgerAgency {
  readonly name: string
  readonly ids: Ids
  readonly get: (path: string) => Effect.Effect<Json>
  /** The client's statement over these days, and its account. */
  readonly statement: (client: string, from: string, to: string) => Effect.Effect<Statement>
  readonly account: (client: string) => Effect.Effect<ReadonlyArray<ClientAccount>>
  /** Sends the request, and remembers the ids of what it made. */
  readonly run: (planned: Planned) => Effect.Effect<{ status: number; body: Json }>
  readonly receive: (invoice: string, amount: number, currency: string) => Effect.Effect<void>
  readonly sweep: Effect.Effect<void>
  /** The request with `Prefer: dry-run`, which changes nothing. */
  readonly rehearse: (planned: Planned) => Effect.Effect<{ status: number; body: Json }>
  /** The first difference between the rows and the log; null where there is none. */
  readonly difference: Effect.Effect<unknown>
  /** Differences between the materialised totals and the rows; none in memory. */
  readonly wrongTotals: Effect.Effect<ReadonlyArray<unknown>>
}

interface LedgerApp {
  readonly agency: (currency: string, timeZone: string) => Effect.Effect<LedgerAgency>
}

const idsOf = (list: Json): ReadonlyArray<string> =>
  list.data.map(({ id }: { readonly id: string }) => id)

/** Money of the processor comes without a request, so its rows are found in the lists. */
const rememberNew = (known: Array<string>, ids: ReadonlyArray<string>): void => {
  known.push(...ids.filter((id) => !known.includes(id)))
}

const makeApp = Effect.fnUntraced(function* (
  name: string,
  wrongTotals: LedgerAgency["wrongTotals"]
) {
  const context = yield* Effect.context<
    RetainerMemory | Payments | Verification | Statements | ClientAccounts
  >()
  const app = Context.get(context, RetainerMemory)
  const payments = Context.get(context, Payments)
  const verification = Context.get(context, Verification)
  const statements = Context.get(context, Statements)
  const accounts = Context.get(context, ClientAccounts)

  const agency = Effect.fnUntraced(function* (currency: string, timeZone: string) {
    const made = yield* app.workspace({ currency, timeZone, ownerEmail: newAddress() })
    const key = Redacted.value(made.apiKey)
    const call = (method: string, path: string, body?: object) =>
      Effect.provideContext(sender(key)(method, path, body), context)
    const get = (path: string) =>
      Effect.map(call("GET", path), ({ status, body }) => {
        assert.strictEqual(status, 200, `${name}: GET ${path} ${JSON.stringify(body)}`)
        return body
      })
    const ids: Ids = { clients: [], projects: [], invoices: [], payments: [], credits: [] }
    for (const client of ["Ada", "Bob"]) {
      const { body } = yield* call("POST", "/v1/clients", {
        name: client,
        email: `${client}@x.example`
      })
      ids.clients.push(body.id)
      const project = { name: "Site", client_id: body.id, budget: 100_000 }
      ids.projects.push((yield* call("POST", "/v1/projects", project)).body.id)
    }
    return {
      name,
      ids,
      get,
      statement: (client, from, to) =>
        Effect.orDie(
          statements.ofClient(made.workspace, client, {
            from: CalendarDate.make(from),
            to: CalendarDate.make(to)
          })
        ),
      account: (client) => Effect.orDie(accounts.account(made.workspace, client)),
      rehearse: ({ path, body }) =>
        send("POST", path(ids), { key, body: body(ids), headers: { prefer: "dry-run" } }).pipe(
          Effect.provideContext(context)
        ),
      difference: verification.verify(made.workspace).pipe(
        Effect.map(({ firstDifference }) => firstDifference),
        Effect.provideContext(context)
      ),
      run: Effect.fnUntraced(function* ({ path, body }) {
        const answer = yield* call("POST", path(ids), body(ids))
        const { id, credit } = answer.body
        if (answer.status !== 201) return answer
        if (id.startsWith("inv_")) ids.invoices.push(id)
        if (id.startsWith("pay_")) ids.payments.push(id)
        if (credit) ids.credits.push(credit.id)
        return answer
      }),
      receive: Effect.fnUntraced(function* (invoice, amount, code) {
        const receipt = receiptOf(made.workspace.id, invoice, amount, code)
        yield* Effect.orDie(payments.receive({ ...receipt, receivedAt: yield* DateTime.now }))
        const { client } = yield* get(`/v1/invoices/${invoice}`)
        rememberNew(ids.payments, idsOf(yield* get(`/v1/invoices/${invoice}/payments?limit=100`)))
        rememberNew(ids.credits, idsOf(yield* get(`/v1/clients/${client.id}/credits?limit=100`)))
      }, Effect.provideContext(context)),
      sweep: Effect.provideContext(app.sweep, context),
      wrongTotals
    } satisfies LedgerAgency
  })
  return { agency } satisfies LedgerApp
})

/** The apps in memory and on PGlite, both at this time. */
export const openApps = Effect.fnUntraced(function* (start: number) {
  const clock = makeManualClock(yield* Clock.Clock, start)
  const memory = Layer.fresh(layerRetainerMemory)
  const ports = Layer.merge(layerMemoryPorts, onDatabase(layerPglite))
  const embedded = layerRetainerMemoryOn(ProcessorTest, ports).pipe(Layer.provideMerge(layerPglite))
  return yield* Effect.gen(function* () {
    const inMemory = yield* Layer.build(memory)
    const onPglite = yield* Layer.build(Layer.fresh(embedded))
    const sql = Context.get(onPglite, MaintenanceClient)
    // Statements of the embedded database read the same clock.
    yield* Effect.provideContext(shadowDatabaseClock(start), onPglite)
    const wrongTotals = Effect.andThen(checkTotals(sql), (before) =>
      before.length > 0 ? Effect.succeed(before) : Effect.andThen(foldTotals(sql), checkTotals(sql))
    )
    return {
      now: clock.now,
      moveTo: (millis: number) => {
        clock.moveTo(millis)
        const at = new Date(millis).toISOString()
        return Effect.orDie(sql`SELECT set_config('retainer.now', ${at}, false)`)
      },
      clock: clock.clock,
      memory: inMemory,
      embedded: onPglite,
      wrongTotals
    }
  }).pipe(Effect.provideService(Clock.Clock, clock.clock))
})

export const openLedgerApps = Effect.fnUntraced(function* (start: number) {
  const { clock, memory, embedded, wrongTotals, ...time } = yield* openApps(start)
  const ofMemory = makeApp("memory", Effect.succeed([])).pipe(Effect.provideContext(memory))
  const ofPglite = makeApp("PGlite", wrongTotals).pipe(Effect.provideContext(embedded))
  const apps = yield* Effect.provideService(Effect.all([ofMemory, ofPglite]), Clock.Clock, clock)
  return { ...time, apps }
})
