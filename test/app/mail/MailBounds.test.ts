/**
 * The bounds on mails: a caller's mail is refused beyond a bound, a consequence is recorded and not
 * sent.
 */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { MailRepository } from "../../../src/app/ports/mail/MailRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { MailId } from "../../../src/domain/Ids.ts"
import { mailsByPlan, mailsToOneAddress } from "../../../src/domain/mail/MailBounds.ts"
import type { MailStored } from "../../../src/domain/mail/MailResource.ts"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import { layerPostgresServer } from "../../../src/infra/postgres/Database.ts"
import { RateLimitsOff } from "../../../src/infra/ratelimit/RateLimitsBucket.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  layerRetainerMemoryWith,
  RetainerMemory
} from "../../../src/testing/RetainerMemory.ts"
import { random } from "../../support/records.ts"
import { sender } from "../../support/requests.ts"
import { migratedDatabase, onDatabase } from "../../support/storages.ts"

const stranger = "stranger@x.example"

const start = Effect.gen(function* () {
  const created = yield* (yield* RetainerMemory).workspace({ plan: "growth" })
  const call = sender(created.apiKey)
  const client = Effect.fnUntraced(function* (email = stranger) {
    return (yield* call("POST", "/v1/clients", { name: "Ada", email })).body.id
  })
  const invite = (id: string) => call("POST", `/v1/clients/${id}/invite`)
  const inviteAll = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => Effect.flatMap(client(), invite))
  const mails = (query: string) =>
    Effect.map(call("GET", `/v1/mails?limit=100&${query}`), ({ body }) => body)
  return { ...created, call, client, invite, inviteAll, mails }
})

/** Runs the workers until no mail is queued; time does not move. */
const settled = (
  mails: (query: string) => Effect.Effect<{ data: ReadonlyArray<unknown> }, never, RetainerMemory>
): Effect.Effect<void, never, RetainerMemory> =>
  Effect.flatMap(mails("status=queued"), ({ data }) =>
    data.length === 0
      ? Effect.void
      : Effect.andThen(
          Effect.yieldNow,
          Effect.suspend(() => settled(mails))
        )
  )

