/** Lists that take a page give the oldest first where the page asks for it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { WebhookRepository } from "../../../src/app/ports/events/WebhookRepository.ts"
import { FileRepository } from "../../../src/app/ports/files/FileRepository.ts"
import { MailRepository } from "../../../src/app/ports/mail/MailRepository.ts"
import { PaymentRepository } from "../../../src/app/ports/payments/PaymentRepository.ts"
import { TaskRepository } from "../../../src/app/ports/projects/TaskRepository.ts"
import type {
  FileId,
  MailId,
  PaymentId,
  TaskId,
  WebhookEndpointId
} from "../../../src/domain/Ids.ts"
import type { Page } from "../../../src/domain/Page.ts"
import { book, paymentOf } from "../../support/paymentRecords.ts"
import { newClient, newOpen, newProject, newTask, newWorkspace } from "../../support/records.ts"
import { newEndpoint } from "../../support/webhookRecords.ts"
import type { StorageContract } from "./contracts.ts"
import { newFile } from "./files/FileRepositoryContract.ts"
import { newMail } from "./mail/MailRepositoryContract.ts"

interface Ordered<Id> {
  readonly limit: number
  readonly after: Id | null
  readonly isAscending: boolean
}

/** Both directions in pages of two, of three rows at least. */
const checkOrder = Effect.fnUntraced(function* <Id extends string>(
  name: string,
  read: (page: Ordered<Id>) => Effect.Effect<Page<{ readonly id: Id }, Id>>
) {
  const walk = Effect.fnUntraced(function* (isAscending: boolean) {
    const ids: Id[] = []
    let after: Id | null = null
    do {
      const page: Page<{ readonly id: Id }, Id> = yield* read({ limit: 2, after, isAscending })
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    return ids
  })
  const newest = yield* walk(false)
  assert.isAtLeast(newest.length, 3, name)
  assert.deepStrictEqual(newest, newest.toSorted().toReversed(), name)
  assert.deepStrictEqual(yield* walk(true), newest.toReversed(), name)
})

export const pageOrderContract: StorageContract = (it) => {
  it.effect("each direction of a list", () =>
    Effect.gen(function* () {
      const files = yield* FileRepository
      const mails = yield* MailRepository
      const payments = yield* PaymentRepository
      const tasks = yield* TaskRepository
      const webhooks = yield* WebhookRepository
      const { id } = yield* newWorkspace
      const client = yield* newClient(id)
      const project = yield* newProject(id, client.id)
      const invoice = yield* newOpen(id, client.id)
      for (const amount of [1, 2, 3]) {
        yield* newFile(id, { clientId: client.id })
        yield* newMail(id, { clientId: client.id })
        yield* newTask(project)
        yield* newEndpoint(id)
        const paid = { ...invoice, amountPaidMinor: (amount * (amount - 1)) / 2 }
        yield* book(paid, yield* paymentOf(invoice, amount))
      }
      yield* checkOrder<FileId>("files", (page) => files.list(id, {}, page))
      yield* checkOrder<MailId>("mails", (page) => mails.list(id, {}, page))
      yield* checkOrder<PaymentId>("payments", (page) => payments.list(id, invoice.id, page))
      yield* checkOrder<TaskId>("tasks", (page) => tasks.list(id, { projectId: project.id }, page))
      yield* checkOrder<WebhookEndpointId>("endpoints", (page) => webhooks.list(id, page))
    })
  )
}
