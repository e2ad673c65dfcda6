/**
 * How often a change waits for the database, and that its answer is what a read shows. Each number is a
 * bound: a use case that needs another round trip has to say so here.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerApplication } from "../../../src/app/Application.ts"
import { Invoicing } from "../../../src/app/invoices/Invoicing.ts"
import { MailDispatch } from "../../../src/app/mail/MailDispatch.ts"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { Projects } from "../../../src/app/projects/Projects.ts"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import { type ProjectPatch, ProjectResource } from "../../../src/domain/projects/ProjectResource.ts"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import { type Restore, type Sent, Sessions } from "../../../src/infra/sql/Session.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { newClient, newWorkspace } from "../../support/records.ts"
import { layerPostgres, onDatabase } from "../../support/storages.ts"

const flushes: Array<ReadonlyArray<Sent>> = []

const layerCounted = Layer.effect(
  Sessions,
  Effect.map(Sessions, (sessions) => ({
    ...sessions,
    once: (sent: Sent, restore: Restore) => {
      flushes.push([sent])
      return sessions.once(sent, restore)
    },
    open: Effect.map(sessions.open, (session) => ({
      ...session,
      send: (statements: Parameters<typeof session.send>[0]) => {
        flushes.push(statements)
        return session.send(statements)
      }
    }))
  }))
).pipe(Layer.provideMerge(layerPostgres))

/** What the flushes of the effect began with. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    flushes.length = 0
    const answer = yield* effect
    return {
      answer,
      sent: flushes.map((flush) => flush.map(({ text }) => text.trim().split(/\s+/, 1)[0]))
    }
  })

/** What is no storage. Built by itself: the queue of mails is one Layer on both storages. */
const layerOthers = Layer.effectContext(
  Effect.gen(function* () {
    const memo = yield* Layer.makeMemoMap
    const ports = ProcessorTest.pipe(Layer.provideMerge(layerMemoryPorts))
    return yield* Layer.buildWithMemoMap(ports, memo, yield* Effect.scope)
  })
)

const layerOnPostgres = layerApplication.pipe(
  Layer.provideMerge(onDatabase(layerCounted)),
  Layer.provide(layerOthers)
)

/** A statement that commits by itself, after reads that lock nothing. */
const one = ["WITH"]
/** What was looked at is locked before another read. */
const holding = ["BEGIN", "WITH", "SELECT"]
const saving = ["WITH", "WITH", "COMMIT"]