layer(layerRetainerMemory)("the bounds on mails", (it) => {
  it.effect("20 to one address in any 24 hours, and beyond them nothing is written", () =>
    Effect.gen(function* () {
      const { call, client, invite, inviteAll, mails } = yield* start
      yield* inviteAll(mailsToOneAddress - 1)
      yield* TestClock.adjust("1 hour")
      yield* inviteAll(1)
      const last = yield* client("Stranger@X.example")
      const refused = yield* invite(last)
      assert.strictEqual(refused.status, 429)
      assert.deepStrictEqual(Object.keys(refused.body.error), ["code", "message", "status"])
      assert.include(refused.body.error.message, "at most 20 mails in 24 hours to one address")
      assert.strictEqual(refused.headers.get("retry-after"), String(23 * 3600))
      assert.strictEqual((yield* mails("")).meta.total, mailsToOneAddress)
      assert.isFalse((yield* call("GET", `/v1/clients/${last}`)).body.portal_access)
      assert.strictEqual((yield* invite(yield* client("other@x.example"))).status, 200)
      yield* TestClock.adjust(`${23 * 3600 - 1} seconds`)
      assert.strictEqual((yield* invite(last)).status, 429)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* invite(last)).status, 200)
    })
  )

  it.effect("a reminder by hand is refused too, and can be repeated with its key later", () =>
    Effect.gen(function* () {
      const { call, client, inviteAll } = yield* start
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: yield* client(),
        line_items: [{ description: "x", quantity: 1, unit_price: 100 }]
      })).body
      yield* inviteAll(mailsToOneAddress)
      // The first mail of a document counts towards no bound.
      assert.strictEqual((yield* call("POST", `/v1/invoices/${invoice.id}/send`)).status, 200)
      const remind = call("POST", `/v1/invoices/${invoice.id}/remind`)
      assert.strictEqual((yield* remind).status, 429)
      yield* TestClock.adjust("24 hours")
      assert.strictEqual((yield* remind).status, 200)
    })
  )

  it.effect("what follows from something else is never refused, and is not sent", () =>
    Effect.gen(function* () {
      const { call, client, inviteAll, mails } = yield* start
      const inbox = yield* Inbox
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: yield* client(),
        line_items: [{ description: "x", quantity: 1, unit_price: 100 }]
      })).body
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      const pay = call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 1 })
      yield* pay
      yield* inviteAll(mailsToOneAddress - 1)
      yield* settled(mails)
      const before = yield* inbox.attempts
      assert.strictEqual((yield* pay).status, 201)
      yield* settled(mails)
      assert.strictEqual(yield* inbox.attempts, before)
      const [beyond, within] = (yield* mails("kind=receipt")).data
      assert.strictEqual(within.status, "sent")
      assert.deepStrictEqual(
        [beyond.status, beyond.attempts, beyond.sent_at, beyond.last_error],
        [
          ...["failed", 0, null],
          "Not sent: a workspace sends at most 20 mails in 24 hours to one address"
        ]
      )
      // It was not sent, so it does not count.
      yield* TestClock.adjust("24 hours")
      yield* inviteAll(mailsToOneAddress)
    })
  )

  it.effect("as many a day as the plan has, to whomever", () =>
    Effect.gen(function* () {
      const { client, invite, workspace, mails } = yield* start
      const repository = yield* MailRepository
      const { transact } = yield* UnitOfWork
      const generator = yield* random
      const first = yield* client()
      yield* invite(first)
      yield* settled(mails)
      const sent = yield* repository.list(
        workspace.id,
        { kind: "invitation" },
        { limit: 1, after: null }
      )
      const [sample] = sent.items
      if (sample === undefined) return assert.fail("no mail")
      const another = (n: number) =>
        Effect.map(
          MailId.next(generator),
          (id): MailStored => ({ ...sample, id, recipient: `${n}@x.example` })
        )
      for (let n = 1; n < mailsByPlan.growth; n++) {
        yield* transact(Effect.flatMap(another(n), repository.insert))
      }
      const refused = yield* invite(yield* client("new@x.example"))
      assert.strictEqual(refused.status, 429)
      assert.include(
        refused.body.error.message,
        "at most 2000 mails in 24 hours on the plan growth"
      )
      assert.strictEqual(refused.headers.get("retry-after"), String(24 * 3600))
    })
  )
})

layer(layerRetainerMemoryWith(RateLimitsOff))("without rate limits", (it) => {
  it.effect("there are no bounds on mails", () =>
    Effect.gen(function* () {
      const { inviteAll } = yield* start
      const answers = yield* inviteAll(mailsToOneAddress + 5)
      assert.isTrue(answers.every(({ status }) => status === 200))
    })
  )
})

it.live("two processes on one database do not exceed a bound", () =>
  Effect.gen(function* () {
    const url = yield* migratedDatabase
    const database = layerPostgresServer(url, { poolSize: 8 }).pipe(Layer.orDie)
    const ports = Layer.merge(layerMemoryPorts, onDatabase(database).pipe(Layer.orDie))
    const process = Layer.build(Layer.fresh(layerRetainerMemoryOn(ProcessorTest, ports)))
    const [one, other] = [yield* process, yield* process]
    const { client, invite } = yield* Effect.provide(start, one)
    const clients = yield* Effect.provide(Effect.replicateEffect(client(), 26), one)
    const answers = yield* Effect.forEach(
      clients,
      (id, index) => Effect.provide(invite(id), index % 2 === 0 ? one : other),
      { concurrency: "unbounded" }
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepStrictEqual([count(200), count(429)], [mailsToOneAddress, 6])
  }).pipe(Effect.scoped)
)
