/** Mails that wait to be sent, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type MailJob, MailOutbox } from "../../../../src/app/ports/mail/MailOutbox.ts"
import { InvoiceId } from "../../../../src/domain/Ids.ts"
import { newWorkspace, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const mailOutboxContract: StorageContract = (it) => {
  it.effect("jobs are taken once each, as they were offered and in that order", () =>
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const { id: workspaceId } = yield* newWorkspace
      const jobs = yield* Effect.forEach(["Grüße\nund mehr", null], (message) =>
        Effect.map(
          Effect.flatMap(random, (source) => InvoiceId.next(source)),
          (invoiceId): MailJob => ({ kind: "invoice", workspaceId, invoiceId, message })
        )
      )
      yield* Effect.forEach(jobs, (yield* each(MailOutbox)).offer)
      const taken: Array<readonly [MailJob, number]> = []
      const take = outbox.take((job, attempt) => Effect.sync(() => void taken.push([job, attempt])))
      yield* Effect.andThen(take, take)
      assert.deepStrictEqual(
        taken,
        jobs.map((job) => [job, 1])
      )
    })
  )
}
