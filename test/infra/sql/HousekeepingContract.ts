/** What is dropped and what outlives its use, in every storage. */

import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Housekeeping } from "../../../src/app/ports/Housekeeping.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import { issue, newClient, newDraft, newWorkspace, now } from "../../support/records.ts"
import { each } from "../../support/transactions.ts"
import type { StorageContract } from "./contracts.ts"

export const housekeepingContract: StorageContract = (it) => {
  it.effect("housekeeping runs", () =>
    Effect.flatMap(Housekeeping, ({ purge }) => purge(DateTime.subtract(now, { days: 400 })))
  )

  it.effect("a logo that an issued invoice shows outlives its replacement", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const workspaces = yield* each(WorkspaceRepository)
      const { id } = yield* newWorkspace
      const logo = (byte: number) =>
        ({ type: "image/png", bytes: new Uint8Array([byte, 255]) }) as const
      yield* workspaces.saveLogo(id, logo(1))
      const logoHash = (yield* workspaces.find(id))?.logoHash ?? ""
      const draft = yield* newDraft(id, (yield* newClient(id)).id)
      const seller = { ...issue.seller, logoHash }
      yield* invoices.save(Invoice.send(draft, { ...issue, seller }, now), "draft")
      yield* workspaces.saveLogo(id, logo(2))
      assert.deepStrictEqual(yield* workspaces.logo(id), logo(2))
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
      const replaced = (yield* workspaces.find(id))?.logoHash ?? ""
      yield* workspaces.saveLogo(id, null)
      assert.isNull(yield* workspaces.logo(id))
      // A day later nobody can be sending an invoice with it any more.
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, replaced), logo(2))
      yield* (yield* Housekeeping).purge(DateTime.add(yield* DateTime.now, { days: 2 }))
      assert.isNull(yield* workspaces.logoByHash(id, replaced))
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
    })
  )
}