layer(layerOnPostgres, { excludeTestServices: true })("a change waits", (it) => {
  it.effect("once or twice for a project, and tells what a read shows", () =>
    Effect.gen(function* () {
      const projects = yield* Projects
      const workspace = yield* newWorkspace
      const [client, other] = [
        yield* newClient(workspace.id),
        yield* newClient(workspace.id, "Eve")
      ]
      const created = yield* counted(
        projects.create(workspace, { name: "Site", clientId: client.id })
      )
      assert.deepStrictEqual(created.sent, [one])
      const { id } = created.answer
      const read = projects.get(workspace, id)
      assert.deepStrictEqual(created.answer, yield* read)

      const patches: ReadonlyArray<readonly [ProjectPatch, typeof created.sent]> = [
        [{ name: "Page", budgetMinor: 5, startDate: null, description: "d" }, [one]],
        [{}, [one]],
        // The client that is new to it, and whether it has invoices.
        [{ clientId: other.id }, [holding, ["SELECT"], saving]],
        [{ clientId: null }, [holding, saving]],
        [{ status: "archived" }, [one]]
      ]
      for (const [patch, expected] of patches) {
        const patched = yield* counted(projects.update(workspace, id, patch))
        assert.deepStrictEqual(patched.sent, expected, JSON.stringify(patch))
        assert.deepStrictEqual(patched.answer, yield* read)
      }
      assert.deepStrictEqual((yield* counted(projects.restore(workspace, id))).sent, [one])
      const events = yield* (yield* EventLog).read(workspace.id, 0, 100, eventTypes)
      assert.deepStrictEqual(events.at(-1)?.data.object, ProjectResource.toWire(yield* read))
    })
  )

  it.effect("at most three times for an invoice, and tells what a read shows", () =>
    Effect.gen(function* () {
      const invoicing = yield* Invoicing
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* (yield* Projects).create(workspace, { name: "P", clientId: client.id })
      const input = {
        clientId: client.id,
        projectId: project.id,
        lineItems: [{ description: "Work", quantity: 1.25, unitPriceMinor: 1001 }],
        taxRate: 0.19
      }
      const created = yield* counted(invoicing.create(workspace, input))
      assert.deepStrictEqual(created.sent, [one])
      const { id } = created.answer
      const read = invoicing.get(workspace, id)
      assert.deepStrictEqual(created.answer, yield* read)

      const patched = yield* counted(invoicing.update(workspace, id, { notes: "n" }))
      assert.deepStrictEqual(patched.sent, [one])
      assert.deepStrictEqual(patched.answer, yield* read)
      const without = yield* counted(invoicing.update(workspace, id, { projectId: null }))
      assert.deepStrictEqual(without.answer, yield* read)

      const sent = yield* counted(invoicing.send(workspace, id, null))
      assert.deepStrictEqual(sent.sent, [one])
      const [event] = (yield* (yield* EventLog).read(workspace.id, 0, 100, ["invoice.sent"])).slice(
        -1
      )
      assert.deepInclude(event?.data.object, { id, status: "sent", project: null })

      const voided = yield* counted(invoicing.void(workspace, id, "why"))
      assert.deepStrictEqual(voided.sent, [one])
      assert.deepStrictEqual(voided.answer, yield* read)
    })
  )

  it.effect("twice for the mail of an invoice: its file, and what became of it", () =>
    Effect.gen(function* () {
      const invoicing = yield* Invoicing
      const sql = yield* SqlClient.SqlClient
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const lineItems = [{ description: "x", quantity: 1, unitPriceMinor: 1 }]
      // Of other tests.
      yield* sql`DELETE FROM outbox`
      const { id } = yield* invoicing.create(workspace, { clientId: client.id, lineItems })
      yield* invoicing.send(workspace, id, null)
      const mailed = yield* counted((yield* MailDispatch).deliverNext)
      assert.deepStrictEqual(mailed.sent, [one, one])
      const { delivery, document } = yield* invoicing.get(workspace, id)
      assert.deepStrictEqual(delivery, { status: "sent", attempts: 1, lastError: null })
      assert.isNotNull(document)

      // Of one that was voided meanwhile there is no file to keep, and nothing to write down.
      const other = yield* invoicing.create(workspace, { clientId: client.id, lineItems })
      yield* invoicing.send(workspace, other.id, null)
      yield* invoicing.void(workspace, other.id, "why")
      assert.deepStrictEqual((yield* counted((yield* MailDispatch).deliverNext)).sent, [])
      assert.isNull((yield* invoicing.get(workspace, other.id)).document)
      assert.deepStrictEqual(yield* sql`SELECT 1 FROM outbox`, [])
    })
  )

  it.effect("for nobody's gap: many at once have sequences and numbers in a row", () =>
    Effect.gen(function* () {
      const invoicing = yield* Invoicing
      const projects = yield* Projects
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const lineItems = [{ description: "x", quantity: 1, unitPriceMinor: 1 }]
      const made = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => index),
        (index) =>
          index % 2 === 0
            ? Effect.as(
                projects.create(workspace, { name: `P${index}`, clientId: client.id }),
                null
              )
            : Effect.map(
                invoicing.create(workspace, { clientId: client.id, lineItems }),
                ({ number }) => number
              ),
        { concurrency: "unbounded" }
      )
      const numbers = made.filter((number) => number !== null).sort()
      assert.deepStrictEqual(
        numbers,
        Array.from({ length: 20 }, (_, index) => `INV-${String(index + 1).padStart(4, "0")}`)
      )
      const events = yield* (yield* EventLog).read(workspace.id, 0, 100, eventTypes)
      assert.deepStrictEqual(
        events.map(({ sequence }) => sequence),
        Array.from({ length: 40 }, (_, index) => index + 1)
      )
    })
  )
})
