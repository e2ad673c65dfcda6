/** Which of the outbox's jobs are free: a killed worker's after 15 seconds, a living one's never. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type MailJob, MailOutbox } from "../../../src/app/ports/mail/MailOutbox.ts"
import { InvoiceId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { random } from "../../support/records.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"

const offer = Effect.fnUntraced(function* (message: string) {
  const job: MailJob = {
    kind: "invoice",
    workspaceId: yield* WorkspaceId.next(yield* random),
    invoiceId: yield* InvoiceId.next(yield* random),
    message
  }
  yield* (yield* MailOutbox).offer(job)
})

layer(onDatabase(layerPglite), { excludeTestServices: true })("the outbox", (it) => {
  it.effect(
    "brings back what a worker took and did not renew for 15 seconds, before newer jobs",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* MailOutbox
        const takenAgo = (seconds: number, message: string) =>
          sql`UPDATE outbox SET acquired_by = ${crypto.randomUUID()}, attempts = 1,
          acquired_at = now() - make_interval(secs => ${seconds}::int)
          WHERE element LIKE ${`%${message}%`}`
        yield* offer("of a killed worker")
        yield* offer("of a living worker")
        // Each time is a moment between two renewals, or after the last one.
        yield* takenAgo(15, "of a killed worker")
        yield* takenAgo(8, "of a living worker")
        yield* offer("new")
        const take = Effect.gen(function* () {
          const taken: Array<readonly [string | null, number]> = []
          yield* outbox.take((job, attempt) =>
            Effect.sync(() => {
              if (job.kind === "invoice") taken.push([job.message, attempt])
            })
          )
          return taken
        })
        assert.deepStrictEqual(yield* take, [["of a killed worker", 2]])
        assert.deepStrictEqual(yield* take, [["new", 1]])
      })
  )
})
