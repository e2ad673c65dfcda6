/** Clients, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import {
  firstPage,
  newClient,
  newDraft,
  newProject,
  newSent,
  newWorkspace,
  now
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const clientRepositoryContract: StorageContract = (it) => {
  it.effect("clients: states, views, pages, and no other workspace", () =>
    Effect.gen(function* () {
      const clients = yield* each(ClientRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      assert.deepStrictEqual(yield* clients.find(workspace.id, client.id), client)
      assert.isNull(yield* clients.find(other.id, client.id))
      assert.deepStrictEqual(yield* clients.findForReference(workspace.id, client.id), client)
      assert.isNull(yield* clients.findForReference(other.id, client.id))
      const missing = yield* Effect.flip(clients.getForUpdate(other.id, client.id))
      assert.strictEqual(missing._tag, "ClientNotFound")
      const revised = {
        ...client,
        notes: "n",
        address: null,
        portalAccess: true,
        portalLastSeen: now
      }
      yield* clients.save(revised)
      assert.deepStrictEqual(yield* clients.getForUpdate(workspace.id, client.id), revised)
      yield* newProject(workspace.id, client.id)
      yield* newSent(workspace.id, client.id)
      yield* newDraft(workspace.id, client.id)
      yield* newSent(workspace.id, client.id, { currency: CurrencyCode.make("USD") })
      const view = yield* clients.view(workspace.id, client.id)
      assert.deepInclude(view, {
        totalBilledMinor: 1489,
        outstandingBalanceMinor: 1489,
        activeProjects: 1
      })
      for (const more of ["B", "C", "D", "E"]) yield* newClient(workspace.id, more)
      const first = yield* clients.list(workspace.id, { limit: 2, after: null })
      assert.deepStrictEqual(
        first.items.map((item) => item.name),
        ["E", "D"]
      )
      assert.strictEqual(first.total, 5)
      yield* newClient(workspace.id, "inserted while paging")
      const second = yield* clients.list(workspace.id, { limit: 2, after: first.next })
      assert.deepStrictEqual(
        second.items.map((item) => item.name),
        ["C", "B"]
      )
      const last = yield* clients.list(workspace.id, { limit: 2, after: second.next })
      assert.deepStrictEqual(
        last.items.map((item) => item.name),
        ["Ada"]
      )
      assert.isNull(last.next)
      assert.strictEqual((yield* clients.list(other.id, firstPage)).total, 0)
    })
  )
}
